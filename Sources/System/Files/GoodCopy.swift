import Glibc
import Readings

/// The last good copy of a small file that carries safety, beside it. After a loss of power the file itself may be empty or
/// cut off; then the copy counts. The last line of the copy is its end mark, with a checksum.
package struct GoodCopy: Sendable {
  package let path: String

  package init(beside file: String) { path = file + ".good" }

  /// - Parameter path: of the copy, if it is not beside its file.
  package init(path: String) { self.path = path }

  private static let mark = Array("\n# the end of a copy by lapwing: ".utf8)
  private static let digits = 8

  /// The bytes of the file when it was good last; `nil` if there is no copy, or a damaged one.
  package func read() -> [UInt8]? {
    guard let bytes = try? StoredFile(path: path).read(), bytes.count >= Self.mark.count + Self.digits else {
      return nil
    }
    let content = bytes.dropLast(Self.mark.count + Self.digits)
    return bytes[content.count...].elementsEqual(Self.end(of: content)) ? Array(content) : nil
  }

  package var isDamaged: Bool { access(path, F_OK) == 0 && read() == nil }

  /// Writes the copy, unless it is the same.
  /// - Parameter mode: the permissions of a new copy.
  package func keep(_ bytes: [UInt8], mode: mode_t) throws(LapwingError) {
    guard read() != bytes else { return }
    try StoredFile(path: path, mode: mode).write(bytes + Self.end(of: bytes[...])) { reason in
      LapwingError(.inputOutput, code: "no-copy", "\(path): the last good copy cannot be written (\(reason))")
    }
  }

  package func delete() { unlink(path) }

  /// Reads a file, or its last good copy if it cannot be used.
  /// - Parameter parse: makes the content of the bytes.
  /// - Returns: the content, and the sentence about a damaged file; `nil` if there is no file.
  package static func recover<Content>(
    _ path: String, _ parse: ([UInt8]) throws(LapwingError) -> Content
  ) throws(LapwingError) -> (content: Content, fault: LapwingError?)? {
    do throws(LapwingError) {
      guard let bytes = try StoredFile(path: path).read() else { return nil }
      return (try parse(bytes), nil)
    } catch {
      guard let good = GoodCopy(beside: path).read(), let content = try? parse(good) else { throw error }
      return (
        content,
        LapwingError(error.status, code: error.code, "\(error.message); its last good copy is used meanwhile")
      )
    }
  }

  /// Keeps the copy of a file that is good. A file that a person has deleted must not come back.
  package static func update(_ path: String, mode: mode_t, isGood: ([UInt8]) -> Bool) {
    guard let bytes = try? StoredFile(path: path).read() else {
      if access(path, F_OK) != 0, errno == ENOENT { GoodCopy(beside: path).delete() }
      return
    }
    if isGood(bytes) { try? GoodCopy(beside: path).keep(bytes, mode: mode) }
  }

  private static func end(of content: ArraySlice<UInt8>) -> [UInt8] {
    mark + Array(CRC32.of(content).digits(digits, radix: 16).utf8)
  }

  /// Whether a file is what a loss of power leaves of its last good copy: nothing, or the beginning.
  ///
  /// A person may have taken away the last lines. So a beginning of whole lines counts as cut off only if the copy has
  /// ``endMark``, which a person has no reason to delete.
  package static func isCut(_ bytes: [UInt8], from copy: [UInt8]) -> Bool {
    guard bytes.count < copy.count else { return isBlank(bytes[...]) && !isBlank(copy[...]) }
    let rest = copy[bytes.count...]
    guard !isBlank(rest), !rest.elementsEqual(endMark) else { return false }
    if isBlank(bytes[...]) { return true }
    guard copy.starts(with: bytes) else { return false }
    let newline = UInt8(ascii: "\n")
    return bytes.last != newline && rest.first != newline || copy.starts(with: endMark, at: copy.count - endMark.count)
  }

  /// The last line of a file that the box has written itself.
  package static let endMark = Array("# The end of the settings. Keep this line last.\n".utf8)

  package static func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0 == 0 || $0 == UInt8(ascii: " ") || (9...13).contains($0) }
  }
}

extension [UInt8] {
  fileprivate func starts(with other: [UInt8], at place: Int) -> Bool {
    place >= 0 && self[place...].starts(with: other)
  }
}
