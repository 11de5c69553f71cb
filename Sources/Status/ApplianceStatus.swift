import Alarms
import Engine
import Monitor
import Readings
import Sessions
import Settings

/// A picture of the appliance, put together from what the loop tells. The screen and the control socket each keep one;
/// as others see it, it is a ``BoxStatus``.
package struct ApplianceStatus: Sendable {
  /// A sensor and what it last said.
  package struct SensorState: Sendable {
    package var sensor: SensorRegistry.Sensor
    /// What it last said.
    package var reading: Reading?
    /// The latest value of each quantity: one reading need not hold them all.
    package var measurements = Measurements()
    /// When it was heard last.
    package var heardAt: Instant
    /// Whether it is one's own; any other is only shown.
    package var isOwn = true
    /// What is known of one's own sensor beside that.
    package var adopted: AdoptedSensor?
    /// The strength of its signal, dBm; `nil` where that was not measured.
    package var signal: Int8?
  }

  private var sensorsByIndex: [SensorIndex: SensorState] = [:]
  /// The alarms that are there, latched or acknowledged, oldest first.
  package private(set) var alarms: [AlarmTransition] = []
  /// The pattern of each lamp that is not dark.
  package private(set) var patterns: [Lamp: LampPattern] = [:]
  /// The lamps that are lit at this moment.
  package private(set) var lit: Set<Lamp> = []
  /// What the sounder repeats.
  package private(set) var sound: SoundSignal?
  package private(set) var loudness = Loudness.normal
  /// When its latest burst began.
  package private(set) var burstAt: Instant?
  /// The phase of flight that somebody told, while it counts.
  package private(set) var phase = Phase.unknown
  /// When the session that runs began.
  package private(set) var sessionStartedAt: Instant?
  /// The summary of the last session that ended.
  package private(set) var lastSession: SessionSummary?
  /// The latest alarm transition.
  package private(set) var lastSequence: UInt64 = 0
  /// The latest alarm transition that the logbook has committed.
  package private(set) var committedSequence: UInt64 = 0
  /// How far time has come.
  package private(set) var instant = Instant.start

  package init() {}

  /// The sensors, one's own first, in the order of their places.
  package var sensors: [SensorState] {
    let sorted = sensorsByIndex.sorted { $0.key < $1.key }.map(\.value)
    return sorted.filter(\.isOwn) + sorted.filter { !$0.isOwn }
  }

  /// Why nothing is watched, where no sensor is one's own.
  package var adviceWithoutSensor: String? {
    guard !sensorsByIndex.values.contains(where: \.isOwn) else { return nil }
    return
      "no sensor is adopted yet; hold one beside the box and buttons A and B for 5 s, or lapwing sensors adopt ADDRESS"
  }

  /// Whose heart a sensor measures: by the configuration, or by the order that adopted it.
  package func person(of state: SensorState, in configuration: Configuration) -> String? {
    configuration.person(of: state.sensor.address) ?? state.adopted?.person
  }

  /// Where an alarm is, or `nil` where it is the appliance's own.
  package func address(of alarm: AlarmTransition) -> DeviceAddress? {
    alarm.sensor.flatMap { sensorsByIndex[$0]?.sensor.address }
  }

  /// Takes in a record.
  package mutating func apply(_ outward: TimedOutput) {
    instant = max(instant, outward.instant)
    switch outward.record {
    case .sensor(let index, let sensor):
      take(sensor, at: index, isOwn: true, outward.instant)
    case .stranger(let index, let sensor): take(sensor, at: index, isOwn: false, outward.instant)
    case .adopted(let index, let adopted): sensorsByIndex[index]?.adopted = adopted
    case .left(let index): sensorsByIndex[index] = nil
    case .signal(let index, let signal):
      sensorsByIndex[index]?.signal = signal
      // Of one that gives no reading, that is all that is heard.
      if sensorsByIndex[index]?.reading == nil { sensorsByIndex[index]?.heardAt = outward.instant }
    case .reading(let reading, let index): apply(reading, from: index, at: outward.instant)
    case .action(let action): apply(action, at: outward.instant)
    case .lamp(let lamp, let isLit): if isLit { lit.insert(lamp) } else { lit.remove(lamp) }
    case .burst: burstAt = outward.instant
    case .committed(let sequence): committedSequence = sequence
    case .adoption(.adopted(let adopted)):
      for index in sensorsByIndex.keys where sensorsByIndex[index]?.sensor.address == adopted.address {
        sensorsByIndex[index]?.adopted = adopted
      }
    case .adoption, .adoptions, .answer, .selection, .note, .button, .record, .recalled, .reloadWanted, .runEnded,
      .finished:
      break
    }
  }

  private mutating func take(_ sensor: SensorRegistry.Sensor, at index: SensorIndex, isOwn: Bool, _ instant: Instant) {
    // What the same device said before counts on: it is known better now, or is one's own only now.
    if var known = sensorsByIndex[index], known.sensor.address == sensor.address {
      known.sensor = sensor
      known.isOwn = isOwn
      known.adopted = nil
      sensorsByIndex[index] = known
    } else {
      sensorsByIndex[index] = SensorState(sensor: sensor, heardAt: instant, isOwn: isOwn)
    }
  }

  private mutating func apply(_ reading: Reading, from index: SensorIndex, at instant: Instant) {
    guard var state = sensorsByIndex[index] else { return }
    state.reading = reading
    state.heardAt = instant
    for quantity in Quantity.allCases {
      if let value = reading.measurements[quantity] { state.measurements[quantity] = value }
    }
    sensorsByIndex[index] = state
  }

  private mutating func apply(_ action: Action, at instant: Instant) {
    switch action {
    case .alarm(let alarm):
      lastSequence = alarm.sequence
      let index = alarms.firstIndex {
        $0.condition == alarm.condition && $0.sensor == alarm.sensor && $0.isTest == alarm.isTest
      }
      if let index {
        if alarm.presence == .off { alarms.remove(at: index) } else { alarms[index] = alarm }
      } else if alarm.presence != .off {
        alarms.append(alarm)
      }
    case .loudness(let level): loudness = level
    case .notice, .refusal: break
    case .lamp(let lamp, let pattern): patterns[lamp] = pattern == .off ? nil : pattern
    case .sound(let signal):
      sound = signal
      burstAt = nil
    case .scenarioWanted, .scenario: break
    case .phase(let told): phase = told
    case .sessionStarted: sessionStartedAt = instant
    case .sessionEnded(let summary):
      sessionStartedAt = nil
      lastSession = summary
    }
  }
}
