import Alarms
import Foundation
import Testing

@testable import Outside

@Suite("An emergency that a service repeats")
struct SettledReceiptsTests {
  private func send(_ queue: OutsideQueue, receipt: String?) throws {
    guard case .send(let queued) = try queue.turn(of: "a", at: 1000) else { return #expect(Bool(false)) }
    try queue.markSent(queued.position, receipt: receipt, at: 1000)
  }

  @Test(arguments: [.acknowledged, .ended] as [OutsideMessage.Kind])
  func `is cancelled when its alarm is settled, whether or not that could be told`(kind: OutsideMessage.Kind) throws {
    let queue = try OutsideQueue()
    let messages = [
      OutsideScene.message("m1", priority: .high), OutsideScene.message("m2", priority: .high, condition: "co-high"),
    ]
    try queue.append(nil, messages, for: ["a"], coolDown: .zero, at: 1000)
    try send(queue, receipt: "r1")
    try send(queue, receipt: "r2")
    #expect(try queue.settledReceipts(of: "a", since: 0).isEmpty)
    let end = OutsideScene.message("e1", kind, priority: .high, alarmID: "m1")
    try queue.append(nil, [end], for: ["a"], coolDown: .zero, at: 1000)
    #expect(try queue.settledReceipts(of: "a", since: 0).map(\.receipt) == ["r1"])
  }

  @Test func `goes on if it was told again after an answer`() throws {
    let queue = try OutsideQueue()
    for (id, kind) in [("m1", .began), ("k1", .acknowledged), ("m1-again", .unanswered)]
      as [(String, OutsideMessage.Kind)]
    {
      let message = OutsideScene.message(id, kind, priority: .high, alarmID: "m1")
      try queue.append(nil, [message], for: ["a"], coolDown: .zero, at: 1000)
      try send(queue, receipt: kind == .acknowledged ? nil : id)
    }
    #expect(try queue.settledReceipts(of: "a", since: 0).map(\.id) == ["m1"])
  }

  @Test func `has a line in the journal for each fault, and not for each round`() {
    var faults = RepeatedFaults()
    let rounds = [["down", "down"], ["down"], ["down", "late"], [], ["down"]].map { round in
      for fault in round { faults.add(fault) }
      return faults.endRound()
    }
    #expect(rounds == [["down"], [], ["late"], [], ["down"]])
  }
}
