import Alarms
import Monitor
import Readings

/// What the box signals at every moment, as anybody can tell from its actions alone.
struct SignalBoard: Sendable {
  struct Signal: Sendable {
    var presence = Presence.off
    var activation = Activation.off
    var priority = Priority.low
    var pausedSince: Double?
    var acknowledgedSince: Double?
    var isPresent: Bool { presence == .on || presence == .ack }
  }

  private(set) var signals: [Signal]
  private(set) var sound: SoundSignal?
  private(set) var lamps: [LampPattern] = Array(repeating: .off, count: Lamp.allCases.count)
  /// The places of those that are present or latched.
  private(set) var active: [Int] = []

  private static let places: [ConditionID: Int] = Dictionary(
    uniqueKeysWithValues: ConditionID.allCases.enumerated().map { ($1, $0) })
  /// The box itself, the air sensor, the strap.
  private static let owners = 3

  init() { signals = Array(repeating: Signal(), count: ConditionID.allCases.count * Self.owners) }

  static func place(_ id: ConditionID, _ sensor: SensorIndex?) -> Int {
    (places[id] ?? 0) * owners + (sensor.map { Int(min($0.position, 1)) + 1 } ?? 0)
  }

  func callAsFunction(_ id: ConditionID, _ sensor: SensorIndex?) -> Signal { signals[Self.place(id, sensor)] }

  mutating func take(_ alarm: AlarmTransition, _ now: Double) {
    let place = Self.place(alarm.condition, alarm.sensor)
    var signal = signals[place]
    let wasThere = signal.presence != .off
    signal.presence = alarm.presence
    signal.activation = alarm.activation
    signal.priority = alarm.priority
    signal.pausedSince = alarm.activation == .paused ? signal.pausedSince ?? now : nil
    signal.acknowledgedSince = alarm.presence == .ack ? signal.acknowledgedSince ?? now : nil
    signals[place] = signal
    guard wasThere != (alarm.presence != .off) else { return }
    if wasThere { active.removeAll { $0 == place } } else { active.append(place) }
  }

  mutating func take(_ sound: SoundSignal?) { self.sound = sound }

  mutating func take(_ lamp: Lamp, _ pattern: LampPattern) { lamps[Int(lamp.rawValue)] = pattern }

  /// After a restart: what is still acknowledged has been so since before it.
  mutating func keepAcknowledgements(of before: SignalBoard) {
    for place in signals.indices where signals[place].presence == .ack {
      if let since = before.signals[place].acknowledgedSince { signals[place].acknowledgedSince = since }
    }
  }

  /// The box has lost power: nothing is signalled.
  mutating func darken() {
    for place in signals.indices { signals[place] = Signal() }
    sound = nil
    lamps = Array(repeating: .off, count: lamps.count)
    active = []
  }
}
