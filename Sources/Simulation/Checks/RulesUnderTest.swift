import Bluetooth
import Engine
import Monitor
import Readings
import SensorProtocols

/// Alarm rules without a box: they receive readings of sensors that have a place, not bytes. They serve as a simpler rule
/// for comparison or as a model of the requirements.
package protocol RulesUnderTest {
  /// The configuration names the sensors of the box, or a new device is received.
  mutating func assign(_ role: SensorRole, to sensor: SensorIndex, at instant: Instant, into actions: inout [Action])
  /// Processes an event and appends the resulting actions.
  mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action])
  mutating func receive(_ reading: Reading, from sensor: SensorIndex, at instant: Instant, into actions: inout [Action])
  /// The next time at which a tick has an effect.
  var nextDeadline: Instant? { get }
  /// Power came back: everything except the log of alarms is lost.
  mutating func restart(at instant: Instant, into actions: inout [Action])
  /// Whether they continue from their log after a restart.
  static var remembers: Bool { get }
}

extension RulesUnderTest {
  /// Most rules know no sensor before it is received.
  package mutating func assign(
    _ role: SensorRole, to sensor: SensorIndex, at instant: Instant, into actions: inout [Action]
  ) {}
}

/// A box around such rules: it decodes what sensors send and gives each device its place.
package struct PlainBox<Rules: RulesUnderTest>: SystemUnderTest {
  private var rules: Rules
  private var places: [DeviceAddress: SensorIndex] = [:]
  private var strangers: [DeviceAddress] = []
  private var nextStranger = 0

  private static var mostStrangers: Int { Monitor.sensorCapacity - Int(Street.firstPlace) }

  package init(_ rules: Rules) { self.rules = rules }

  package static var remembers: Bool { Rules.remembers }
  package var nextDeadline: Instant? { rules.nextDeadline }

  package mutating func begin(with own: [OwnDevice], into actions: inout [Action]) {
    for device in own {
      places[device.address] = device.place
      rules.assign(device.role, to: device.place, at: .start, into: &actions)
    }
  }

  package mutating func handle(_ input: EngineInput, at instant: Instant, into actions: inout [Action]) {
    switch input {
    case .event(let event): rules.handle(event, at: instant, into: &actions)
    case .radio(let report):
      guard let reading = SensorDecoder.reading(of: report) else { return }
      rules.receive(reading, from: place(of: report.address, at: instant, into: &actions), at: instant, into: &actions)
    case .adopt, .forget, .button: break
    }
  }

  package mutating func advance(to instant: Instant, into actions: inout [Action]) {
    rules.handle(.tick, at: instant, into: &actions)
  }

  package mutating func restart(at instant: Instant, into actions: inout [Action]) {
    rules.restart(at: instant, into: &actions)
  }

  /// A device that is received for the first time is a stranger's; it replaces the oldest one.
  private mutating func place(
    of address: DeviceAddress, at instant: Instant, into actions: inout [Action]
  ) -> SensorIndex {
    if let known = places[address] ?? OwnDevice.all.first(where: { $0.address == address })?.place { return known }
    let number = nextStranger % Self.mostStrangers
    nextStranger += 1
    let place = SensorIndex(Street.firstPlace + UInt16(number))
    if strangers.count > number {
      places[strangers[number]] = nil
      strangers[number] = address
      rules.handle(.forgotten(place), at: instant, into: &actions)
    } else {
      strangers.append(address)
    }
    places[address] = place
    rules.assign(.stranger, to: place, at: instant, into: &actions)
    return place
  }
}

extension SensorDecoder {
  /// Decodes a report, and corrects the CO2 of an Aranet4 by its pressure, independently of the engine; `nil` if it is
  /// not from a sensor.
  static func reading(of report: RadioReport) -> Reading? {
    guard var reading = decoded(report) else { return nil }
    if reading.model == .aranet4, let co2 = reading.measurements[.co2PartsPerMillion],
      let pressure = reading.measurements[.pressureHectopascals], (500...1_100).contains(pressure)
    {
      reading.measurements[.co2PartsPerMillion] =
        co2 / Atmosphere.shownShare(hectopascals: pressure, percent: AlarmRequirement.lossOfAranet4)
    }
    return reading
  }

  private static func decoded(_ report: RadioReport) -> Reading? {
    switch report {
    case .advertisement(let advertisement):
      try? reading(
        advertisement: advertisement.data.span.bytes, scanResponse: advertisement.scanResponse.span.bytes,
        hints: DecodingHints(address: advertisement.address))
    case .attributeValue(let value):
      try? reading(characteristic: value.characteristic, value: value.data.span.bytes)
    case .connected, .disconnected: nil
    }
  }
}
