import FoundationEssentials
import Glibc
import Readings
import System

/// The file with the ``AccessBook``: `lapwing panel code` writes it, the box when somebody holds buttons A and C, and the panel,
/// which reads it again for each request. Only its owner can read it.
package struct AccessFile: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// The book; an empty one if there is no file.
  package func read() throws(LapwingError) -> AccessBook {
    guard let bytes = try StoredFile(path: path).read() else { return AccessBook() }
    guard let book = try? JSONDecoder().decode(AccessBook.self, from: Data(bytes)) else {
      throw fault("this is not a list of who may see the page; delete it, and everybody needs a new code")
    }
    return book
  }

  /// Changes the book. Other processes wait meanwhile.
  package func change<Result>(_ body: (inout AccessBook) -> Result) throws(LapwingError) -> Result {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // The folder is the lock: a file beside this one would belong to root, who makes codes, and not to the panel.
    guard access(folder, W_OK) == 0 else {
      throw LapwingError(
        .noPermission, code: "no-access-file",
        "\(path) cannot be written (\(SystemFault.reason)); use sudo, or name another panel.access-file")
    }
    let lock = try Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), folder)
    try take(lock)
    let before = try read()
    var book = before
    let result = body(&book)
    if book != before {
      guard let data = try? JSONEncoder().encode(book) else { throw fault("it cannot be written as JSON") }
      try StoredFile(path: path).write(Array(data)) { fault($0) }
    }
    return result
  }

  /// Waits for the lock, but not for ever: a process that was stopped may hold it, and the box's own lists wait behind this.
  private func take(_ lock: Descriptor) throws(LapwingError) {
    for _ in 0..<Self.mostTries {
      if flock(lock.number, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      usleep(20_000)
    }
    throw fault(errno == EWOULDBLOCK ? "another process has it locked" : SystemFault.reason)
  }

  /// For 4 s: a code that comes later is refused.
  private static let mostTries = 200

  /// A new cookie: 32 random bytes, hexadecimal.
  package static func newToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in (generator.next() as UInt64).digits(16, radix: 16) }.joined()
  }

  private func fault(_ reason: String) -> LapwingError {
    LapwingError(.inputOutput, code: "bad-access-file", "\(path): \(reason)")
  }
}
