import Alarms
import Control
import Engine
import Monitor
import Readings
import SensorProtocols
import Settings
import Status
import TestSupport
import Testing

@Suite struct `An order for standby` {
  private let settings = MonitorSettings(
    profile: .bedside, latchesSound: true, gradesAir: false,
    persons: [PersonSettings(name: "Anna"), PersonSettings(name: "Bert")])
  private let left = DeviceAddress(value: 1)
  private let right = DeviceAddress(value: 2)
  private let free = DeviceAddress(value: 3)
  private var roles: [DeviceAddress: SensorRole] {
    [
      left: SensorRole(isAdopted: true, person: PersonIndex(0)),
      right: SensorRole(isAdopted: true, person: PersonIndex(1)),
    ]
  }

  /// A status in which sensors have told a heart rate (bpm) at a time.
  private func status(
    _ heard: [(DeviceAddress, bpm: Double, contact: SkinContact, at: Double)], at seconds: Double
  ) -> ApplianceStatus {
    var status = ApplianceStatus()
    for (place, heart) in heard.enumerated() {
      let index = SensorIndex(UInt16(place))
      var reading = Reading(model: .heartRateService)
      reading.measurements[.heartRateBeatsPerMinute] = heart.bpm
      reading.contact = heart.contact
      let sensor = SensorRegistry.Sensor(address: heart.0, model: .heartRateService)
      status.apply(TimedOutput(instant: .start, record: .sensor(index, sensor)))
      status.apply(TimedOutput(instant: .at(heart.at), record: .reading(reading, from: index)))
    }
    status.apply(TimedOutput(instant: .at(seconds), record: .note("time passes")))
    return status
  }

  private func order(
    _ request: ControlRequest, _ status: ApplianceStatus, _ roles: [DeviceAddress: SensorRole]? = nil
  ) throws -> String {
    let (event, note) = try Standby.order(request, settings, roles ?? self.roles, status)
    guard case .standby(let person, let time) = event else { return "another event" }
    return "\(person.map { "\($0.position)" } ?? "all") \(time.inSeconds / 3600) h; \(note ?? "")"
  }

  private func refusal(
    _ request: ControlRequest, _ status: ApplianceStatus, _ roles: [DeviceAddress: SensorRole]? = nil
  ) -> String? {
    do {
      _ = try order(request, status, roles)
      return nil
    } catch {
      #expect((error as? LapwingError)?.status == .usage)
      return (error as? LapwingError)?.message
    }
  }

  @Test func `leaves a person unwatched whose heart is not heard`() throws {
    let status = status([(left, 70, .detected, 0), (right, 70, .detected, 100)], at: 100)
    #expect(
      try order(ControlRequest(.standby, name: "Anna"), status)
        == "0 8.0 h; Anna: not watched for 8 h, or until the heart is heard for 30 s")
    #expect(
      try order(ControlRequest(.standby, name: "Anna", hours: 0.5), status).hasPrefix(
        "0 0.5 h; Anna: not watched for 0.5 h"))
  }

  @Test func `is refused while that heart is heard`() {
    let status = status([(left, 70, .detected, 0), (right, 70, .notSupported, 98)], at: 100)
    #expect(
      refusal(ControlRequest(.standby, name: "Bert"), status)
        == "the heart of Bert is heard by 00:00:00:00:00:02; who is heard stays watched: take the sensor off first")
  }

  @Test(arguments: [(0.0, SkinContact.detected, 100.0), (70, .notDetected, 100), (70, .detected, 94)])
  func `takes no beat, no skin and old data for not heard`(bpm: Double, contact: SkinContact, at: Double) {
    #expect(refusal(ControlRequest(.standby, name: "Anna"), status([(left, bpm, contact, at)], at: 100)) == nil)
  }

  @Test func `is refused where another sensor of the person hears the heart`() {
    let both = SensorRole(isAdopted: true, person: PersonIndex(0))
    let status = status([(left, 70, .notDetected, 100), (right, 70, .detected, 100)], at: 100)
    #expect(
      refusal(ControlRequest(.standby, name: "Anna"), status, [left: both, right: both])?.contains("00:02") == true)
  }

  @Test func `for all leaves those who are not heard, and is refused where all are`() throws {
    let some = status([(left, 70, .detected, 100)], at: 100)
    #expect(
      try order(ControlRequest(.standby), some)
        == "all 8.0 h; everybody whose heart is not heard: not watched for 8 h, or until the heart is heard for 30 s")
    let all = status([(left, 70, .detected, 100), (right, 70, .detected, 100)], at: 100)
    #expect(refusal(ControlRequest(.standby), all)?.hasPrefix("the heart of Anna is heard by") == true)
    let offs = status([(left, 70, .notDetected, 100)], at: 100)
    #expect(try order(ControlRequest(.standby), offs).contains("everybody: not watched"))
  }

  @Test func `is about the wearer of a strap that is nobody's, too`() {
    let status = status([(free, 70, .detected, 100)], at: 100)
    #expect(
      refusal(ControlRequest(.standby), status, [:])
        == "the heart of the wearer of 00:00:00:00:00:03 is heard by 00:00:00:00:00:03; who is heard stays watched: take "
        + "the sensor off first")
  }

  @Test func `needs somebody who is watched`() {
    let empty = ApplianceStatus()
    #expect(
      refusal(ControlRequest(.standby), empty, [:])
        == "there is no heart-rate sensor: nobody is watched who could be left")
    #expect(
      refusal(ControlRequest(.standby, name: "Bert"), empty, [:])
        == "Bert has no heart-rate sensor: nobody is watched who could be left")
    #expect(
      refusal(ControlRequest(.standby, name: "Carl"), empty)
        == "Carl is no person of the configuration; it names Anna, Bert")
    #expect(
      refusal(ControlRequest(.endStandby, name: "Carl"), empty)
        == "Carl is no person of the configuration; it names Anna, Bert")
  }

  @Test(arguments: [0.0, -1, 1e-9, 0.016, 12.1, .nan, .infinity])
  func `lasts a minute at least and 12 hours at most`(hours: Double) {
    #expect(
      refusal(ControlRequest(.standby, name: "Anna", hours: hours), ApplianceStatus())
        == "the hours of a standby are a number from 1/60, a minute, to 12")
  }

  @Test func `is answered by the rules, which refuse it where a strap on the skin finds no pulse`() throws {
    for (isWorn, expected) in [(true, "is-heard"), (false, "Anna: not watched")] {
      var street = Street(Engine(settings: settings, roles: roles))
      for second in 0..<50 { street.strap(72, at: Double(second), from: left, rrTicks: [853]) }
      if isWorn { for second in 50..<100 { street.strap(0, at: Double(second), from: left) } }
      street.waits(until: 100)
      let (event, note) = try Standby.order(ControlRequest(.standby, name: "Anna"), settings, roles, street.status)
      let answer = street.engine.standBy(event, noting: note, at: .at(100), to: { _, _ in })
      #expect(answer.text.hasPrefix(expected))
    }
  }

  @Test func `is a meaning of a button`() {
    guard case .standby(nil, let time) = ButtonMeaning.standby.event else {
      Issue.record("no standby of all")
      return
    }
    #expect(time == .seconds(8 * 3600))
  }

  @Test func `names the person of an alarm`() {
    #expect(Subject.person(PersonIndex(1)).name(among: ["Anna", "Bert"]) == "Bert")
    #expect(Subject.person(PersonIndex(63)).name(among: ["Anna", "Bert"]) == nil)
    #expect(Subject.room.name(among: ["Anna", "Bert"]) == nil)
  }
}
