/// Reads JSON byte by byte and counts lines. It is used once for one text; ``JSONNode`` is its interface.
struct JSONParser {
  private let bytes: [UInt8]
  private let file: String
  private let allowsComments: Bool
  private var position = 0
  private var line = 1
  private var depth = 0

  /// Deeper than any data file, and far from exhausting the stack.
  private static let depthLimit = 64

  init(bytes: [UInt8], file: String, allowsComments: Bool) {
    self.bytes = bytes
    self.file = file
    self.allowsComments = allowsComments
  }

  mutating func document() throws(DataFileError) -> JSONNode {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw fault("the file is in UTF-16; save it in UTF-8")
    }
    // Notepad writes a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace()
    let node = try value()
    skipSpace()
    if position < bytes.count { throw fault("there is more after the end of the data: \(here)") }
    return node
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The character at the current position, for a message.
  private var here: String {
    guard let next else { return "the end" }
    guard next >= 0x20, next != 0x7F else { return "a control character" }
    let rest = bytes[position...].prefix(12).prefix { $0 >= 0x20 }
    return "“\(String(decoding: rest, as: UTF8.self))”"
  }

  private func fault(_ sentence: String) -> DataFileError { DataFileError(file: file, line: line, sentence) }

  private mutating func skipSpace() {
    while let byte = next {
      switch byte {
      case 0x20, 0x09, 0x0D: position += 1
      case 0x0A:
        line += 1
        position += 1
      case UInt8(ascii: "/") where allowsComments && bytes[position...].starts(with: "//".utf8):
        while let byte = next, byte != 0x0A { position += 1 }
      default: return
      }
    }
  }

  private mutating func skip(_ character: Character) -> Bool {
    guard let wanted = character.asciiValue, next == wanted else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(DataFileError) -> JSONNode {
    let firstLine = line, start = position
    let kind = try self.kind()
    return JSONNode(line: firstLine, kind: kind, range: start..<position)
  }

  private mutating func kind() throws(DataFileError) -> JSONNode.Kind {
    switch next {
    case UInt8(ascii: "{"): return .object(try nested { (p) throws(DataFileError) in try p.members() })
    case UInt8(ascii: "["): return .array(try nested { (p) throws(DataFileError) in try p.elements() })
    case UInt8(ascii: "\""): return .string(try string())
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return .number(try number())
    default: break
    }
    for (word, kind) in [("true", JSONNode.Kind.bool(true)), ("false", .bool(false)), ("null", .null)]
    where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return kind
    }
    throw fault("a value is expected, not \(here)")
  }

  private mutating func nested<Content>(
    _ read: (inout JSONParser) throws(DataFileError) -> [Content]
  ) throws(DataFileError) -> [Content] {
    guard depth < Self.depthLimit else { throw fault("the data are nested deeper than \(Self.depthLimit)") }
    depth += 1
    position += 1
    skipSpace()
    let content = try read(&self)
    depth -= 1
    return content
  }

  private mutating func members() throws(DataFileError) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    var keys: Set<String> = []
    if skip("}") { return members }
    while true {
      guard next == UInt8(ascii: "\"") else { throw fault("a key in quotation marks is expected, not \(here)") }
      let keyLine = line
      let key = try string()
      guard keys.insert(key).inserted else {
        throw DataFileError(file: file, line: keyLine, key: key, "the key occurs twice; keep one of them")
      }
      skipSpace()
      guard skip(":") else { throw fault("a colon is expected after “\(key)”, not \(here)") }
      skipSpace()
      members.append(JSONNode.Member(key: key, line: keyLine, value: try value()))
      skipSpace()
      if skip("}") { return members }
      guard skip(",") else { throw fault("a comma or } is expected after the value of “\(key)”, not \(here)") }
      skipSpace()
    }
  }

  private mutating func elements() throws(DataFileError) -> [JSONNode] {
    var elements: [JSONNode] = []
    if skip("]") { return elements }
    while true {
      elements.append(try value())
      skipSpace()
      if skip("]") { return elements }
      guard skip(",") else { throw fault("a comma or ] is expected, not \(here)") }
      skipSpace()
    }
  }

  private mutating func number() throws(DataFileError) -> String {
    let start = position
    _ = skip("-")
    let leading = next
    let whole = digits()
    guard whole > 0, whole == 1 || leading != UInt8(ascii: "0") else {
      throw fault("a number needs digits and must not begin with an extra 0")
    }
    if skip(".") { guard digits() > 0 else { throw fault("digits are expected after the decimal point") } }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      guard digits() > 0 else { throw fault("digits are expected in the exponent") }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }

  private mutating func string() throws(DataFileError) -> String {
    position += 1
    var content: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else { throw fault("the text is not UTF-8") }
        return text
      case UInt8(ascii: "\\"): content += Array(String(try escaped()).utf8)
      case 0..<0x20: throw fault("the text does not end on its line: add the quotation mark, or write \\n or \\t")
      default: content.append(byte)
      }
    }
    throw fault("the text does not end; add the quotation mark")
  }

  private mutating func escaped() throws(DataFileError) -> Unicode.Scalar {
    let byte = next
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let first = try hexadecimal()
      if let scalar = Unicode.Scalar(first) { return scalar }
      // Above 0xFFFF, a character is written as two halves.
      if (0xD800..<0xDC00).contains(first), skip("\\"), skip("u") {
        let second = try hexadecimal()
        if (0xDC00..<0xE000).contains(second),
          let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        {
          return scalar
        }
      }
      throw fault("one half of a \\u pair is missing; write both")
    default: throw fault("this escape does not exist; write \\\\ for a backslash")
    }
  }

  private mutating func hexadecimal() throws(DataFileError) -> UInt32 {
    let end = position + 4
    guard end <= bytes.count, bytes[position..<end].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
    else { throw fault("4 hexadecimal digits are expected after \\u") }
    position = end
    return value
  }
}
