import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import Sessions
import TestSupport
import Testing

/// What a box answers to the check before a flight.
@Suite struct `The check before a flight` {
  private let aranet = DeviceAddress.sampleAranet4

  private func box(_ profile: BoxProfile = .cabin, parts: SignalParts? = [.sounder, .lamps]) -> Street {
    var street = Street(
      Engine(
        settings: MonitorSettings(profile: profile, latchesSound: false, gradesAir: false),
        adoption: Adoption(named: [aranet])))
    if let parts { street.takes(.event(.signalParts(parts)), at: 0) }
    return street
  }

  private func missing(_ street: Street, at seconds: Double) -> [ReadinessCheck.Item] {
    street.engine.readiness(at: .at(seconds)).missing
  }

  @Test func `asks for a fresh CO2 sensor, a tested signal and a confirmed placement`() {
    var street = box(parts: [])
    #expect(missing(street, at: 0) == [.sensor, .signal, .placement])
    street.aranet(600, at: 1, from: aranet)
    #expect(missing(street, at: 1) == [.signal, .placement])
    street.takes(.event(.signalParts(.lamps)), at: 2)
    #expect(missing(street, at: 2) == [.placement], "a part is tested when it is opened")
    street.takes(.event(.confirmPlacement), at: 3)
    #expect(missing(street, at: 3) == [])
    street.waits(until: 1000)
    #expect(missing(street, at: 1000) == [.sensor], "it fell silent")
  }

  @Test func `asks for a heart beside a bed, and not for CO2`() {
    var street = box(.bedside)
    street.aranet(600, at: 1, from: aranet)
    #expect(missing(street, at: 1) == [.sensor, .placement])
  }

  @Test func `finds a signal that has failed since its test`() {
    var street = box(parts: .sounder)
    #expect(!missing(street, at: 0).contains(.signal))
    street.takes(.event(.signalParts([])), at: 5)
    #expect(missing(street, at: 5).contains(.signal))
  }

  @Test func `asks for no signal where there is no board, as in a replay`() {
    #expect(!missing(box(parts: nil), at: 0).contains(.signal))
  }

  @Test func `forgets the placement when a person ends the session, and keeps it when one begins`() {
    var street = box()
    street.takes(.event(.startSession), at: 0)
    street.takes(.event(.confirmPlacement), at: 1)
    street.takes(.event(.startSession), at: 2)
    #expect(!missing(street, at: 2).contains(.placement))
    let confirmed = street.reported.filter {
      if case .action(.placementConfirmed) = $0.record { true } else { false }
    }
    #expect(confirmed.map(\.at) == [1, 2], "for each session")
    street.takes(.event(.endSession), at: 3)
    #expect(missing(street, at: 3).contains(.placement))
  }

  @Test func `does not take the placement of one day for another`() {
    var street = box()
    street.takes(.event(.confirmPlacement), at: 0)
    street.takes(.event(.startSession), at: 90_000)
    #expect(missing(street, at: 90_000).contains(.placement))
  }

  @Test func `answers a client without a sound, unless it asks for one`() {
    var street = box()
    var outputs: [TimedOutput] = []
    guard case .checked(let check) = street.engine.check(CheckOrder(isPlaced: true), at: .at(5), into: &outputs) else {
      Issue.record("refused")
      return
    }
    #expect(check.missing == [.sensor])
    #expect(!outputs.contains { if case .action(let action) = $0.record { action.isSignal } else { false } })
    _ = street.engine.check(CheckOrder(givesSignal: true), at: .at(6), into: &outputs)
    #expect(outputs.contains { if case .action(.sound(.beeps(4))) = $0.record { true } else { false } })
    #expect(outputs.contains { if case .action(.lamp(.yellow, .doubleBlink)) = $0.record { true } else { false } })
    #expect(street.engine.monitor.checklist.testedAt == .at(6))
  }

  @Test func `shows by a steady green lamp for three seconds that all is there`() {
    var street = box()
    street.aranet(600, at: 1, from: aranet)
    street.takes(.button(ButtonOrder(.press(.a, .double), .check)), at: 2)
    street.waits(until: 20)
    let lamps = street.reported.compactMap { at, record -> String? in
      guard at >= 2, case .action(.lamp(let lamp, let pattern)) = record else { return nil }
      return "\(at) \(lamp.name) \(pattern.name)"
    }
    #expect(lamps.first == "2.0 green \(LampPattern.on.name)")
    #expect(lamps.last == "5.0 green \(LampPattern.allIsWell.name)")
  }

  @Test func `lets a session begin, and says and logs what is missing`() {
    var street = box()
    var outputs: [TimedOutput] = []
    guard
      case .done(let notices) = street.engine.startSession(
        ifUnready: .told, at: .at(1), into: &outputs)
    else {
      Issue.record("refused")
      return
    }
    let sentence = notices.first?.sentence ?? ""
    #expect(notices.map(\.code) == [.startedUnready])
    #expect(!sentence.contains("\(aranet)"), "it was never received: \(sentence)")
    #expect(sentence.contains("session check --placed"))
    #expect(
      outputs.contains {
        if case .sessionChecked([.sensor, .placement]) = $0.record { true } else { false }
      })
    guard
      case .done([]) = street.engine.startSession(ifUnready: .silent, at: .at(2), into: &outputs)
    else {
      Issue.record("reported")
      return
    }
  }

  @Test func `lets no session begin that a person wants to be checked, and leaves the running one`() {
    var street = box()
    street.takes(.event(.startSession), at: 0)
    street.takes(.event(.drink(200)), at: 1)
    var outputs: [TimedOutput] = []
    guard case .refused(let error) = street.engine.startSession(ifUnready: .refused, at: .at(2), into: &outputs) else {
      Issue.record("begun")
      return
    }
    #expect(error.code == "not-ready" && error.status == .unavailable)
    #expect(street.engine.monitor.refreshments.millilitres == 200)
  }
}
