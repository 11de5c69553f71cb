import GRDB
@testable import Logbook
import TestSupport
import Testing

@Suite struct `The number of the schema` {
  @Test func `is that of the latest migration`() {
    #expect(LogbookSchema.migrator.migrations.last?.hasPrefix("v\(LogbookSchema.number) ") == true)
  }

  @Test func `of a new file is one that this program may write`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lapwing.db")
    try Logbook(path: path).close()
    #expect(Logbook.mayWrite(path))
    try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = \(LogbookSchema.number + 1)") }
    #expect(!Logbook.mayWrite(path))
    #expect(throws: LogbookError.newerSchema(path: path)) { _ = try Logbook(path: path) }
  }
}
