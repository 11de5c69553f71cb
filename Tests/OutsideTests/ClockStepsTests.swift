import Foundation
import Synchronization
import TestSupport
import Testing
import Web

@testable import Outside

/// The rules of docs/outside.md, "The queue", for a clock that a person sets.
@Suite("A clock that is set")
struct ClockStepsTests {
  private final class Clocks: Sendable {
    private let times = Mutex<(date: Int64, steady: Int64)>((1_000_000_000_000, 5000))
    var date: Int64 { times.withLock { $0.date } }
    var steps: ClockSteps {
      ClockSteps(date: { self.date }, steady: { self.times.withLock { $0.steady } })
    }

    func pass(_ milliseconds: Int64) {
      times.withLock { $0 = ($0.date + milliseconds, $0.steady + milliseconds) }
    }
    func set(by milliseconds: Int64) { times.withLock { $0.date += milliseconds } }
  }

  private static let hour: Int64 = 3_600_000

  @Test(arguments: [48, -48] as [Int64]) func `lets a message wait as long as if nobody had set it`(hours: Int64) throws
  {
    let folder = try TemporaryFolder(), clocks = Clocks()
    let queue = try OutsideQueue(path: folder.file("outside.db"), clockSteps: clocks.steps)
    try queue.append(nil, [OutsideScene.message("m1", at: clocks.date)], for: ["a"], coolDown: .zero, at: clocks.date)
    clocks.set(by: hours * Self.hour)
    #expect(try queue.expire(of: "a", at: clocks.date) == [])
    clocks.pass(24 * Self.hour - 1)
    #expect(try queue.expire(of: "a", at: clocks.date) == [])
    clocks.pass(1)
    #expect(try queue.expire(of: "a", at: clocks.date) == ["m1"])
  }

  @Test(arguments: [600_000, -600_000] as [Int64]) func `keeps the time of the next attempt`(step: Int64) throws {
    let folder = try TemporaryFolder(), clocks = Clocks()
    let queue = try OutsideQueue(path: folder.file("outside.db"), clockSteps: clocks.steps)
    try queue.append(nil, [OutsideScene.message("m1", at: clocks.date)], for: ["a"], coolDown: .zero, at: clocks.date)
    guard case .send(let queued) = try queue.turn(of: "a", at: clocks.date) else { return #expect(Bool(false)) }
    try queue.markFailed(queued.position, .temporary("down"), next: clocks.date + 60_000, at: clocks.date)
    clocks.set(by: step)
    #expect(try queue.turn(of: "a", at: clocks.date) == .wait(until: clocks.date + 60_000))
  }

  @Test func `goes on asking for the answer to a message that was sent`() throws {
    let folder = try TemporaryFolder(), clocks = Clocks()
    let queue = try OutsideQueue(path: folder.file("outside.db"), clockSteps: clocks.steps)
    try queue.append(nil, [OutsideScene.message("m1", at: clocks.date)], for: ["a"], coolDown: .zero, at: clocks.date)
    guard case .send(let queued) = try queue.turn(of: "a", at: clocks.date) else { return #expect(Bool(false)) }
    try queue.markSent(queued.position, receipt: "r", at: clocks.date)
    clocks.set(by: 48 * Self.hour)
    #expect(try queue.openReceipts(of: "a", since: clocks.date - 3 * Self.hour).map(\.receipt) == ["r"])
  }

  @Test func `expires nothing when the date is set back while a write waits`() throws {
    let folder = try TemporaryFolder(), clocks = Clocks()
    let queue = try OutsideQueue(path: folder.file("outside.db"), clockSteps: clocks.steps)
    let before = clocks.date
    try queue.append(nil, [OutsideScene.message("m1", at: before)], for: ["a"], coolDown: .zero, at: before)
    clocks.set(by: -25 * Self.hour)
    // Asked with the date from before the wait.
    #expect(try queue.expire(of: "a", at: before) == [])
    guard case .send(let queued) = try queue.turn(of: "a", at: before) else { return #expect(Bool(false)) }
    #expect(queued.message.id == "m1")
  }
}
