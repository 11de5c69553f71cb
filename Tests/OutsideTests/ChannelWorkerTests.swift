import Alarms
import Foundation
import GRDB
import Readings
import Synchronization
import Testing
import Web

@testable import Outside

/// The rules of docs/outside.md, "The queue", for a disk that fails.
@Suite("The worker of a channel")
struct ChannelWorkerTests {
  /// A service that takes everything.
  private final class Service: Sender {
    let ids = Mutex<[String]>([])

    func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? {
      ids.withLock { $0.append(message.id) }
      return nil
    }
  }

  private final class Pauses: Sendable {
    let list = Mutex<[(pause: Int64, sent: Int)]>([])
  }

  @Test func `pauses when it cannot note what it has sent, and does not send it again`() async throws {
    let queue = try OutsideQueue(), service = Service(), pauses = Pauses()
    let messages = [OutsideScene.message("m1"), OutsideScene.message("m2", condition: "co-high")]
    try queue.append(nil, messages, for: ["a"], coolDown: .zero, at: Clock.now)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TRIGGER full BEFORE UPDATE OF state ON message WHEN NEW.state = 'sent'
          BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
          """)
    }
    var worker = ChannelWorker(channel: "a", sender: service, queue: queue, bell: Bell(), log: OutsideLog())
    worker.onPause = { pause in
      let sent = service.ids.withLock { $0.count }
      let count = pauses.list.withLock { list in
        list.append((pause, sent))
        return list.count
      }
      if count == 3 { try? queue.write { try $0.execute(sql: "DROP TRIGGER full") } }
      if count == 4 { withUnsafeCurrentTask { $0?.cancel() } }
    }
    await Task { [worker] in await worker.run() }.value
    let list = pauses.list.withLock { $0 }
    #expect(list.map(\.sent) == [1, 1, 1, 2])
    #expect(list.prefix(3).allSatisfy { $0.pause >= 10_000 })
    #expect(service.ids.withLock { $0 } == ["m1", "m2"])
  }

  /// A service that refuses the first attempts, as a proxy does that starts.
  private final class StartingService: Sender {
    let ids = Mutex<[String]>([])

    func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? {
      let count = ids.withLock { ids in
        ids.append(message.id)
        return ids.count { $0 == message.id }
      }
      if count < 3 { throw .refused("a: it refuses the message (404)") }
      return nil
    }
  }

  @Test(arguments: [(Priority.high, 3), (.medium, 1)])
  func `tries a high alarm again that a service refuses, and gives up another`(priority: Priority, tries: Int)
    async throws
  {
    let queue = try OutsideQueue(), service = StartingService()
    let message = OutsideScene.message("m1", priority: priority)
    try queue.append(nil, [message], for: ["a"], coolDown: .zero, at: Clock.now)
    var worker = ChannelWorker(channel: "a", sender: service, queue: queue, bell: Bell(), log: OutsideLog())
    worker.onPause = { pause in
      #expect(pause <= 60_000)
      // The time until the next attempt passes.
      try? queue.write { try $0.execute(sql: "UPDATE message SET next_try_ms = 0") }
      let waiting = try? queue.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM message WHERE state = 'waiting'")
      }
      if waiting == 0 { withUnsafeCurrentTask { $0?.cancel() } }
    }
    await Task { [worker] in await worker.run() }.value
    #expect(service.ids.withLock { $0.count } == tries)
  }

  @Test func `pauses longer each time the disk fails, up to a minute`() {
    let pauses = (1...5).map { RetrySchedule.pause(afterUnkept: $0, chance: 0.5) }
    #expect(pauses == [16_000, 32_000, 60_000, 60_000, 60_000])
    #expect(RetrySchedule.pause(afterUnkept: 1, chance: 0) >= 10_000)
  }
}
