import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A button gives up watching only after a question.
@Suite struct `Standby by a button` {
  private let strap = DeviceAddress(value: 1)

  /// Beside a bed: a strap that was taken off at 30 s; its loss sounds.
  private func lost() -> Street {
    var street = Street(
      Engine(
        settings: MonitorSettings(profile: .bedside, latchesSound: true, gradesAir: false),
        adoption: Adoption(named: [strap])))
    for second in 0..<30 { street.strap(72, at: Double(second), from: strap, rrTicks: [853]) }
    street.waits(until: 90)
    return street
  }

  private func press(_ press: Press, _ button: Button = .a, at seconds: Double, on street: inout Street) {
    let meaning: ButtonMeaning = press == .hold ? .standby : press == .short ? .silence : .reset
    street.takes(.button(ButtonOrder(.press(button, press), meaning)), at: seconds)
  }

  private func isInStandby(_ street: Street) -> Bool { street.alarms.contains { $0.contains("standby ack") } }

  private func beeps(_ street: Street) -> [UInt8] {
    street.reported.compactMap { _, record in
      if case .action(.sound(.some(let signal))) = record, signal.beeps > 0 { signal.beeps } else { nil }
    }
  }

  @Test(arguments: [2.0, 5, 10])
  func `begins with one short press after the question, which is heard though an alarm sounded`(after: Double) {
    var street = lost()
    press(.hold, at: 100, on: &street)
    street.waits(until: 101.9)
    #expect(beeps(street) == [BeepCount.question])
    #expect(!isInStandby(street))
    press(.short, at: 100 + after, on: &street)
    #expect(isInStandby(street))
  }

  @Test(arguments: [0.3, 1.9, 10.1, 60])
  func `does not begin with a press that is sooner or later`(after: Double) {
    var street = lost()
    press(.hold, at: 100, on: &street)
    press(.short, at: 100 + after, on: &street)
    press(.short, at: 104 + after, on: &street)
    #expect(!isInStandby(street))
  }

  @Test func `does not begin with another gesture or another button, which end the question`() {
    for (other, button) in [(Press.long, Button.a), (.short, .b), (.double, .a)] {
      var street = lost()
      press(.hold, at: 100, on: &street)
      press(other, button, at: 104, on: &street)
      press(.short, at: 106, on: &street)
      #expect(!isInStandby(street))
    }
  }

  @Test func `does not begin with a press while an alarm sounds that began after the question: it is silenced`() {
    var street = lost()
    press(.hold, at: 100, on: &street)
    street.takes(.event(.fault(.sounderFailed)), at: 103)
    press(.short, at: 105, on: &street)
    #expect(!isInStandby(street))
    #expect(street.engine.monitor.isAlarmSounding == false)
  }

  @Test func `never begins with quick or panicked presses, however many`() {
    for gap in [0.15, 0.3, 0.5, 1.0, 1.5] {
      var street = lost()
      // A hand that first leans on the button, and presses on.
      press(.hold, at: 100, on: &street)
      var time = 100.0
      for _ in 0..<60 {
        time += gap
        press(.short, at: time, on: &street)
      }
      #expect(!isInStandby(street), "\(gap)")
    }
  }

  @Test func `is refused with four beeps while the heart rate is received`() {
    var street = lost()
    for second in 91..<110 { street.strap(72, at: Double(second), from: strap, rrTicks: [853]) }
    press(.hold, at: 110, on: &street)
    street.waits(until: 113)
    #expect(beeps(street) == [BeepCount.refused])
    press(.short, at: 114, on: &street)
    #expect(!isInStandby(street))
  }
}
