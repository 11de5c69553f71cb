import Glibc
import Readings
import System

/// Secrets lie in files that only their owner can read, one secret a file. They are in no configuration, no message of
/// a fault and no log.
package enum SecretFile {
  private static let longest = 4096

  /// - Parameter name: the path of a file; without a slash, a credential that systemd hands over (`LoadCredential=` in
  ///   systemd.exec(5)), whose folder no other user can enter.
  /// - Throws: `configuration` if others can read the file, or if it holds no text on one line.
  package static func read(_ name: String) throws(LapwingError) -> String {
    var path = name
    if !name.contains("/") {
      guard let folder = ProcessEnvironment.value(of: "CREDENTIALS_DIRECTORY") else {
        throw fault(
          "\(name): systemd has handed over no credentials; write the path of a file, or LoadCredential= in the unit")
      }
      path = "\(folder)/\(name)"
    } else {
      try refuseOpen(path)
    }
    let bytes = try FileBytes.read(path, mayWait: false, longest: longest)
    let text = String(decoding: bytes, as: UTF8.self).trimmed
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw fault("\(path): it must hold one secret without blanks, on one line")
    }
    return text
  }

  /// - Throws: `configuration` if others can read the file.
  static func refuseOpen(_ path: String) throws(LapwingError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    throw fault("\(path): others can read this secret; chmod 600 \(path)")
  }

  private static func fault(_ sentence: String) -> LapwingError {
    LapwingError(.configuration, code: "bad-secret", sentence)
  }
}

extension String {
  /// Without white space at its ends.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
