import FoundationEssentials
import Glibc
import Readings
import System

/// The file with the ``AccessBook``: `lapwing panel code` writes it, the box when a person holds buttons A and C, and
/// the panel, which reads it again for each request. Only its owner can read it, and the group of its folder where that
/// has one (S_ISGID).
package struct AccessFile: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  package func read() throws(LapwingError) -> AccessBook {
    guard let bytes = try StoredFile(path: path).read() else { return AccessBook() }
    guard let book = try? JSONDecoder().decode(AccessBook.self, from: Data(bytes)) else {
      throw fault("this is not a list of who may see the page; delete it, and everybody needs a new code")
    }
    return book
  }

  package func change<Result>(_ body: (inout AccessBook) -> Result) throws(LapwingError) -> Result {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard access(folder, W_OK) == 0 else {
      throw LapwingError(
        .noPermission, code: "no-access-file",
        "\(path) cannot be written (\(SystemFault.reason)); use sudo, or name another panel.access-file")
    }
    return try FolderLock.hold(folder, fault: { fault($0.reason) }) { () throws(LapwingError) in
      let before = try read()
      var book = before
      let result = body(&book)
      if book != before {
        guard let data = try? JSONEncoder().encode(book) else { throw fault("it cannot be written as JSON") }
        try StoredFile(path: path).write(Array(data)) { fault($0) }
        // On a box, the page and the box itself are two users: the folder has their group, and gives it to its files.
        var status = stat()
        if stat(folder, &status) == 0, status.st_mode & S_ISGID != 0 { chmod(path, 0o660) }
      }
      return result
    }
  }

  /// A new cookie: 32 random bytes, hexadecimal.
  package static func newToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in (generator.next() as UInt64).digits(16, radix: 16) }.joined()
  }

  private func fault(_ reason: String) -> LapwingError {
    LapwingError(.inputOutput, code: "bad-access-file", "\(path): \(reason)")
  }
}
