import Appliance
import Bluetooth
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `A sensor that the configuration switches off` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The places that sensors got by what they advertised.
  private func heard(_ text: String) throws -> [DeviceAddress] {
    let configuration = try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: nil)
    var intake = Core(configuration).intake
    let data = Aranet4Encoder.advertisement(Reading.aranet4(co2: 800))
    for address in [DeviceAddress.sampleAranet4, DeviceAddress(value: 7)] {
      _ = intake.take(.advertisement(Advertisement(address: address, rssi: -60, data: data)), at: .start)
      _ = intake.take(
        .advertisement(Advertisement(address: address, rssi: -60, data: Array(data.dropLast(9)))), at: .start)
    }
    return intake.sensors.map(\.address)
  }

  @Test func `has no place, whatever it sends`() throws {
    let both = [DeviceAddress.sampleAranet4, DeviceAddress(value: 7)]
    #expect(try heard("") == both)
    #expect(try heard("sensors: {use: {inkbird: automatic}}") == [])
    #expect(try heard("sensors: {use: {any: automatic, \"00:00:00:00:00:07\": off}}") == [both[0]])
    #expect(try heard("sensors: {use: {aranet: advert}}") == both)
  }
}
