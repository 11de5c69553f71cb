/// Finds the start tags of an XML file, a piece of it at a time. It keeps no text and no tree, so that a file of gigabytes needs
/// no more memory than one tag. Comments, declarations and processing instructions are passed over.
struct XMLTags {
  struct Tag: Equatable {
    let name: String
    private(set) var attributes: [String: String] = [:]
    let line: Int

    fileprivate init(name: String, line: Int) { (self.name, self.line) = (name, line) }

    fileprivate mutating func set(_ attribute: String, _ value: String) { attributes[attribute] = value }
  }

  enum Fault: Error, Equatable { case notXML(line: Int), longTag(line: Int), cut }

  /// A comment may stand in a declaration of some depth.
  private enum State { case text, markup, comment(in: Int?), declaration(depth: Int) }

  /// More bytes in one tag are damage.
  private static let longest = 64 * 1024

  private var state = State.text
  private var bytes: [UInt8] = []
  private var quote: UInt8?
  private(set) var line = 1
  private var begun = 1
  /// The elements that are open. Apple Health has three at most.
  private var open: [String] = []
  private var hasRoot = false

  /// Appends the start tags of the next piece whose names are wanted.
  mutating func read(_ piece: [UInt8], only wanted: (Substring) -> Bool = { _ in true }, into tags: inout [Tag])
    throws(Fault)
  {
    for byte in piece {
      if byte == 0x0A { line += 1 }
      switch state {
      case .text:
        guard byte == UInt8(ascii: "<") else { continue }
        (state, begun) = (.markup, line)
        bytes.removeAll(keepingCapacity: true)
      case .comment(let depth):
        keepLast(3, byte)
        if bytes == Array("-->".utf8) { state = depth.map { State.declaration(depth: $0) } ?? .text }
      case .declaration(let depth): readDeclaration(byte, depth)
      case .markup: try readMarkup(byte, wanted, &tags)
      }
    }
  }

  /// - Throws: ``Fault/cut`` if an element is open.
  func finish() throws(Fault) {
    guard hasRoot else { throw .notXML(line: line) }
    guard open.isEmpty, case .text = state else { throw .cut }
  }

  private mutating func keepLast(_ count: Int, _ byte: UInt8) {
    bytes.append(byte)
    if bytes.count > count { bytes.removeFirst(bytes.count - count) }
  }

  /// A declaration may have others in brackets.
  private mutating func readDeclaration(_ byte: UInt8, _ depth: Int) {
    if let quote {
      if byte == quote { self.quote = nil }
      return
    }
    keepLast(4, byte)
    guard bytes != Array("<!--".utf8) else {
      state = .comment(in: depth - 1)
      return
    }
    switch byte {
    case UInt8(ascii: "\""): quote = byte
    case UInt8(ascii: "<"): state = .declaration(depth: depth + 1)
    case UInt8(ascii: ">"): state = depth > 0 ? .declaration(depth: depth - 1) : .text
    default: break
    }
  }

  private mutating func readMarkup(_ byte: UInt8, _ wanted: (Substring) -> Bool, _ tags: inout [Tag]) throws(Fault) {
    if let quote {
      if byte == quote { self.quote = nil }
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      quote = byte
    } else if byte == UInt8(ascii: ">") {
      state = .text
      return try endMarkup(wanted, &tags)
    }
    bytes.append(byte)
    guard bytes.count <= Self.longest else { throw .longTag(line: begun) }
    guard bytes.first == UInt8(ascii: "!"), bytes.count >= 3 else { return }
    if bytes.starts(with: Array("!--".utf8)) {
      state = .comment(in: nil)
    } else {
      (state, quote) = (.declaration(depth: 0), nil)
    }
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func endMarkup(_ wanted: (Substring) -> Bool, _ tags: inout [Tag]) throws(Fault) {
    guard let first = bytes.first, first != UInt8(ascii: "?") else { return }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notXML(line: begun) }
    let isEnd = first == UInt8(ascii: "/"), isEmpty = bytes.last == UInt8(ascii: "/")
    let name = (isEnd ? text.dropFirst() : text[...]).prefix { !$0.isWhitespace && $0 != "/" }
    guard !name.isEmpty else { throw .notXML(line: begun) }
    guard !isEnd else {
      guard open.popLast().map({ $0 == name }) ?? false else { throw .notXML(line: begun) }
      return
    }
    guard !hasRoot || !open.isEmpty, open.count < 100 else { throw .notXML(line: begun) }
    hasRoot = true
    if !isEmpty { open.append(String(name)) }
    guard wanted(name) else { return }
    var tag = Tag(name: String(name), line: begun)
    var rest = text[name.endIndex...]
    while let equals = rest.firstIndex(of: "="),
      let opening = rest[equals...].firstIndex(where: { $0 == "\"" || $0 == "'" })
    {
      let inside = rest.index(after: opening)
      guard let closing = rest[inside...].firstIndex(of: rest[opening]) else { throw .notXML(line: begun) }
      let attribute = rest[..<equals].filter { !$0.isWhitespace }
      tag.set(String(attribute), Self.plain(rest[inside..<closing]))
      rest = rest[rest.index(after: closing)...]
    }
    tags.append(tag)
  }

  private static let entities: [Substring: String] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

  /// The text of an attribute, with its entities as characters. One that is not known stays as it is.
  private static func plain(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    var found = "", rest = text
    while let start = rest.firstIndex(of: "&"), let end = rest[start...].firstIndex(of: ";") {
      found += rest[..<start]
      let name = rest[rest.index(after: start)..<end]
      let number =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      if let known = entities[name] ?? number.flatMap({ Unicode.Scalar($0) }).map({ String(Character($0)) }) {
        found += known
      } else {
        found += rest[start...end]
      }
      rest = rest[rest.index(after: end)...]
    }
    found += rest
    return found
  }
}
