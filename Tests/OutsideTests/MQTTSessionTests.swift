import Testing

@testable import Outside

/// One connection to a broker, without a network.
@Suite("A session of MQTT")
struct MQTTSessionTests {
  private typealias Output = MQTTSession.Output

  private static let connection = MQTTRequest.Connection(
    client: "box", keepAlive: 10, will: MQTTPublication(topic: "w", payload: [], isConfirmed: true, isRetained: true))

  /// A session that a broker has accepted at time 0.
  private func open(_ properties: [UInt8] = [], topics: [String] = []) -> (MQTTSession, [Output]) {
    var outputs: [Output] = []
    var session = MQTTSession(.five, Self.connection, topics: topics, at: 0, into: &outputs)
    outputs = []
    session.receive(
      [0x20, UInt8(3 + properties.count), 0, 0, UInt8(properties.count)] + properties, at: 0, into: &outputs)
    return (session, outputs)
  }

  @Test func `begins with CONNECT, and subscribes when the broker accepts it`() {
    var outputs: [Output] = []
    var session = MQTTSession(.five, Self.connection, topics: ["t"], at: 0, into: &outputs)
    #expect(outputs == [.send(MQTTRequest.connect(Self.connection).bytes(.five))])
    #expect(session.room == 0)
    outputs = []
    session.receive([0x20, 3, 0, 0, 0], at: 5, into: &outputs)
    #expect(outputs == [.send(MQTTRequest.subscribe(1, topics: ["t"]).bytes(.five)), .connected])
    #expect(session.room == MQTTSession.mostInFlight)
  }

  @Test func `receives at the topic of its will also what was sent with its name`() {
    let (_, outputs) = open(topics: ["t", "w"])
    #expect(outputs.first == .send([0x82, 11, 0, 1, 0, 0, 1, 0x74, 5, 0, 1, 0x77, 1]))
  }

  @Test func `a message waits for its confirmation, and one that was never sent has none`() {
    var (session, outputs) = open()
    outputs = []
    session.publish("t", [1], isRetained: false, as: 77, at: 0, into: &outputs)
    #expect(session.room == MQTTSession.mostInFlight - 1)
    outputs = []
    session.receive([0x40, 2, 0, 99, 0x40, 2, 0, 1, 0x40, 2, 0, 1], at: 10, into: &outputs)
    #expect(outputs == [.confirmed(77)])
    #expect(session.room == MQTTSession.mostInFlight)
  }

  @Test func `a broker that refuses a message is no confirmation`() {
    var (session, outputs) = open()
    session.publish("t", [1], isRetained: false, as: 77, at: 0, into: &outputs)
    outputs = []
    session.receive([0x40, 3, 0, 1, 0x87], at: 10, into: &outputs)
    #expect(outputs == [.refused(77, 0x87)])
  }

  @Test func `keeps to the limits of the broker`() {
    var (session, outputs) = open([0x21, 0, 2, 0x27, 0, 0, 0, 20, 0x25, 0])
    outputs = []
    session.publish("t", [1], isRetained: true, as: 1, at: 0, into: &outputs)
    #expect(outputs == [.send([0x32, 7, 0, 1, 0x74, 0, 1, 0, 1])])
    session.publish("t", [2], isRetained: true, as: 2, at: 0, into: &outputs)
    #expect(session.room == 0)
    outputs = []
    session.publish("t", Array(repeating: 0, count: 20), isRetained: true, as: 3, at: 0, into: &outputs)
    #expect(outputs == [.refused(3, 0x95)])
  }

  @Test func `the history leaves places to what happens now`() {
    #expect(open().0.roomForHistory == MQTTSession.mostInFlight - 4)
    for (most, left) in [(1, 1), (2, 1), (5, 3), (20, 16)] as [(UInt8, Int)] {
      #expect(open([0x21, 0, most]).0.roomForHistory == left, "\(most)")
    }
  }

  @Test func `a broker that confirms nothing, or is silent, is left`() {
    var (session, outputs) = open()
    session.publish("t", [1], isRetained: false, as: 1, at: 0, into: &outputs)
    for second in 1...9 { session.receive([0xD0, 0], at: Int64(second) * 1000, into: &outputs) }
    outputs = []
    session.tick(at: 9_999, into: &outputs)
    #expect(!outputs.contains(.close(.unconfirmed)))
    session.tick(at: 10_000, into: &outputs)
    #expect(outputs.last == .close(.unconfirmed))

    (session, outputs) = open()
    outputs = []
    session.tick(at: 2_999, into: &outputs)
    #expect(outputs == [])
    session.tick(at: 3_000, into: &outputs)
    #expect(outputs == [.send([0xC0, 0])])
    session.tick(at: 5_999, into: &outputs)
    session.tick(at: 6_000, into: &outputs)
    #expect(outputs == [.send([0xC0, 0]), .close(.silent)])
  }

  @Test func `a turn without bytes is no sign of life`() {
    var (session, outputs) = open()
    for time in stride(from: Int64(500), through: 6_000, by: 500) {
      session.receive([], at: time, into: &outputs)
      session.tick(at: time, into: &outputs)
    }
    #expect(outputs.last == .close(.silent))
  }

  @Test func `one that does not answer to CONNECT may speak the other version`() {
    var outputs: [Output] = []
    var session = MQTTSession(.five, Self.connection, topics: [], at: 0, into: &outputs)
    outputs = []
    session.tick(at: 10_000, into: &outputs)
    #expect(outputs == [.close(.noAnswer)])
    #expect(MQTTEnd.noAnswer.isOfVersion && MQTTEnd.refused(1).isOfVersion && MQTTEnd.refused(0x84).isOfVersion)
    #expect(!MQTTEnd.refused(0x86).isOfVersion && MQTTEnd.disconnected(0x8E).isTakenOver)
  }

  @Test func `a broker that confirms or keeps nothing gets a last will that it accepts`() {
    var will = Self.connection.will
    MQTTEnd.refused(0x87).adapt(&will)
    #expect(will == Self.connection.will)
    MQTTEnd.refused(0x9B).adapt(&will)
    #expect(!will.isConfirmed && will.isRetained)
    MQTTEnd.refused(0x9A).adapt(&will)
    #expect(!will.isConfirmed && !will.isRetained)
  }

  @Test func `what a broker may not send ends the connection`() {
    for bytes in [[0x35, 5, 0, 1, 0x74, 0, 1], [0x20, 3, 0, 0, 0], [0x50, 2, 0, 1]] as [[UInt8]] {
      var (session, outputs) = open()
      outputs = []
      session.receive(bytes, at: 1, into: &outputs)
      #expect(outputs == [.close(.fault(.damaged))], "\(bytes)")
      session.receive([0xD0, 0], at: 1, into: &outputs)
      #expect(outputs.count == 1)
    }
  }

  @Test func `a message that is received with QoS 1 is confirmed, also one that cannot be used`() {
    var (session, outputs) = open()
    outputs = []
    session.receive([0x32, 6, 0, 1, 0x74, 0, 9, 0, 0x32, 6, 0, 1, 0x23, 0, 8, 0], at: 1, into: &outputs)
    let message = MQTTPublication(topic: "t", payload: [], isConfirmed: true, isRetained: false, identifier: 9)
    #expect(outputs == [.send([0x40, 2, 0, 9]), .received(message), .send([0x40, 2, 0, 8])])
  }
}
