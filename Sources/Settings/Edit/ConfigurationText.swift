/// The text of a configuration file, in which one value is changed and everything else stays: comments, order, and how
/// values are written.
///
/// It knows what people write line by line: a key in a block, or one that is commented out as in the shipped file
/// (`#limit: 2500`). What is written in braces it does not touch.
struct ConfigurationText {
  /// Why a value cannot be set by itself.
  enum Obstacle: Error, Equatable {
    /// The key, or one above it, is written in braces or over several lines.
    case notInBlock(line: Int)
  }

  private(set) var lines: [String]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  var text: String { lines.joined(separator: "\n") }

  private struct KeyLine {
    let index: Int
    let indent: Int
    let path: String
    let isLive: Bool
    /// What stands behind the colon, without blanks around it and without a comment.
    let value: String
  }

  /// Sets a key.
  /// - Parameters:
  ///   - path: with a dot between levels.
  ///   - value: as YAML writes it.
  mutating func set(_ path: String, to value: String) throws(Obstacle) {
    let keys = keyLines()
    if let live = keys.last(where: { $0.isLive && $0.path == path }) {
      guard !live.value.isEmpty, !"{[|>&*!".contains(live.value.first ?? " ") else {
        throw .notInBlock(line: live.index + 1)
      }
      return replace(live, by: value)
    }
    if let obstacle = keys.first(where: { $0.isLive && path.hasPrefix($0.path + ".") && !$0.value.isEmpty }) {
      throw .notInBlock(line: obstacle.index + 1)
    }
    // A level that the file has twice, once as an example, is taken where it is live.
    if let sleeping = keys.first(where: { $0.path == path }) {
      for key in keys where !key.isLive && (path == key.path || path.hasPrefix(key.path + ".")) { wake(key) }
      if let woken = keyLines().first(where: { $0.index == sleeping.index }) { replace(woken, by: value) }
      return
    }
    add(path, value, keys)
  }

  /// Replaces all that stands below a key by these lines; its comments go with it.
  /// - Parameter empty: the value if there are no lines.
  mutating func replace(_ path: String, by content: [String], empty: String) {
    let keys = keyLines()
    var indent = 0
    var place = lines.count
    if let live = keys.last(where: { $0.isLive && $0.path == path }) {
      indent = live.indent
      place = live.index
      lines.removeSubrange(live.index..<end(below: live))
    } else if let sleeping = keys.first(where: { !$0.isLive && $0.path == path && !$0.value.isEmpty }) {
      indent = sleeping.indent
      place = sleeping.index + 1
    } else {
      while lines.last == "" { lines.removeLast() }
      place = lines.count
      lines.append("")
    }
    let blanks = String(repeating: " ", count: indent)
    let name = path.split(separator: ".").last.map(String.init) ?? path
    let block =
      content.isEmpty
      ? ["\(blanks)\(name): \(empty)"] : ["\(blanks)\(name):"] + content.map { "\(blanks)  \($0)" }
    lines.insert(contentsOf: block, at: place)
  }

  /// Sets a key to a value on one line, in the place of all that stands below it, which may be a list.
  mutating func setFlow(_ path: String, to value: String) throws(Obstacle) {
    guard let live = keyLines().last(where: { $0.isLive && $0.path == path }) else { return try set(path, to: value) }
    lines.removeSubrange((live.index + 1)..<end(below: live))
    replace(live, by: value)
  }

  private func end(below key: KeyLine) -> Int {
    var end = key.index + 1
    while end < lines.count, isBelow(lines[end], key.indent) { end += 1 }
    // Blank lines before the next key are about that one.
    while end > key.index + 1, lines[end - 1].isEmpty { end -= 1 }
    return end
  }

  /// Whether a line belongs to a key of this indent: it stands further in, or is empty.
  private func isBelow(_ line: String, _ indent: Int) -> Bool {
    let own = line.prefix { $0 == " " }.count
    return own == line.count || own > indent
  }

  private mutating func replace(_ key: KeyLine, by value: String) {
    let line = lines[key.index], colon = line.firstIndex(of: ":") ?? line.endIndex
    let comment = Self.comment(in: line[colon...].dropFirst())
    lines[key.index] = line[..<colon] + ": " + value + comment
  }

  /// Takes the # in front of a key away.
  private mutating func wake(_ key: KeyLine) {
    guard let mark = lines[key.index].firstIndex(of: "#") else { return }
    lines[key.index].remove(at: mark)
  }

  /// Adds a key below the nearest level that is there, or at the end.
  private mutating func add(_ path: String, _ value: String, _ keys: [KeyLine]) {
    let names = path.split(separator: ".").map(String.init)
    var depth = names.count - 1
    var parent: KeyLine?
    while depth > 0, parent == nil {
      let above = names[..<depth].joined(separator: ".")
      parent = keys.last { $0.isLive && $0.path == above }
      if parent == nil { depth -= 1 }
    }
    let child = parent.flatMap { parent in keys.first { $0.index > parent.index && $0.indent > parent.indent } }
    var indent = child?.indent ?? parent.map { $0.indent + 2 } ?? 0
    var added: [String] = []
    for (place, name) in names.enumerated() where place >= depth {
      let isLast = place == names.count - 1
      added.append(String(repeating: " ", count: indent) + name + ":" + (isLast ? " \(value)" : ""))
      indent += 2
    }
    if let parent {
      lines.insert(contentsOf: added, at: parent.index + 1)
    } else {
      while lines.last == "" { lines.removeLast() }
      lines += added + [""]
    }
  }

  /// The lines with keys, live and commented out, with their paths.
  private func keyLines() -> [KeyLine] {
    var found: [KeyLine] = []
    var parents: [(indent: Int, name: String)] = []
    for (index, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      var rest = line.dropFirst(indent)
      let isLive = !rest.hasPrefix("#")
      // A comment has a blank behind its #, and a key that is commented out has none.
      if !isLive { rest = rest.dropFirst() }
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      guard !name.isEmpty, rest.dropFirst(name.count).first == ":" else { continue }
      let after = rest.dropFirst(name.count + 1)
      guard after.isEmpty || after.first == " " else { continue }
      parents.removeAll { $0.indent >= indent }
      let path = (parents.map(\.name) + [String(name)]).joined(separator: ".")
      parents.append((indent, String(name)))
      let value = after.dropLast(Self.comment(in: after).count)
      found.append(
        KeyLine(
          index: index, indent: indent, path: path, isLive: isLive,
          value: String(value.drop { $0 == " " }).trimmingEnd))
    }
    return found
  }

  /// The comment at the end of a value, with the blanks before it; empty if there is none.
  private static func comment(in text: Substring) -> Substring {
    var quote: Character?
    var before: Character = " "
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "#", before == " " {
        let start = text[..<index].lastIndex { $0 != " " }.map { text.index(after: $0) } ?? index
        return text[start...]
      }
      before = character
    }
    return text[text.endIndex...]
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    lastIndex { $0 != " " && $0 != "\r" }.map { String(self[...$0]) } ?? ""
  }
}
