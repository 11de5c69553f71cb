import Testing

@testable import Outside

/// The packets of MQTT 3.1.1 and 5.0 (docs.oasis-open.org/mqtt), by the tables of both documents.
@Suite("Packets of MQTT")
struct MQTTPacketTests {
  private static let will = MQTTPublication(topic: "a/b", payload: [0x6F], isConfirmed: true, isRetained: true)

  private func answers(_ bytes: [UInt8], _ version: MQTTVersion = .five) throws -> [MQTTAnswer] {
    var decoder = MQTTDecoder(version), answers: [MQTTAnswer] = []
    decoder.append(bytes)
    while let answer = try decoder.next() { answers.append(answer) }
    return answers
  }

  @Test func `connect with a will, a user and a clean start`() {
    let connection = MQTTRequest.Connection(client: "box", user: "u", password: "p", keepAlive: 10, will: Self.will)
    let three: [UInt8] = [
      0x10, 29, 0, 4, 0x4D, 0x51, 0x54, 0x54, 4, 0xEE, 0, 10, 0, 3, 0x62, 0x6F, 0x78, 0, 3, 0x61, 0x2F, 0x62, 0, 1,
      0x6F,
      0, 1, 0x75, 0, 1, 0x70,
    ]
    #expect(MQTTRequest.connect(connection).bytes(.three) == three)
    let five: [UInt8] = [
      0x10, 39, 0, 4, 0x4D, 0x51, 0x54, 0x54, 5, 0xEE, 0, 10, 8, 0x21, 0, 16, 0x27, 0, 0, 0x40, 0, 0, 3, 0x62, 0x6F,
      0x78,
      0, 0, 3, 0x61, 0x2F, 0x62, 0, 1, 0x6F, 0, 1, 0x75, 0, 1, 0x70,
    ]
    #expect(MQTTRequest.connect(connection).bytes(.five) == five)
  }

