import Foundation
import GRDB
import Readings
import Sessions
import TestSupport
import Testing
import Web
@testable import Logbook

/// A row of the logbook can hold any number: SQLite has no checksums, and cards fail.
@Suite(.timeLimit(.minutes(20))) struct `A page of a damaged logbook` {
  @Test(arguments: [1e300, -1e300, .infinity, 1234.4]) func `shows what the row says, and the panel goes on`(
    number: Double
  ) async throws {
    let bench = try PanelBench()
    let logbook = try Logbook(path: bench.folder.file("lapwing.db"))
    try logbook.append([
      .sessionStarted(at: 1_700_000_000_000, profile: "cabin"), .sessionEnded(SessionSummary(), at: 1_700_003_600_000),
    ])
    try logbook.write { db in
      for quantity in ["co2_ppm", "heart_rate_bpm"] {
        try db.execute(
          sql: "UPDATE session SET \(quantity)_min = ?, \(quantity)_mean = ?, \(quantity)_max = ?",
          arguments: [number, number, number])
      }
    }
    let answer = try await bench.ask("GET", "/history")
    #expect(answer.status == 200)
    #expect(answer.body.contains("/sessions/1"))
    #expect(number != 1234.4 || answer.body.contains("1234 ppm"))
  }

  @Test func `says that the row of a session is not as it was written`() async throws {
    let bench = try PanelBench()
    let logbook = try Logbook(path: bench.folder.file("lapwing.db"))
    try logbook.append([
      .sessionStarted(at: 1_700_000_000_000, profile: "cabin"), .sessionEnded(SessionSummary(), at: 1_700_003_600_000),
    ])
    let words = "The row of this session is damaged"
    #expect(try await !bench.ask("GET", "/sessions/1").body.contains(words))
    try logbook.write { db in
      try db.execute(sql: "DROP TRIGGER session_changed; UPDATE session SET ended_at_ms = ended_at_ms + 4096")
    }
    #expect(try await bench.ask("GET", "/sessions/1").body.contains(words))
  }
}
