import Testing

@testable import Outside

/// What is published when: everything after each connection, what differs after that.
@Suite("The publisher of a broker")
struct MQTTPublisherTests {
  private static let topics = BoxTopics(root: "l/b", namesPersons: false)
  private static let documents = [
    BoxTopics.Document(topic: "l/b/state", payload: "{}"), .init(topic: "l/b/availability", payload: "online"),
  ]

  private struct Scene {
    var publisher = MQTTPublisher(topics: MQTTPublisherTests.topics)
    var session: MQTTSession

    init() {
      var outputs: [MQTTSession.Output] = []
      let will = MQTTPublication(topic: "w", payload: [], isConfirmed: true, isRetained: true)
      session = MQTTSession(
        .three, MQTTRequest.Connection(client: "b", keepAlive: 10, will: will), topics: [], at: 0, into: &outputs)
      session.receive([0x20, 2, 0, 0], at: 0, into: &outputs)
    }

    /// The topics that are published.
    mutating func fill(
      _ documents: [BoxTopics.Document] = MQTTPublisherTests.documents, gone: [String] = [], isKnown: Bool = true,
      events: [MQTTEvent] = [], at now: Int64 = 0
    ) -> [String] {
      var outputs: [MQTTSession.Output] = []
      publisher.fill(
        &session, (documents, gone, isKnown), again: 1000, at: now, into: &outputs)
      for event in events { publisher.publish(event, &session, at: now, into: &outputs) }
      return outputs.compactMap { output in
        guard case .send(let bytes) = output, bytes.count > 4 else { return nil }
        return String(decoding: bytes[4..<(4 + Int(bytes[3]))], as: UTF8.self)
      }
    }
  }

  private func message(_ topic: String, _ payload: String) -> MQTTPublication {
    MQTTPublication(topic: topic, payload: Array(payload.utf8), isConfirmed: false, isRetained: true)
  }

  @Test func `publishes everything once, and then what differs`() {
    var scene = Scene()
    #expect(scene.fill() == ["l/b/state", "l/b/availability"])
    #expect(scene.fill() == [])
    #expect(scene.fill([.init(topic: "l/b/state", payload: "{\"a\":1}"), Self.documents[1]]) == ["l/b/state"])
    #expect(scene.fill(events: [MQTTEvent(text: "e", at: 0)]) == ["l/b/state", "l/b/event"])
  }

  @Test func `publishes everything again when Home Assistant has started, at most once a second`() {
    var scene = Scene()
    _ = scene.fill()
    scene.publisher.receive(message("homeassistant/status", "offline"))
    #expect(scene.fill(at: 10) == [])
    scene.publisher.receive(message("homeassistant/status", "online"))
    #expect(scene.fill(at: 20).count == 2)
    for time in 21...30 {
      scene.publisher.receive(message("homeassistant/status", "online"))
      #expect(scene.fill(at: Int64(time)) == [])
    }
    #expect(scene.fill(at: 1020).count == 2)
  }

  @Test func `keeps an event until the broker confirms it, and one that it refuses no longer`() {
    var scene = Scene(), outputs: [MQTTSession.Output] = []
    let events = ["a", "b", "c"].map { MQTTEvent(text: $0, at: 0) }
    _ = scene.fill([], events: events)
    #expect(scene.publisher.unconfirmedEvents == events)
    scene.session.receive([0x40, 2, 0, 2], at: 1, into: &outputs)
    guard case .confirmed(let token)? = outputs.last else {
      Issue.record("not confirmed")
      return
    }
    scene.publisher.confirm(token)
    #expect(scene.publisher.unconfirmedEvents == [events[0], events[2]])
    scene.publisher.refuse(token + 1, at: 1)
    #expect(scene.publisher.unconfirmedEvents == [events[2]])
    // The history does not rest for that.
    #expect(scene.publisher.backlog.wantsMore(at: 1))
  }

  @Test func `corrects an availability that another client, or a late will, has left`() {
    var scene = Scene()
    _ = scene.fill()
    scene.publisher.receive(message("l/b/availability", "online"))
    #expect(scene.fill(at: 1) == [])
    scene.publisher.receive(message("l/b/availability", "offline"))
    #expect(scene.fill(at: 2).contains("l/b/availability"))
  }

  @Test func `empties the topics of sensors that are gone, or were never there, once the box has answered`() {
    var scene = Scene()
    let sensor = BoxTopics.Document(topic: "l/b/sensors/a", payload: "{}")
    scene.publisher.receive(message("l/b/sensors/a", "{}"))
    scene.publisher.receive(message("l/b/sensors/x", "{}"))
    #expect(scene.fill([Self.documents[1]], isKnown: false) == ["l/b/availability"])
    #expect(scene.fill([sensor, Self.documents[1]]) == ["l/b/sensors/a", "l/b/sensors/x"])
    #expect(scene.fill([Self.documents[1]], gone: ["l/b/sensors/a"]) == ["l/b/sensors/a"])
    #expect(scene.fill([Self.documents[1]], gone: ["l/b/sensors/a"]) == [])
  }

  @Test func `a topic for which there is no room is emptied later`() {
    var scene = Scene(), outputs: [MQTTSession.Output] = []
    _ = scene.fill([], events: (0..<63).map { MQTTEvent(text: "\($0)", at: 0) })
    for name in ["x", "y"] { scene.publisher.receive(message("l/b/sensors/\(name)", "{}")) }
    var emptied = scene.fill([])
    #expect(emptied.count == 1)
    for number in 1...2 as ClosedRange<UInt8> { scene.session.receive([0x40, 2, 0, number], at: 0, into: &outputs) }
    emptied += scene.fill([])
    #expect(emptied.sorted() == ["l/b/sensors/x", "l/b/sensors/y"])
    #expect(scene.fill([]) == [])
  }
}
