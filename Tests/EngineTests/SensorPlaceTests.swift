import Bluetooth
import BoxSupport
import Engine
import Monitor
import Readings
import SensorProtocols
import Settings
import Status
import TestSupport
import Testing

@Suite struct `The places of sensors` {
  private let own = [DeviceAddress.sampleStrap, .sampleAranet4, .otherAranet4]

  /// A passer-by's address.
  private func passerBy(_ number: Int) -> DeviceAddress { DeviceAddress(value: 0xC100_0000_0000 + UInt64(number)) }

  @Test func `are kept by three sensors of one's own among a thousand who pass by`() {
    var street = Street(
      stored: own.map { AdoptedSensor(address: $0, way: .person) })
    street.begins()
    var places: [Set<SensorIndex>] = [[], [], []]
    for second in 0..<2_000 {
      let time = Double(second)
      street.strap(Double(68 + second % 5), at: time, from: own[0])
      street.aranet(600, at: time, from: own[1])
      street.aranet(700, at: time, from: own[2])
      // Each is received for a minute, and a hundred are there at any time.
      for number in max(0, second / 2 - 50)..<min(1_000, second / 2 + 50) where number % 7 == second % 7 {
        street.polar(190, at: time, from: passerBy(number), rssi: -50)
      }
    }
    for (_, record) in street.reported {
      guard case .sensor(let index, let sensor) = record, let place = own.firstIndex(of: sensor.address) else {
        continue
      }
      places[place].insert(index)
    }
    #expect(street.alarms == [])
    #expect(places.map(\.count) == [1, 1, 1])
    #expect(street.engine.registry.sensors.count == Monitor.sensorCapacity)
    #expect(Set(street.engine.registry.sensors.map(\.address)).isSuperset(of: own))
    #expect(street.status.sensors.prefix(4).map(\.isOwn) == [true, true, true, false])
    #expect(street.engine.registry.turnedAway > 0)
  }

  @Test func `are freed by the stranger that was silent for longest, as soon as one's own needs one`() {
    var street = Street(named: [own[0]])
    for number in 0..<64 { street.polar(70, at: Double(number) / 64, from: passerBy(number)) }
    street.polar(70, at: 1, from: passerBy(0))
    street.strap(72, at: 2, from: own[0])
    let shown = street.status.sensors
    #expect(shown.count == 64)
    #expect(shown.first?.sensor.address == own[0])
    #expect(!shown.contains { $0.sensor.address == passerBy(1) })
    #expect(shown.contains { $0.sensor.address == passerBy(0) })
    #expect(shown.first?.reading?.measurements[.heartRateBeatsPerMinute] == 72)
  }

  @Test func `of strangers are not taken by others while they are there`() {
    var street = Street()
    for number in 0..<64 { street.polar(70, at: 0, from: passerBy(number)) }
    street.polar(70, at: 60, from: passerBy(64))
    #expect(!street.status.sensors.contains { $0.sensor.address == passerBy(64) })
    street.polar(70, at: 60.5, from: passerBy(64))
    #expect(street.status.sensors.contains { $0.sensor.address == passerBy(64) })
  }

  @Test func `of a recording go to a heart before the air that was silent for longest`() {
    var street = Street(Engine(settings: MonitorSettings(latchesSound: false, gradesAir: false)))
    for number in 0..<64 { street.aranet(600, at: Double(number) / 64, from: passerBy(number)) }
    street.aranet(600, at: 1, from: passerBy(64))
    street.aranet(601, at: 2, from: passerBy(0))
    for second in 3..<60 { street.strap(180, at: Double(second), from: own[0]) }
    street.aranet(600, at: 60, from: passerBy(1))
    let shown = street.status.sensors.map(\.sensor.address)
    #expect(shown.count == 64)
    #expect(shown.contains(own[0]) && shown.contains(passerBy(0)) && !shown.contains(passerBy(1)))
    #expect(street.alarms.contains { $0.hasSuffix("heart-rate-high on high") })
    #expect(street.news == ["1 refused too-many"])
  }

  @Test func `are refused to a 65th adoption, with a sentence`() {
    let full = (0..<64).map { AdoptedSensor(address: passerBy($0), model: .aranet4, way: .person) }
    var street = Street(stored: full)
    street.begins(isAwaiting: false)
    #expect(street.adopts(AdoptionOrder(own[0]), at: 1).text == "too-many")
    #expect(street.adopts(AdoptionOrder(own[0], replacing: passerBy(7)), at: 2).text != "too-many")
    #expect(street.engine.registry.adoption.sensors.count == 64)
  }

  @Test func `are reported once to be full where every sensor of a recording counts`() {
    var street = Street(Engine(settings: MonitorSettings(latchesSound: false, gradesAir: false)))
    for second in 0..<10 { for number in 0..<70 { street.polar(70, at: Double(second), from: passerBy(number)) } }
    #expect(street.news == ["0 refused too-many"])
    #expect(street.alarms == [])
  }

  @Test func `are left by what the configuration switches off`() throws {
    let folder = try TemporaryFolder()
    let text = "sensors: {use: {any: automatic, \"\(own[0])\": off}}"
    let other = try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: nil).sensors
    var street = Street(named: [own[0]])
    for second in 0..<20 { street.strap(150, at: Double(second), from: own[0]) }
    #expect(street.alarms.count == 1)
    var reported: [(Double, LoopOutput)] = []
    street.engine.use(other, at: .at(20)) { reported.append(($1.seconds, $0)) }
    #expect(reported.contains { if case .left = $0.1 { true } else { false } })
    #expect(street.engine.registry.sensors == [])
  }
}
