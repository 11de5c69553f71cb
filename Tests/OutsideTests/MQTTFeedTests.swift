import FoundationEssentials
import GRDB
import Status
import System
import Testing

@testable import Outside

/// What is kept between the box and the broker (docs/mqtt.md).
@Suite("The feed of a broker")
struct MQTTFeedTests {
  private struct Scene {
    let queue: OutsideQueue
    let history: MQTTHistory
    let feed: MQTTFeed

    init() throws {
      queue = try OutsideQueue()
      history = try MQTTHistory(queue)
      feed = MQTTFeed(
        socket: "/nowhere", topics: BoxTopics(root: "l/b", namesPersons: false), assistant: nil, history: history,
        bell: Bell(), log: OutsideLog())
    }
  }

  private func alarm(_ sequence: UInt64) throws -> BoxEvent {
    let text = """
      {"t":1,"kind":"alarm","condition":"co2-high","priority":"high","presence":"on","activation":"on","technical":false,
      "sequence":\(sequence)}
      """
    return try JSONDecoder().decode(BoxEvent.self, from: Data(text.utf8))
  }

  @Test func `an event waits for room, also one that was published in vain, until it is a minute old`() throws {
    let feed = try Scene().feed
    var sequence: UInt64 = 0
    feed.record([try alarm(1), try alarm(2), try alarm(3)], 1, "r", &sequence)
    let now = MonotonicClock.kernelMicroseconds() / 1000
    #expect(feed.removeEvents(0, at: now) == [])
    let first = feed.removeEvents(2, at: now)
    #expect(first.count == 2)
    feed.putBack(first)
    let all = feed.removeEvents(64, at: now)
    #expect(all.count == 3 && Array(all.prefix(2)) == first)
    feed.putBack(all)
    #expect(feed.removeEvents(64, at: now + 60_000) == [])
  }

  @Test func `what a full disk did not accept is kept once, also if the box is followed again meanwhile`() throws {
    let scene = try Scene()
    try scene.queue.write { db in
      try db.execute(sql: "CREATE TRIGGER full BEFORE INSERT ON mqtt BEGIN SELECT RAISE(ABORT, 'full'); END")
    }
    var sequence: UInt64 = 0
    scene.feed.record([try alarm(1), try alarm(2)], 1, "r", &sequence)
    // It begins where it was, and not where the disk is.
    #expect(try scene.history.followed().run == nil)
    let known = try scene.feed.followed()
    #expect(known.run == "r" && known.sequence == 2)
    sequence = known.sequence
    try scene.queue.write { try $0.execute(sql: "DROP TRIGGER full") }
    scene.feed.record([try alarm(1), try alarm(2), try alarm(3)], 1, "r", &sequence)
    #expect(try scene.history.waiting() == 3)
    #expect(try scene.feed.followed().sequence == 3)
    #expect(try scene.history.followed().sequence == 3)
  }
}
