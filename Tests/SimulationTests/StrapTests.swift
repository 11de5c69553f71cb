import Readings
import Testing

@testable import Simulation

@Suite("A simulated strap")
struct StrapTests {
  private let heart = Heartbeat(beatsPerMinute: 62, isIrregular: false, isMoving: false, saturation: 97)

  private func readings(
    _ kind: WorldScript.Strap, heart: Heartbeat, suffers: [(Double, WorldEvent.Trouble, Double)] = []
  ) -> [Reading?] {
    var parameters = WorldParameters()
    for entry in WorldParameters.entries where entry.name.hasPrefix("strap") && entry.name.hasSuffix("per-day") {
      _ = parameters.set(entry.name, to: 0)
    }
    for name in ["artefacts-per-day", "strap-off-claims-contact-share"] { _ = parameters.set(name, to: 0) }
    var random = WorldRandom(seed: 5)
    var strap = SimulatedStrap(parameters, kind, heart, &random)
    return (1...120).map { second in
      for (at, trouble, duration) in suffers where at == Double(second) {
        strap.suffer(trouble, at, for: duration)
      }
      return strap.step(Double(second), heart, &random)?.reading
    }
  }

  @Test("reports rate, contact and the times between beats")
  func everything() {
    let readings = readings(WorldScript.Strap(), heart: heart)
    #expect(readings.allSatisfy { $0?.measurements[.heartRateBeatsPerMinute] == 62 && $0?.contact == .detected })
    #expect((118...128).contains(readings.reduce(0) { $0 + ($1?.rrIntervals.count ?? 0) }))
  }

  @Test("reports no beats and no contact where it cannot")
  func simple() {
    var kind = WorldScript.Strap()
    kind.sendsBeats = false
    kind.feelsSkin = false
    let readings = readings(kind, heart: heart)
    #expect(readings.allSatisfy { $0?.rrIntervals.count == 0 && $0?.contact == .notSupported })
  }

  @Test("reports 0 with contact where the heart does not beat")
  func asystole() {
    let still = Heartbeat(beatsPerMinute: 0, isIrregular: false, isMoving: false, saturation: 97)
    let last = readings(WorldScript.Strap(), heart: still).last ?? nil
    #expect(last?.measurements[.heartRateBeatsPerMinute] == 0)
    #expect(last?.contact == .detected)
  }

  @Test("notices some seconds late that it was taken off, and finds the heart some seconds after it is on again")
  func off() {
    let readings = readings(WorldScript.Strap(), heart: heart, suffers: [(20, .strapOff, 40)])
    let contact = readings.map { $0?.contact }
    #expect(contact[20] == .detected)
    #expect(contact[30] == .notDetected && contact[55] == .notDetected)
    #expect(contact[61] == .detected && readings[61]?.measurements[.heartRateBeatsPerMinute] == 0)
    #expect(readings[80]?.measurements[.heartRateBeatsPerMinute] == 62)
  }

  @Test("loses contact and finds it again where it sits loosely")
  func loose() {
    let contact = readings(WorldScript.Strap(), heart: heart, suffers: [(10, .strapLoose, 100)]).map { $0?.contact }
    let changes = zip(contact, contact.dropFirst()).filter { $0 != $1 }.count
    #expect(changes > 6)
    #expect(contact.last == .detected)
  }
}
