import Readings
import Testing

@testable import Simulation

@Suite("A simulated oximeter")
struct OximeterTests {
  private func readings(_ heart: Heartbeat, suffers: WorldEvent.Trouble? = nil) -> [Reading?] {
    var parameters = WorldParameters()
    for name in ["oximeter-artefacts-per-day", "oximeter-off-per-day", "oximeter-dropouts-per-day"] {
      _ = parameters.set(name, to: 0)
    }
    var random = WorldRandom(seed: 5)
    var oximeter = SimulatedOximeter(parameters, heart, &random)
    if let suffers { oximeter.suffer(suffers, 0, for: 1_000) }
    return (1...60).map { oximeter.step(Double($0), heart, &random)?.reading }
  }

  @Test("reports saturation, pulse and perfusion in the bytes of its service")
  func values() {
    let reading =
      readings(Heartbeat(beatsPerMinute: 62, isIrregular: false, isMoving: false, saturation: 88)).last ?? nil
    #expect((87...89).contains(reading?.measurements[.oxygenSaturationPercent] ?? 0))
    #expect(reading?.measurements[.pulseBeatsPerMinute] == 62)
    #expect(reading?.measurements[.pulseAmplitudePercent] == 4)
  }

  @Test("reports no number where it has fallen off, and that it has")
  func off() {
    let heart = Heartbeat(beatsPerMinute: 62, isIrregular: false, isMoving: false, saturation: 97)
    let reading = readings(heart, suffers: .oximeterOff).last ?? nil
    #expect(reading?.measurements[.oxygenSaturationPercent] == nil)
    #expect(reading?.measurements[.pulseBeatsPerMinute] == nil)
    #expect(reading?.sensorStatus == 1 << 11)
    #expect(readings(heart, suffers: .oximeterSilent).allSatisfy { $0 == nil })
  }

  @Test("reports no number where there is no pulse")
  func asystole() {
    let reading =
      readings(Heartbeat(beatsPerMinute: 0, isIrregular: false, isMoving: false, saturation: 97)).last ?? nil
    #expect(reading?.measurements[.pulseBeatsPerMinute] == nil)
  }
}
