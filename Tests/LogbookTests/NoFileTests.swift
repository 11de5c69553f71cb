import Foundation
import Glibc
@testable import Logbook
import TestSupport
import Testing

/// To open a pipe would wait for a writer.
@Suite struct `A logbook that is no file` {
  @Test func `is refused at once if it is a pipe`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lapwing.db")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: LogbookError.cannotOpen(path: path, reason: "it is not a file")) { try LogbookReader(path: path) }
    #expect(throws: LogbookError.cannotOpen(path: path, reason: "it is not a file")) { try Logbook(path: path) }
    #expect(throws: LogbookError.cannotOpen(path: path, reason: "it is not a file")) {
      try Logbook.recall(path: path, count: 1)
    }
  }

  @Test func `is said to begin with the first run if there is nothing yet`() throws {
    let path = try TemporaryFolder().file("lapwing.db")
    let reason = "there is no such file; the first `lapwing run` begins it"
    #expect(throws: LogbookError.cannotOpen(path: path, reason: reason)) { try LogbookReader(path: path) }
  }

  @Test func `is refused if it is a folder`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lapwing.db")
    #expect(mkdir(path, 0o700) == 0)
    #expect(throws: LogbookError.cannotOpen(path: path, reason: "it is not a file")) { try LogbookReader(path: path) }
  }
}
