import Glibc

/// Reads the lines of a small text file.
enum FileLines {
  /// The file cannot be read.
  struct Missing: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path) cannot be read; check the path" }
  }

  static func read(_ path: String) throws -> [String] {
    guard let file = fopen(path, "r") else { throw Missing(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&part, 1, part.count, file)
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) }
  }
}
