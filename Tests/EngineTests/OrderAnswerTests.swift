import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import TestSupport
import Testing

/// What the engine answers to orders about alarms: it knows what is there, and asks no picture of it.
@Suite struct `An order about alarms` {
  private let strap = DeviceAddress(value: 1)

  private var calm: Street {
    Street(Engine(settings: MonitorSettings(profile: .bedside, latchesSound: true, gradesAir: false)))
  }

  /// A heart that is too fast from the beginning, until a time (s).
  private func fast(until end: Int) -> Street {
    var street = calm
    for second in 0..<end { street.strap(150, at: Double(second), from: strap, rrTicks: [410]) }
    return street
  }

  @Test func `is refused where there is nothing that it could be about`() {
    var street = calm
    street.waits(until: 5)
    let before = street.reported.count
    #expect(street.carriesOut(.silence, at: 5).text == "not-sounding")
    #expect(street.carriesOut(.pause, at: 5).text == "not-sounding")
    #expect(street.carriesOut(.acknowledge(.heartRateHigh), at: 5).text == "not-present")
    #expect(street.carriesOut(.reset(nil), at: 5).text == "not-latched")
    #expect(street.carriesOut(.reset(.heartRateHigh), at: 5).text == "not-latched")
    #expect(street.reported.count == before, "nothing happens")
  }

  @Test func `is done where an alarm sounds, and refused once that is silent`() {
    var street = fast(until: 40)
    #expect(street.carriesOut(.acknowledge(.co2High), at: 40).text == "not-present")
    #expect(street.carriesOut(.reset(nil), at: 40).text == "not-latched")
    #expect(street.carriesOut(.pause, at: 40).text == "done")
    #expect(street.carriesOut(.pause, at: 41).text == "not-sounding")
    #expect(street.carriesOut(.silence, at: 41).text == "not-sounding")
    #expect(street.carriesOut(.acknowledge(.heartRateHigh), at: 41).text == "done", "it is there")
  }

  @Test func `ends a latched sound of that condition, once`() {
    var street = fast(until: 40)
    for second in 40..<100 { street.strap(70, at: Double(second), from: strap, rrTicks: [878]) }
    #expect(street.carriesOut(.reset(.co2High), at: 99.5).text == "not-latched")
    #expect(street.carriesOut(.reset(.heartRateHigh), at: 99.5).text == "done")
    #expect(street.carriesOut(.reset(nil), at: 99.5).text == "not-latched")
  }

  @Test func `counts what is due by its time`() {
    // The pause has ended when the order comes, and the engine has got no time since.
    var street = fast(until: 40)
    #expect(street.carriesOut(.pause, at: 40).text == "done")
    let answer = street.engine.carryOut(.pause, at: .at(170), to: { _, _ in })
    #expect(answer.text == "done")
  }
}
