import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import SensorProtocols
import Settings
import TestSupport
import Testing

/// What the engine answers to an order for standby.
@Suite struct `An order for standby` {
  private let left = DeviceAddress(value: 1)
  private let right = DeviceAddress(value: 2)
  private let free = DeviceAddress(value: 3)
  private let anna = PersonIndex(0), bert = PersonIndex(1)

  private func street(_ roles: [DeviceAddress: SensorRole]) -> Street {
    let settings = MonitorSettings(
      profile: .bedside, latchesSound: true, gradesAir: false,
      persons: [PersonSettings(name: "Anna"), PersonSettings(name: "Bert")])
    return Street(Engine(settings: settings, roles: roles))
  }

  /// Anna has the left strap and Bert the right one.
  private var pair: Street {
    street([
      left: SensorRole(isAdopted: true, person: anna), right: SensorRole(isAdopted: true, person: bert),
    ])
  }

  private func beats(
    _ bpm: Double = 72, from address: DeviceAddress, during seconds: Range<Int>, contact: SkinContact = .detected,
    on street: inout Street
  ) {
    for second in seconds { street.strap(bpm, at: Double(second), from: address, contact: contact, rrTicks: [853]) }
  }

  private let heardByRight =
    "the heart rate of Bert is received from 00:00:00:00:00:02: the person stays watched; take the sensor off first"

  private func message(_ answer: OrderAnswer) -> String? {
    guard case .refused(let error) = answer else { return nil }
    #expect(error.status == .usage)
    return error.message
  }

  @Test func `leaves a person unwatched whose heart is not received`() {
    for (hours, text) in [(8.0, "8"), (0.5, "0.5")] {
      var street = pair
      beats(from: left, during: 0..<50, on: &street)
      let answer = street.standsBy(anna, hours: hours, at: 100)
      #expect(answer.text == "Anna: not watched for \(text) h, or until the heart rate is received for 30 s")
      #expect(street.alarms.last == "100 standby ack low")
    }
  }

  @Test func `is refused while that heart is received, and nothing is reported`() {
    var street = pair
    beats(from: left, during: 0..<50, on: &street)
    beats(from: right, during: 50..<100, contact: .notSupported, on: &street)
    street.waits(until: 99.5)
    let before = street.reported.count
    #expect(message(street.standsBy(bert, at: 99.5)) == heardByRight)
    #expect(street.reported.count == before)
  }

  @Test(arguments: [SkinContact.detected, .notDetected])
  func `takes no skin and old data for not received`(contact: SkinContact) {
    var street = pair
    beats(from: left, during: 0..<50, on: &street)
    if contact == .notDetected { beats(from: left, during: 50..<100, contact: contact, on: &street) }
    #expect(street.standsBy(anna, at: 100).text.hasPrefix("Anna: not watched"))
  }

  @Test func `is refused where a strap on the skin finds no pulse`() {
    var street = pair
    beats(from: left, during: 0..<50, on: &street)
    for second in 50..<100 { street.strap(0, at: Double(second), from: left) }
    #expect(street.standsBy(anna, at: 100).text == "is-heard")
  }

  @Test func `is refused where another sensor of the person receives the heart`() {
    let both = SensorRole(isAdopted: true, person: anna)
    var street = street([left: both, right: both])
    beats(from: left, during: 0..<100, contact: .notDetected, on: &street)
    beats(from: right, during: 50..<100, on: &street)
    #expect(message(street.standsBy(anna, at: 99.5))?.contains("00:02") == true)
  }

  @Test func `for all leaves those who are not received, and is refused where all are`() {
    var street = pair
    beats(from: right, during: 0..<20, on: &street)
    beats(from: left, during: 20..<100, on: &street)
    #expect(
      street.standsBy(nil, at: 99.5).text
        == "everybody whose heart rate is not received: not watched for 8 h, or until the heart rate is received for "
        + "30 s")
    street = pair
    for second in 0..<100 {
      beats(from: left, during: second..<second + 1, on: &street)
      beats(from: right, during: second..<second + 1, on: &street)
    }
    #expect(message(street.standsBy(nil, at: 99.5))?.hasPrefix("the heart rate of Anna is received from") == true)
    street = pair
    beats(from: left, during: 0..<50, on: &street)
    #expect(street.standsBy(nil, at: 100).text.hasPrefix("everybody: not watched"))
  }

  @Test func `is about the wearer of a strap that is nobody's, too`() {
    var street = street([:])
    beats(from: free, during: 0..<100, on: &street)
    #expect(
      message(street.standsBy(nil, at: 99.5))
        == "the heart rate of the wearer of 00:00:00:00:00:03 is received from 00:00:00:00:00:03: the person stays "
        + "watched; take the sensor off first")
  }

  @Test func `needs somebody who is watched`() {
    var street = street([:])
    #expect(
      message(street.standsBy(nil, at: 1)) == "there is no heart-rate sensor, so there is no one to put on standby")
    #expect(
      message(street.standsBy(bert, at: 1)) == "Bert has no heart-rate sensor, so there is no one to put on standby")
  }

  @Test(arguments: [0.0, -1, 1e-9, 0.016, 12.1, .nan, .infinity])
  func `lasts a minute at least and 12 hours at most`(hours: Double) {
    var street = pair
    #expect(
      message(street.standsBy(anna, hours: hours, at: 1))
        == "the hours of a standby are a number from 1/60 (one minute) to 12")
  }

  @Test func `is a meaning of a button, for a night`() {
    var street = pair
    for second in 0..<10 { street.strap(72, at: Double(second), from: left) }
    street.takes(.button(ButtonOrder(.press(.a, .hold), .standby)), at: 27)
    street.takes(.button(ButtonOrder(.press(.a, .short), .silence)), at: 30)
    street.waits(until: 30 + 8 * 3600 - 1)
    #expect(street.alarms.contains("30 standby ack low"))
    #expect(!street.alarms.contains { $0.contains("standby off") })
    street.waits(until: 30 + 8 * 3600)
    #expect(street.alarms.contains("\(30 + 8 * 3600) standby off low"))
  }
}
