import Alarms
import Bluetooth
import Engine
import Monitor
import Readings
import SensorProtocols
import Settings
import Status
import TestSupport

/// Devices around a box: their messages are passed to an engine second by second, and its outputs are stored.
package struct Street {
  package var engine: Engine
  /// Every output with its time, s.
  package private(set) var reported: [(at: Double, record: LoopOutput)] = []

  /// A box to which every sensor is a stranger at first.
  package init(
    stored: [AdoptedSensor]? = [], forgotten: [DeviceAddress] = [], named: [DeviceAddress] = [],
    selection: SensorSelection = .anyKnown, bonds: Bonds = Bonds(), profile: BoxProfile = .cabin
  ) {
    engine = Engine(
      settings: MonitorSettings(profile: profile, latchesSound: false, gradesAir: false), sensors: selection,
      adoption: Adoption(stored: stored, forgotten: forgotten, named: named), bonds: bonds)
  }

  /// A box with another engine.
  package init(_ engine: Engine) { self.engine = engine }

  /// An input arrives at a time, s.
  package mutating func takes(_ input: EngineInput, at seconds: Double) {
    var reported: [(Double, LoopOutput)] = []
    engine.handle(input, at: .at(seconds)) { record, instant in reported.append((instant.seconds, record)) }
    self.reported += reported
  }

  /// Nothing happens up to and including a time, s.
  package mutating func waits(until seconds: Double) {
    var reported: [(Double, LoopOutput)] = []
    engine.advance(to: .at(seconds)) { record, instant in reported.append((instant.seconds, record)) }
    self.reported += reported
  }

  /// The run begins.
  package mutating func begins(isAwaiting: Bool = true) {
    var reported: [(Double, LoopOutput)] = []
    engine.begin(at: .start, isAwaiting: isAwaiting) { record, instant in reported.append((instant.seconds, record)) }
    self.reported += reported
  }

  /// Another configuration is put in force.
  /// - Returns: what is said of the alarms that end by it.
  @discardableResult package mutating func reloads(_ fresh: Configuration) -> String? {
    var reported: [(Double, LoopOutput)] = []
    let notices = engine.adopt(fresh.monitor, roles: fresh.roles, sensors: fresh.sensors) {
      reported.append(($1.seconds, $0))
    }
    self.reported += reported
    return notices.isEmpty ? nil : notices.map(\.sentence).joined(separator: "\n")
  }

  /// A client orders an adoption.
  package mutating func adopts(_ order: AdoptionOrder, at seconds: Double) -> OrderAnswer {
    waits(until: seconds)
    var reported: [(Double, LoopOutput)] = []
    let answer = engine.adopt(order, at: .at(seconds)) { reported.append(($1.seconds, $0)) }
    self.reported += reported
    return answer
  }

  /// A client orders the removal of a sensor.
  package mutating func forgets(_ address: DeviceAddress, at seconds: Double) -> OrderAnswer {
    waits(until: seconds)
    var reported: [(Double, LoopOutput)] = []
    let answer = engine.forget(address, at: .at(seconds)) { reported.append(($1.seconds, $0)) }
    self.reported += reported
    return answer
  }

  /// A client orders a standby.
  package mutating func standsBy(_ person: PersonIndex?, hours: Double = 8, at seconds: Double) -> OrderAnswer {
    waits(until: seconds)
    var reported: [(Double, LoopOutput)] = []
    let answer = engine.standBy(person, hours: hours, at: .at(seconds)) { reported.append(($1.seconds, $0)) }
    self.reported += reported
    return answer
  }

  /// A client gives an order about alarms.
  package mutating func carriesOut(_ order: Event, at seconds: Double) -> OrderAnswer {
    waits(until: seconds)
    var reported: [(Double, LoopOutput)] = []
    let answer = engine.carryOut(order, at: .at(seconds)) { reported.append(($1.seconds, $0)) }
    self.reported += reported
    return answer
  }

  /// A Polar strap advertises its heart rate: company data with contact, a frame counter and the rate.
  package mutating func polar(
    _ bpm: UInt8, at seconds: Double, from address: DeviceAddress, rssi: Int8? = -60, type: LEAddressType? = nil
  ) {
    let data: [UInt8] = [7, 0xFF, 0x6B, 0x00, 0x02 | (UInt8(Int(seconds) % 8) << 2), 0, bpm, bpm]
    takes(
      .radio(.advertisement(Advertisement(address: address, rssi: rssi, data: data, addressType: type))), at: seconds)
  }

  /// A strap notifies its heart rate.
  package mutating func strap(
    _ bpm: Double, at seconds: Double, from address: DeviceAddress, contact: SkinContact = .detected,
    rrTicks: [UInt16] = [], rssi: Int8? = -60
  ) {
    let value = HeartRateEncoder.value(.heartRate(bpm, contact: contact, rrTicks: rrTicks))
    takes(
      .radio(
        .attributeValue(
          AttributeValue(address: address, characteristic: HeartRateEncoder.measurement, data: value, rssi: rssi))),
      at: seconds)
  }

  /// An Aranet4 advertises.
  package mutating func aranet(
    _ co2: Double, at seconds: Double, from address: DeviceAddress, rssi: Int8? = -60, type: LEAddressType? = nil,
    interval: UInt16 = 60
  ) {
    let data = Aranet4Encoder.advertisement(
      .aranet4(co2: co2, intervalSeconds: interval, counter: UInt32(seconds) / 60 % 256))
    takes(
      .radio(.advertisement(Advertisement(address: address, rssi: rssi, data: data, addressType: type))), at: seconds)
  }

  /// A BTHome sensor (version 2) advertises these objects.
  package mutating func bthome(
    _ objects: [UInt8], at seconds: Double, from address: DeviceAddress, rssi: Int8? = -60, info: UInt8 = 0x40
  ) {
    let data: [UInt8] = [UInt8(objects.count + 4), 0x16, 0xD2, 0xFC, info] + objects
    takes(.radio(.advertisement(Advertisement(address: address, rssi: rssi, data: data))), at: seconds)
  }
}

