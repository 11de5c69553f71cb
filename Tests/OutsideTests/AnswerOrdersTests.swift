import Alarms
import Foundation
import GRDB
import Readings
import Synchronization
import Testing

@testable import Outside

/// The rules of docs/outside.md, "An answer acknowledges".
@Suite("An answer on its way to the box")
struct AnswerOrdersTests {
  /// A box that takes orders, or does not, and a journal.
  private final class Scene: Sendable {
    let state = Mutex<(isAway: Bool, orders: [String], journal: [String])>((true, [], []))
    let queue: OutsideQueue

    init() throws {
      queue = try OutsideQueue()
      try open(.open)
      try queue.append(nil, [OutsideScene.message("m1")], for: ["a"], coolDown: .zero, at: Clock.now)
      guard case .send(let queued) = try queue.turn(of: "a", at: Clock.now) else { return }
      try queue.markSent(queued.position, receipt: nil, at: Clock.now)
    }

    func open(_ state: FollowedBox.Told.State) throws {
      var box = FollowedBox()
      box.open["co2-high"] = FollowedBox.Told(
        state: state, alarmID: "m1", priority: .medium, condition: "co2-high", isTechnical: false, isTest: false,
        at: 0, run: "r")
      try queue.append(box, [], for: [], coolDown: .zero, at: 0)
    }

    var answers: AnswerOrders {
      AnswerOrders(queue: queue, channel: "a", log: { line in self.state.withLock { $0.journal.append(line) } }) {
        condition throws(LapwingError) in
        let isAway = self.state.withLock { $0.isAway }
        if isAway { throw LapwingError(.unavailable, code: "away", "the box is away") }
        self.state.withLock { $0.orders.append(condition) }
      }
    }
    var orders: [String] { state.withLock { $0.orders } }
    var journal: [String] { state.withLock { $0.journal } }
    func comeBack() { state.withLock { $0.isAway = false } }
  }

  @Test func `does not wait for the box where it arrives`() throws {
    let scene = try Scene()
    scene.comeBack()
    let answers = scene.answers
    answers.receive(answerTo: "m1")
    #expect(scene.orders == [])
    answers.tryAgain()
    #expect(scene.orders == ["co2-high"])
  }

  @Test func `is tried again until the box has taken it, also by the next process`() throws {
    let scene = try Scene()
    let answers = scene.answers
    answers.receive(answerTo: "m1")
    answers.tryAgain()
    #expect(scene.journal == ["m1 is acknowledged, but the box is away; it is tried again"])
    scene.comeBack()
    let next = scene.answers
    next.tryAgain()
    #expect(scene.orders == ["co2-high"])
    next.tryAgain()
    next.receive(answerTo: "m1")
    next.tryAgain()
    #expect(scene.orders == ["co2-high"])
    #expect(scene.journal.dropFirst() == ["m1 is acknowledged", "m1 was answered before"])
  }

  @Test func `is given up when its alarm has ended`() throws {
    let scene = try Scene()
    scene.answers.receive(answerTo: "m1")
    try scene.open(.ended)
    scene.comeBack()
    scene.answers.tryAgain()
    #expect(scene.orders == [])
    #expect(try scene.queue.answers(by: "a") == [])
  }

  @Test func `is told to the box once, though the disk fails`() throws {
    let scene = try Scene()
    scene.comeBack()
    try scene.queue.write {
      try $0.execute(
        sql: "CREATE TRIGGER full BEFORE UPDATE ON message BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END")
    }
    let answers = scene.answers
    answers.receive(answerTo: "m1")
    answers.tryAgain()
    try scene.queue.write { try $0.execute(sql: "DROP TRIGGER full") }
    answers.tryAgain()
    #expect(scene.orders == ["co2-high"])
    #expect(scene.journal.last == "m1 is acknowledged")
    #expect(try !scene.queue.isUnanswered("m1", by: "a"))
  }
}