  @Test func `publish, confirm, subscribe and ask`() {
    var message = MQTTPublication(topic: "t", payload: [1, 2], isConfirmed: true, isRetained: true, identifier: 258)
    #expect(MQTTRequest.publish(message).bytes(.three) == [0x33, 7, 0, 1, 0x74, 1, 2, 1, 2])
    #expect(MQTTRequest.publish(message).bytes(.five) == [0x33, 8, 0, 1, 0x74, 1, 2, 0, 1, 2])
    message.isConfirmed = false
    #expect(MQTTRequest.publish(message).bytes(.three) == [0x31, 5, 0, 1, 0x74, 1, 2])
    #expect(MQTTRequest.confirm(258).bytes(.five) == [0x40, 2, 1, 2])
    #expect(
      MQTTRequest.subscribe(7, topics: ["t", "u"]).bytes(.three) == [0x82, 10, 0, 7, 0, 1, 0x74, 1, 0, 1, 0x75, 1])
    #expect(MQTTRequest.subscribe(7, topics: ["t"]).bytes(.five) == [0x82, 7, 0, 7, 0, 0, 1, 0x74, 5])
    #expect(
      MQTTRequest.subscribe(7, topics: ["t", "u"], echoed: "t").bytes(.five)
        == [0x82, 11, 0, 7, 0, 0, 1, 0x74, 1, 0, 1, 0x75, 5])
    #expect(MQTTRequest.ping.bytes(.five) == [0xC0, 0])
    #expect(MQTTRequest.disconnect.bytes(.five) == [0xE0, 0])
  }

  @Test(arguments: [(127, [127]), (128, [0x80, 1]), (16_383, [0xFF, 0x7F]), (16_384, [0x80, 0x80, 1])])
  func `a length has seven bits in a byte`(length: Int, expected: [UInt8]) {
    let message = MQTTPublication(
      topic: "t", payload: Array(repeating: 0, count: length - 3), isConfirmed: false, isRetained: false)
    let bytes = MQTTRequest.publish(message).bytes(.three)
    #expect(Array(bytes[1..<(1 + expected.count)]) == expected)
    #expect(bytes.count == 1 + expected.count + length)
  }

  @Test func `the answers of both versions are read`() throws {
    #expect(try answers([0x20, 2, 0, 0], .three) == [.accepted(MQTTLimits())])
    #expect(try answers([0x20, 2, 0, 5], .three) == [.refused(5)])
    #expect(try answers([0x20, 3, 0, 0x87, 0]) == [.refused(0x87)])
    let properties: [UInt8] = [
      0x21, 0, 10, 0x24, 0, 0x25, 0, 0x27, 0, 1, 0, 0, 0x13, 0, 20, 0x12, 0, 1, 0x61, 0x26, 0, 0, 0, 0,
    ]
    let limits = MQTTLimits(inFlight: 10, confirms: false, retains: false, largestPacket: 65_536, keepAlive: 20)
    let accepted = [0x20, UInt8(3 + properties.count), 1, 0, UInt8(properties.count)] + properties
    #expect(try answers(accepted) == [.accepted(limits)])
    #expect(try answers([0x40, 2, 0, 9]) == [.confirmed(9, reason: 0)])
    #expect(try answers([0x40, 4, 0, 9, 0x97, 0]) == [.confirmed(9, reason: 0x97)])
    #expect(try answers([0x90, 4, 0, 9, 0, 0x87]) == [.subscribed(9, reasons: [0x87])])
    #expect(try answers([0xD0, 0, 0xE0, 1, 0x8E]) == [.pong, .disconnected(0x8E)])
    let message = MQTTPublication(topic: "t", payload: [7], isConfirmed: true, isRetained: true, identifier: 9)
    #expect(try answers([0x33, 7, 0, 1, 0x74, 0, 9, 0, 7]) == [.publication(message)])
    #expect(try answers([0x33, 6, 0, 1, 0x74, 0, 9, 7], .three) == [.publication(message)])
  }

  @Test func `an answer may come byte by byte`() throws {
    var decoder = MQTTDecoder(.three), found: [MQTTAnswer] = []
    for byte in [0x20, 2, 0, 0, 0xD0, 0, 0x30, 4, 0, 1, 0x74, 7] as [UInt8] {
      decoder.append([byte])
      while let answer = try decoder.next() { found.append(answer) }
    }
    let message = MQTTPublication(topic: "t", payload: [7], isConfirmed: false, isRetained: false)
    #expect(found == [.accepted(MQTTLimits()), .pong, .publication(message)])
    #expect(decoder.waiting == 0)
  }

  @Test(
    arguments: [
      [0x33, 8, 0, 2, 0xC3, 0x28, 0, 9, 0, 7],  // no UTF-8
      [0x33, 8, 0, 2, 0x74, 0, 0, 9, 0, 7],  // a NUL
      [0x33, 8, 0, 2, 0x74, 0x23, 0, 9, 0, 7],  // a wildcard
      [0x33, 8, 0, 2, 0x2B, 0x74, 0, 9, 0, 7], [0x33, 6, 0, 0, 0, 9, 0, 7],
    ] as [[UInt8]]) func `a topic that is none does not end the connection`(bytes: [UInt8]) throws
  {
    #expect(try answers(bytes + [0xD0, 0]) == [.unusable(identifier: 9), .pong])
  }

  @Test func `a message of 100 MB is skipped without being kept`() throws {
    var decoder = MQTTDecoder(.three)
    let count = 100_000_000
    decoder.append([0x31, 0x80, 0xC2, 0xD7, 0x2F] as [UInt8])
    #expect(try decoder.next() == .unusable(identifier: nil))
    var left = count
    while left > 0 {
      let part = min(left, 65_536)
      decoder.append([UInt8](repeating: 0x30, count: part))
      #expect(try decoder.next() == nil)
      #expect(decoder.waiting == 0)
      left -= part
    }
    decoder.append([0xD0, 0] as [UInt8])
    #expect(try decoder.next() == .pong)
  }

  @Test(
    arguments: [
      [0x20, 0xFF, 0xFF, 0xFF, 0xFF], [0x20, 1, 0], [0x20, 2, 2, 0], [0x21, 2, 0, 0], [0x00, 0], [0x10, 0], [0xF0, 0],
      [0x40, 1, 0], [0x36, 0], [0x35, 5, 0, 1, 0x74, 0, 1], [0x33, 6, 0, 1, 0x74, 0, 0, 0], [0x30, 2, 0, 9],
      [0xD0, 1, 0],
      [0x20, 6, 0, 0, 3, 0x21, 0, 0], [0x20, 5, 0, 0, 2, 0x77, 0], [0x20, 4, 0, 0, 9, 0], [0x20, 0xFF, 0xFF, 0x7F],
    ] as [[UInt8]]) func `damage is a fault`(bytes: [UInt8])
  {
    #expect(throws: MQTTFault.self) { try answers(bytes) }
  }

  @Test func `no damage traps, and none makes it keep more than one answer`() {
    let good: [[UInt8]] = [
      [0x20, 6, 0, 0, 3, 0x21, 0, 10], [0x33, 7, 0, 1, 0x74, 0, 9, 0, 7], [0x40, 4, 0, 9, 0x97, 0],
      [0x90, 4, 0, 9, 0, 0], [0xD0, 0], [0xE0, 2, 0x8E, 0], [0x31, 0x80, 0x80, 0x02, 0, 1, 0x74],
    ]
    var chance = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      var bytes = (0..<Int.random(in: 1...4, using: &chance)).flatMap { _ in good.randomElement(using: &chance) ?? [] }
      for _ in 0..<Int.random(in: 0...4, using: &chance) {
        let place = Int.random(in: 0..<bytes.count, using: &chance)
        bytes[place] = UInt8.random(in: 0...255, using: &chance)
      }
      for version in [MQTTVersion.three, .five] {
        var decoder = MQTTDecoder(version)
        do throws(MQTTFault) {
          for part in stride(from: 0, to: bytes.count, by: 3) {
            decoder.append(bytes[part..<min(bytes.count, part + 3)])
            while try decoder.next() != nil {}
            #expect(decoder.waiting <= MQTTRequest.longestAnswer + 5)
          }
        } catch {
          #expect([.damaged, .tooLong].contains(error))
        }
      }
    }
  }
}
