import Foundation
import GRDB
import Testing

@testable import Outside

@Suite("The dead-man's ping")
struct PingWatchTests {
  @Test func `says it when the queue cannot be written`() throws {
    let queue = try OutsideQueue()
    #expect(PingWatch.signal(of: queue, at: 1000) == .alive)
    try queue.write {
      try $0.execute(
        sql: "CREATE TRIGGER full BEFORE INSERT ON state BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END")
    }
    let sentence = "memory: database or disk is full; check the folder and the disk"
    #expect(
      PingWatch.signal(of: queue, at: 2000) == .failed("Messages cannot be kept, so no one gets them: \(sentence)"))
  }
}
