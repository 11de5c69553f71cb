import Alarms
import Bluetooth
import BoxSupport
import Engine
import Monitor
import Readings
import SensorProtocols
import Settings
import TestSupport
import Testing

@Suite struct `A sensor that the configuration names` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func engine(_ way: String) throws -> Engine {
    let text = "sensors: {use: {any: automatic, \"\(DeviceAddress.sampleAranet4)\": \(way)}}"
    return Engine(try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: nil))
  }

  private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }

  /// What happens to alarms, each with its time.
  private final class Log {
    var alarms: [String] = []
    func note(_ record: LoopOutput, _ instant: Instant) {
      guard case .action(.alarm(let alarm)) = record else { return }
      alarms.append("\(Int(instant.seconds)) \(alarm.condition.name) \(alarm.presence.name) \(alarm.priority.name)")
    }
  }

  private func advertisement(_ co2: Double) -> EngineInput {
    let data = Aranet4Encoder.advertisement(Reading.aranet4(co2: co2))
    return .radio(.advertisement(Advertisement(address: .sampleAranet4, rssi: -60, data: data)))
  }

  @Test func `is awaited from the first start on, and its silence is a loss of data`() throws {
    var engine = try engine("automatic")
    let log = Log()
    engine.begin(at: .start, isAwaiting: true, to: log.note)
    engine.advance(to: at(120), to: log.note)
    #expect(log.alarms == ["60 no-data on medium"])
    engine.handle(advertisement(600), at: at(130), to: log.note)
    #expect(log.alarms.last == "130 no-data off medium")
  }

  @Test func `is one sensor, of the kind that it turns out to be`() throws {
    var engine = try engine("advert")
    let log = Log()
    engine.begin(at: .start, isAwaiting: true, to: log.note)
    engine.handle(advertisement(600), at: at(10), to: log.note)
    engine.advance(to: at(120), to: log.note)
    #expect(log.alarms == [])
    #expect(engine.registry.sensors == [SensorRegistry.Sensor(address: .sampleAranet4, model: .aranet4)])
  }

  @Test func `becomes a high alarm where an earlier run knew it for a strap`() throws {
    var engine = try engine("automatic")
    let log = Log()
    engine.begin(at: .start, isAwaiting: true, to: log.note)
    engine.expect(SensorRegistry.Sensor(address: .sampleAranet4, model: .heartRateService), at: at(1), to: log.note)
    engine.advance(to: at(120), to: log.note)
    #expect(log.alarms == ["60 no-data on medium", "90 no-data on high"])
  }

  @Test func `is not awaited where it is switched off`() throws {
    var engine = try engine("off")
    let log = Log()
    engine.begin(at: .start, isAwaiting: true, to: log.note)
    engine.advance(to: at(120), to: log.note)
    #expect(log.alarms == [])
    #expect(engine.registry.sensors == [])
  }
}
