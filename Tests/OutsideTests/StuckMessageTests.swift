import Alarms
import Foundation
import GRDB
import Readings
import Synchronization
import Testing
import Web

@testable import Outside

/// The rules of docs/outside.md, "The queue", for a message that one service refuses.
@Suite("A message that is stuck")
struct StuckMessageTests {
  /// A service with a fault that some messages make, or that is down.
  private final class Service: Sender {
    let bad: Set<String>
    let isDown: Bool
    let taken = Mutex<[String]>([])
    let tried = Mutex<[String]>([])

    init(bad: Set<String> = [], isDown: Bool = false) { (self.bad, self.isDown) = (bad, isDown) }

    func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? {
      tried.withLock { $0.append(message.id) }
      if isDown || bad.contains(message.id) { throw .temporary("a: the service has a fault (500)") }
      taken.withLock { $0.append(message.id) }
      return nil
    }
  }

  /// Runs the worker through some pauses; each attempt that is due later is due at once.
  private func run(_ queue: OutsideQueue, _ service: Service, pauses: Int) async {
    var worker = ChannelWorker(channel: "a", sender: service, queue: queue, bell: Bell(), log: OutsideLog())
    let count = Mutex(0)
    worker.onPause = { _ in
      try? queue.write { try $0.execute(sql: "UPDATE message SET next_try_ms = 0") }
      let now = count.withLock { count in
        count += 1
        return count
      }
      if now == pauses { withUnsafeCurrentTask { $0?.cancel() } }
    }
    await Task { [worker] in await worker.run() }.value
  }

  private func queue(_ messages: [OutsideMessage]) throws -> OutsideQueue {
    let queue = try OutsideQueue()
    try queue.append(nil, messages, for: ["a"], coolDown: .zero, at: Clock.now)
    return queue
  }

  private let three = [
    OutsideScene.message("m1", priority: .high, condition: "co-high"), OutsideScene.message("m2", priority: .high),
    OutsideScene.message("m3", priority: .high, condition: "no-data"),
  ]

  @Test func `holds up the others for six attempts only`() async throws {
    let service = Service(bad: ["m1"])
    await run(try queue(three), service, pauses: 8)
    #expect(service.taken.withLock { $0 } == ["m2", "m3"])
    #expect(service.tried.withLock { $0 }.prefix(6).allSatisfy { $0 == "m1" })
  }

  @Test func `does not keep the others up though several are stuck`() async throws {
    let service = Service(bad: ["m1", "m2"])
    await run(try queue(three), service, pauses: 30)
    #expect(service.taken.withLock { $0 } == ["m3"])
  }

  @Test func `waits behind the others together with its end`() async throws {
    let end = OutsideScene.message("m4", .ended, priority: .high, alarmID: "m1", condition: "co-high")
    let service = Service(bad: ["m1"]), queue = try queue(three)
    await run(queue, service, pauses: 8)
    try queue.append(
      nil, [end, OutsideScene.message("m5", condition: "spo2-low-high")], for: ["a"], coolDown: .zero, at: Clock.now)
    let waiting = try queue.read {
      try String.fetchAll($0, sql: "SELECT id FROM message WHERE state = 'waiting' ORDER BY behind, position")
    }
    #expect(waiting == ["m5", "m1", "m4"])
  }

  @Test func `keeps its place while the service takes nothing`() async throws {
    let down = Service(isDown: true), queue = try queue(three)
    await run(queue, down, pauses: 20)
    let back = Service()
    await run(queue, back, pauses: 1)
    #expect(back.taken.withLock { $0 } == ["m1", "m2", "m3"])
  }

  @Test func `never puts an end before its alarm, though that has failed once`() async throws {
    let end = OutsideScene.message("m3", .ended, priority: .high, alarmID: "m2", condition: "co-high")
    let queue = try queue([
      OutsideScene.message("m1", priority: .high), OutsideScene.message("m2", priority: .high, condition: "co-high"),
      end,
    ])
    try queue.write { try $0.execute(sql: "UPDATE message SET attempts = 1 WHERE id = 'm2'") }
    let service = Service(bad: ["m1"])
    await run(queue, service, pauses: 9)
    #expect(service.taken.withLock { $0 } == ["m2", "m3"])
  }
}
