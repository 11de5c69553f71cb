import Engine
import Readings
import SensorProtocols
import Settings
import TestSupport
import Testing
import Words
@testable import Status

@Suite struct `A sensor whose messages do not count` {
  private let configuration: Configuration
  private let sensor = SensorRegistry.Sensor(address: DeviceAddress(value: 0xC0FF_EE00_3101), model: .bthomeCO2)

  init() throws { configuration = try ShownScene.configuration(in: try TemporaryFolder()) }

  private func status(_ records: [LoopOutput]) -> BoxStatus {
    var status = ApplianceStatus()
    status.apply(TimedOutput(instant: .start, record: .sensor(SensorIndex(0), sensor)))
    for record in records { status.apply(TimedOutput(instant: .start, record: record)) }
    return BoxStatus(status, in: configuration)
  }

  private var reading: LoopOutput {
    var reading = Reading(model: .bthomeCO2)
    reading.measurements[.co2PartsPerMillion] = 700
    return .reading(reading, from: SensorIndex(0))
  }

  @Test(arguments: SensorTrouble.allCases)
  func `is shown with the reason, until its next reading`(trouble: SensorTrouble) {
    let shown = status([reading, .trouble(SensorIndex(0), trouble)])
    #expect(OrderedJSON.text(of: shown).contains(#""trouble":"\#(trouble.rawValue)""#))
    #expect(StatusText.text(of: shown).contains("; \(trouble.sentence)"))
    #expect(shown.sensors.first?.reading?.measurements[.co2PartsPerMillion] == 700)
    let after = status([reading, .trouble(SensorIndex(0), trouble), reading])
    #expect(!OrderedJSON.text(of: after).contains("trouble"))
  }

  @Test func `is one without its key, and not one that signs a message without a value`() {
    var reading = Reading(model: .bthomeCO2)
    reading.isEncrypted = true
    let keyless = status([.reading(reading, from: SensorIndex(0))])
    #expect(keyless.sensors.first?.identity.trouble == SensorTrouble.lacksKey.rawValue)
    reading.counter = 7
    #expect(status([.reading(reading, from: SensorIndex(0))]).sensors.first?.identity.trouble == nil)
  }
}
