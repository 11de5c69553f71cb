/// The fields of a form with a file, as `multipart/form-data` (RFC 7578). A file is a field with the text of the file.
package enum MultipartForm {
  /// - Parameter type: the field `Content-Type` of the request.
  /// - Returns: `nil` if this is no such form, or one that cannot be read.
  package static func fields(_ body: String, type: String) -> FormFields? {
    let parts = type.split(separator: ";").map { $0.drop { $0 == " " } }
    guard parts.first?.lowercased() == "multipart/form-data" else { return nil }
    let names = parts.dropFirst().filter { $0.lowercased().hasPrefix("boundary=") }
    guard let boundary = names.first?.dropFirst("boundary=".count).filter({ $0 != "\"" }), !boundary.isEmpty,
      boundary.count <= 70
    else { return nil }
    var values: [String: String] = [:]
    // The first part is what stands before the first boundary, and the last one what follows the end.
    let pieces = "\r\n\(body)".split(separator: "\r\n--\(boundary)", omittingEmptySubsequences: false)
    guard pieces.count >= 3, pieces.last?.hasPrefix("--") == true else { return nil }
    for piece in pieces.dropFirst().dropLast() {
      guard piece.hasPrefix("\r\n"), let (name, value) = field(piece) else { return nil }
      if values[name] == nil { values[name] = value }
    }
    return FormFields(values)
  }

  private static func field(_ piece: Substring) -> (String, String)? {
    let halves = piece.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, let head = halves.first, let value = halves.last else { return nil }
    for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-disposition:") {
      for part in line.split(separator: ";") {
        let text = part.drop { $0 == " " }
        guard text.hasPrefix("name=\""), text.hasSuffix("\"") else { continue }
        let name = text.dropFirst(6).dropLast()
        guard !name.isEmpty, name.utf8.count <= 100 else { return nil }
        return (String(name), String(value))
      }
    }
    return nil
  }
}
