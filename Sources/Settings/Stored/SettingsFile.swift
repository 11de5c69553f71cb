import Glibc
import Readings
import System

package struct SettingsFile: Sendable {
  /// The configuration, if none is named.
  static let standardPath = "/etc/lapwing/lapwing.yaml"
  static let ownPath = "/var/lib/lapwing/settings/lapwing.yaml"

  package let path: String
  package let bytes: [UInt8]
  /// Whether these are the bytes of the copy, because the file cannot be used.
  package let isCopy: Bool

  /// Reads a file.
  /// - Throws: if it cannot be read, or if it is empty or cut off, as far as its last good copy shows.
  init(_ path: String) throws(LapwingError) {
    self.path = path
    isCopy = false
    bytes = try FileBytes.read(path, mayWait: false, longest: ConfigurationFile.longest)
    let copy = Self.copy(of: path)
    if Self.isRegular(path), copy.isDamaged, GoodCopy.isBlank(bytes[...]) {
      throw LapwingError(
        .configuration, code: "cut-off",
        "\(path): this file is empty, and its last good copy \(copy.path) is damaged; write the file again, or delete the copy"
          + " if it should be empty")
    }
    guard let good = copy.read(), Self.isRegular(path), GoodCopy.isCut(bytes, from: good) else { return }
    throw LapwingError(
      .configuration, code: "cut-off",
      "\(path): this file is empty or was cut off; write it again, or delete \(copy.path) if it is as it should be")
  }

  init?(copyOf path: String) {
    guard let good = Self.copy(of: path).read() else { return nil }
    (self.path, bytes, isCopy) = (path, good, true)
  }

  func entries() throws(LapwingError) -> [String: ConfigurationFile.Entry] {
    let name = isCopy ? Self.copy(of: path).path : path
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw LapwingError(
        .configuration, code: "bad-configuration", "\(name): this is not a text in UTF-8; save it in that encoding")
    }
    return try ConfigurationFile.entries(of: text, in: name)
  }

  /// The box may not write beside the file of root.
  package static func copy(of path: String) -> GoodCopy {
    guard path == standardPath else { return GoodCopy(beside: path) }
    return GoodCopy(beside: ownPath.replacing("lapwing.yaml", with: "etc-lapwing.yaml"))
  }

  /// Keeps these bytes as the last good copy. A pipe or a device has none.
  package func keep() throws(LapwingError) {
    var status = stat()
    guard !isCopy, Self.isRegular(path), stat(path, &status) == 0 else { return }
    try Self.copy(of: path).keep(bytes, mode: status.st_mode & 0o666)
  }

  /// A file that a person has deleted must not come back.
  package static func forgetCopy(of path: String) { copy(of: path).delete() }

  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
