import Glibc

/// Reads small facts from files and folders of the kernel (proc(5), sysfs(5)). A file that cannot be read gives `nil`
/// or an empty list.
package enum SystemFiles {
  package static func entries(of folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  package static func line(of path: String) -> String? { lines(of: path, atMost: 1).first }

  /// The first word after `NAME:`.
  package static func field(_ name: String, of path: String) -> String? { fields(name, of: path).first }

  /// All words after `NAME:`.
  package static func fields(_ name: String, of path: String) -> [String] {
    let found = lines(of: path, atMost: 200).first { $0.hasPrefix(name + ":") }
    return found?.split(whereSeparator: \.isWhitespace).dropFirst().map(String.init) ?? []
  }

  /// The bytes that an ordinary user may still write to the disk of this file; `nil` if that is unknown.
  package static func room(at path: String) -> Int64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int64(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
  }

  package static func isSame(_ one: String, _ other: String) -> Bool {
    var first = stat(), second = stat()
    guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// The last component of the target of a symbolic link.
  package static func target(of link: String) -> String? {
    var room = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &room, room.count)
    guard count > 0 else { return nil }
    let path = String(decoding: room.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/").last.map(String.init)
  }

  package static func lines(of path: String, atMost count: Int) -> [String] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var lines: [String] = []
    var line = [CChar](repeating: 0, count: 256)
    while lines.count < count, fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      lines.append(text.last == "\n" ? String(text.dropLast()) : text)
    }
    return lines
  }
}
