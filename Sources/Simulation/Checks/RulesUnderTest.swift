import Bluetooth
import Engine
import Monitor
import Readings
import SensorProtocols

/// Rules of alarms without a box around them: they take readings of sensors that have a place, and know no bytes. A simpler
/// rule to compare with, or a model of what is promised.
package protocol RulesUnderTest {
  /// The configuration names the sensors of the box; or a device is received that was not there before.
  mutating func assign(_ role: SensorRole, to sensor: SensorIndex, at instant: Instant, into actions: inout [Action])
  /// Takes in an event and appends what follows from it.
  mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action])
  /// Takes in what a sensor said.
  mutating func hear(_ reading: Reading, from sensor: SensorIndex, at instant: Instant, into actions: inout [Action])
  /// When a tick has something to do next.
  var nextDeadline: Instant? { get }
  /// Power came back: everything is lost but the log of alarms.
  mutating func restart(at instant: Instant, into actions: inout [Action])
  /// Whether they go on after a restart from where their log says they were.
  static var remembers: Bool { get }
}

extension RulesUnderTest {
  /// Most know no sensor before it is received.
  package mutating func assign(
    _ role: SensorRole, to sensor: SensorIndex, at instant: Instant, into actions: inout [Action]
  ) {}
}

/// A box around such rules: it decodes what sensors send, and gives each device its place.
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

  package mutating func take(_ input: EngineInput, at instant: Instant, into actions: inout [Action]) {
    switch input {
    case .event(let event): rules.handle(event, at: instant, into: &actions)
    case .radio(let report):
      guard let reading = SensorDecoder.reading(of: report) else { return }
      rules.hear(reading, from: place(of: report.address, at: instant, into: &actions), at: instant, into: &actions)
    case .adopt, .forget, .button: break
    }
  }

  package mutating func advance(to instant: Instant, into actions: inout [Action]) {
    rules.handle(.tick, at: instant, into: &actions)
  }

  package mutating func restart(at instant: Instant, into actions: inout [Action]) {
    rules.restart(at: instant, into: &actions)
  }

  /// A device that is received for the first time is a stranger's; it takes the place of the oldest of them.
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
  /// What a report says, decoded apart from the engine; `nil` if it is no sensor's.
  static func reading(of report: RadioReport) -> Reading? {
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
