import Bluetooth
import Engine
import Readings
import SensorProtocols
import TestSupport
import Testing

/// Messages of one sensor, encrypted with its key, before and after its counter went back.
@Suite struct `An encrypted sensor whose counter goes back` {
  private static let address = DeviceAddress(value: 0xC0FF_EE00_3101)
  /// Counters 65528 and 65529.
  private static let before = [
    "1216d2fc41273c8de8391df8ff0000f6697514", "1216d2fc4102de5f02e644f9ff0000f6dcaf88",
  ]
  /// Counters 19911 to 19913.
  private static let after = [
    "1216d2fc41f4ff605d3211c74d0000e8ac8af5", "1216d2fc41dff3a319ef1fc84d00001d22e696",
    "1216d2fc41203f2e8897cac94d0000927ca325",
  ]

  private var registry: SensorRegistry
  /// When the latest message came: equal ones within a second are one.
  private var instant = Instant.start

  init() throws {
    let key = try #require(BindKey("000102030405060708090a0b0c0d0e0f"))
    registry = SensorRegistry(bindKeys: [Self.address: key])
  }

  /// Of a detector on events: "not detected" with the counter 5000, "detected" with 1 and with 4000, "not detected" with 2.
  private static let detector = [
    "0e16d2fc45ea2e88130000d1928bbf", "0e16d2fc45699b010000002b5c7088", "0e16d2fc45b8cfa00f0000a86fbb8f",
    "0e16d2fc451a6e020000008eeec777",
  ]

  @Test mutating func `counts at once where it reports carbon monoxide, and ends no report at once`() throws {
    let kinds = try Self.detector.map { hex -> Double? in
      var reading = Reading(model: .unknown)
      instant = instant.advanced(by: .seconds(60))
      let advertisement = Advertisement(address: Self.address, rssi: nil, data: try #require(Hex.bytes(hex)))
      guard case .reading = registry.decode(.advertisement(advertisement), at: instant, into: &reading) else {
        return nil
      }
      return reading.measurements[.carbonMonoxideDetected]
    }
    #expect(kinds == [0, 1, 1, nil])
  }

  /// The CO2 of each message; of one that was refused how many there were in a row, as a negative number.
  private mutating func results(_ messages: [String]) throws -> [Double?] {
    try messages.map { hex in
      var reading = Reading(model: .unknown)
      instant = instant.advanced(by: .seconds(60))
      let advertisement = Advertisement(address: Self.address, rssi: nil, data: try #require(Hex.bytes(hex)))
      switch registry.decode(.advertisement(advertisement), at: instant, into: &reading) {
      case .reading: return reading.measurements[.co2PartsPerMillion]
      case .refused(_, .counterWentBack, let messages): return -Double(messages)
      default: return nil
      }
    }
  }

  @Test mutating func `is refused at first and counts after three messages that rise`() throws {
    #expect(try results(Self.before) == [728, 729])
    #expect(try results(Self.after) == [-1, -2, 1_902])
    #expect(registry.replayed == 2)
  }

  @Test mutating func `is not spoken for by messages without a signature, until it has sent none for ten minutes`()
    throws
  {
    let plain = "0716d2fc40126e07"
    func decode(at seconds: Int64, _ hex: String, _ registry: inout SensorRegistry) throws -> SensorRegistry.Result {
      var reading = Reading(model: .unknown)
      let advertisement = Advertisement(address: Self.address, rssi: nil, data: try #require(Hex.bytes(hex)))
      return registry.decode(.advertisement(advertisement), at: .start.advanced(by: .seconds(seconds)), into: &reading)
    }
    func messages(_ result: SensorRegistry.Result) -> Int? {
      switch result {
      case .reading: 0
      case .refused(_, .unsigned, let messages): messages
      default: nil
      }
    }
    #expect(messages(try decode(at: 0, plain, &registry)) == 0, "it has signed nothing yet")
    #expect(messages(try decode(at: 60, Self.before[0], &registry)) == 0)
    let refused = try [61, 120, 659, 660].map { messages(try decode(at: $0, plain, &registry)) }
    #expect(refused == [1, 2, 3, 0])
  }

  @Test mutating func `is named as one whose key does not fit, once`() throws {
    let wrong = try #require(BindKey("ff0102030405060708090a0b0c0d0e0f"))
    registry = SensorRegistry(bindKeys: [Self.address: wrong])
    let troubles = try Self.before.map { hex -> SensorTrouble? in
      var reading = Reading(model: .unknown)
      instant = instant.advanced(by: .seconds(60))
      let advertisement = Advertisement(address: Self.address, rssi: nil, data: try #require(Hex.bytes(hex)))
      guard
        case .malformed(_, _, let trouble, _) = registry.decode(
          .advertisement(advertisement), at: instant, into: &reading)
      else { return nil }
      return trouble
    }
    #expect(troubles == [.lacksKey, nil])
  }

  @Test mutating func `stays refused where one recorded message is sent again and again`() throws {
    _ = try results(Self.before)
    #expect(try results([String](repeating: Self.after[0], count: 20)) == [Double?](repeating: -1, count: 20))
    #expect(try results([Self.before[1]]) == [729])
  }
}
