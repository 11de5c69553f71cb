/// Changes values of a data file in its text, so that comments and layout stay.
package enum JSONEdit {
  package static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": return "\\\(scalar)"
      case "\n": return "\\n"
      default:
        guard scalar.value < 0x20 else { return String(scalar) }
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// Sets a key of the object that the file holds; a missing key is added at its end.
  /// - Parameters:
  ///   - value: JSON text.
  ///   - file: for errors only.
  package static func setting(
    _ key: String, to value: String, in bytes: [UInt8], file: String
  ) throws(DataFileError) -> [UInt8] {
    let root = try JSONNode.parse(bytes: bytes, file: file)
    guard case .object(let members) = root.kind else {
      throw DataFileError(file: file, line: root.line, "is \(root.kindName); write an object in braces")
    }
    if let member = members.first(where: { $0.key == key }) {
      return Array(bytes[..<member.value.range.lowerBound]) + Array(value.utf8)
        + Array(bytes[member.value.range.upperBound...])
    }
    let entry = "\n  \"\(key)\": \(value)"
    let (position, addition) =
      if let last = members.last { (last.value.range.upperBound, ",\(entry)") } else {
        (root.range.lowerBound + 1, "\(entry)\n")
      }
    return Array(bytes[..<position]) + Array(addition.utf8) + Array(bytes[position...])
  }

  /// Removes a key of the object that the file holds, with its comma; a missing key changes nothing.
  package static func removing(_ key: String, in bytes: [UInt8], file: String) throws(DataFileError) -> [UInt8] {
    let root = try JSONNode.parse(bytes: bytes, file: file)
    guard case .object(let members) = root.kind, let place = members.firstIndex(where: { $0.key == key }) else {
      return bytes
    }
    let end = members[place].value.range.upperBound
    if place > 0 { return Array(bytes[..<members[place - 1].value.range.upperBound]) + Array(bytes[end...]) }
    // The first one has its comma behind it, perhaps after a comment.
    var next = end
    while members.count > 1, next < bytes.count, bytes[next] != UInt8(ascii: ",") {
      if bytes[next] == UInt8(ascii: "/") { while next < bytes.count, bytes[next] != UInt8(ascii: "\n") { next += 1 } }
      next += 1
    }
    return Array(bytes[...root.range.lowerBound]) + Array(bytes[(members.count > 1 ? next + 1 : end)...])
  }
}
