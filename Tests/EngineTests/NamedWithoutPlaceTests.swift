import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import SensorProtocols
import Settings
import Status
import TestSupport
import Testing

@Suite struct `A sensor that the configuration names when every place is taken` {
  private let strap = DeviceAddress.sampleStrap
  private let full = (1...Monitor.sensorCapacity).map {
    AdoptedSensor(address: DeviceAddress(value: UInt64($0)), model: .aranet4, way: .person)
  }

  @Test func `is refused in a sentence at the start, and reported by the rule of what is not watched`() {
    var street = Street(stored: full, named: [strap])
    street.begins()
    street.takes(.event(.tick), at: 1)
    #expect(street.news == ["0 refused too-many"])
    #expect(street.alarms.contains { $0.contains("alarm-off on") })
  }

  @Test func `is refused so at a reload, and has its place after another one was forgotten`() throws {
    let folder = try TemporaryFolder()
    func configuration(_ text: String) throws -> Configuration {
      try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: .cabin)
    }
    var street = Street(Engine(try configuration("profile: cabin"), scope: .adopted, stored: full))
    street.begins()
    let fresh = try configuration("sensors: {use: {\"\(strap)\": automatic, any: automatic}}")
    #expect(street.status.gapsOfPlaces(in: fresh) == [.noPlace(strap.description)])
    street.reloads(fresh)
    #expect(street.news == ["0 refused too-many"])
    #expect(street.alarms.contains { $0.contains("alarm-off on") })
    #expect(street.status.gaps(in: fresh).contains(.noPlace(strap.description)))
    #expect(street.forgets(full[0].address, at: 1).text == "done")
    street.reloads(fresh)
    #expect(street.alarms.last?.contains("alarm-off off") == true)
    #expect(street.status.gapsOfPlaces(in: fresh) == [])
    #expect(street.engine.registry.adoption.contains(strap))
  }
}
