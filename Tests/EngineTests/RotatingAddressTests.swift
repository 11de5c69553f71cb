import Bluetooth
import BoxSupport
import Engine
import Foundation
import Readings
import SensorProtocols
import Status
import TestSupport
import Testing

@Suite struct `An address that changes` {
  /// The sample data of the specification (Core, Vol 3, Part H, D.7): IRK ec0234a3…, prand 708194, hash 0dfbaa.
  private let changing = DeviceAddress(value: 0x7081_940D_FBAA)
  private let identity = DeviceAddress.sampleStrap

  private func bonds() throws -> Bonds {
    let key: [UInt8] = [
      0xEC, 0x02, 0x34, 0xA3, 0x57, 0xC8, 0xAD, 0x05, 0x34, 0x10, 0x10, 0xA6, 0x0A, 0x39, 0x7D, 0x9B,
    ]
    let text = """
      {"longTermKeys": [], "identityKeys": [
        {"device": {"address": "\(identity)", "type": 2}, "key": \(Array(key.reversed()))}]}
      """
    return try JSONDecoder().decode(Bonds.self, from: Data(text.utf8))
  }

  @Test func `is resolved by its key, and by no other`() throws {
    let bonds = try bonds()
    #expect(bonds.identity(of: changing) == identity)
    #expect(bonds.identity(of: DeviceAddress(value: changing.value + 1)) == nil)
    #expect(bonds.identity(of: identity) == nil, "it does not change")
    #expect(Bonds().identity(of: changing) == nil)
  }

  @Test func `is adopted as the device that it belongs to`() throws {
    var street = Street(bonds: try bonds())
    for second in 0..<10 { street.polar(150, at: Double(second), from: changing, type: .random) }
    #expect(street.status.sensors.map(\.sensor.address) == [identity])
    #expect(street.adopts(AdoptionOrder(changing), at: 10).text == "done")
    #expect(street.engine.registry.adoption.sensors.map(\.address) == [identity])
    for second in 10..<30 { street.polar(150, at: Double(second), from: changing, type: .random) }
    #expect(street.alarms.count == 1)
  }

  @Test func `may be one's own by itself where its key is known`() throws {
    var street = Street(bonds: try bonds())
    for second in 0..<700 { street.polar(70, at: Double(second), from: changing, type: .random) }
    #expect(street.news == ["601 unconfirmed \(identity)"])
  }
}