// Outputs

extension Street {
  /// The changes of alarms, as "seconds condition presence priority".
  package var alarms: [String] {
    reported.compactMap { at, record in
      guard case .action(.alarm(let alarm)) = record else { return nil }
      return "\(Int(at)) \(alarm.condition.name) \(alarm.presence.name) \(alarm.priority.name)"
    }
  }

  /// The changes of adopted sensors, as "seconds state address or code".
  package var news: [String] {
    reported.compactMap { at, record in
      guard case .adoption(let news) = record else { return nil }
      return switch news {
      case .adopted(let sensor): "\(Int(at)) adopted \(sensor.address)"
      case .unconfirmed(let sensor): "\(Int(at)) unconfirmed \(sensor.address)"
      case .forgotten(let address): "\(Int(at)) forgotten \(address)"
      case .refused(let error): "\(Int(at)) refused \(error.code)"
      }
    }
  }

  /// The status that results from all outputs.
  package var status: ApplianceStatus {
    var status = ApplianceStatus()
    for (at, record) in reported { status.apply(TimedOutput(instant: .at(at), record: record)) }
    return status
  }

  /// The lists of adopted sensors that were to be stored.
  package var lists: [[AdoptedSensor]] {
    reported.compactMap { if case .adoptions(let list) = $0.record { list.sensors } else { nil } }
  }

  /// The addresses of removed sensors, as they were last to be stored.
  package var forgotten: [DeviceAddress]? {
    reported.compactMap { if case .adoptions(let list) = $0.record { list.forgotten } else { nil } }.last
  }
}

extension OrderAnswer {
  /// "done", further information, or the code of a refusal.
  package var text: String {
    switch self {
    case .done(let notices):
      notices.isEmpty ? "done" : notices.map(\.sentence).joined(separator: "\n")
    case .checked: "checked"
    case .refused(let error): error.code
    }
  }
}
