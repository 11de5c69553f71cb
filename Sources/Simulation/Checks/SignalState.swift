import Alarms
import Readings

/// The signals of the box at the present time, derived from its actions alone.
struct SignalState: Sendable {
  /// The state of one condition at one owner. Times are in seconds.
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
  /// When an alarm last changed, s.
  private var quietSince = 0.0
  /// The places of the signals that are present or latched.
  private(set) var active: [Int] = []

  private static let places: [ConditionID: Int] = Dictionary(
    uniqueKeysWithValues: ConditionID.allCases.enumerated().map { ($1, $0) })
  /// The box itself, the air sensor, the strap, the oximeter.
  private static let owners = 4

  init() { signals = Array(repeating: Signal(), count: ConditionID.allCases.count * Self.owners) }

  static func place(_ id: ConditionID, _ sensor: SensorIndex?) -> Int {
    (places[id] ?? 0) * owners + owner(sensor)
  }

  static func owner(_ sensor: SensorIndex?) -> Int { sensor.map { Int(min($0.position, 2)) + 1 } ?? 0 }
  static func owner(at place: Int) -> Int { place % owners }

  /// Whether there are only sounds that have outlasted their alarms.
  var isOnlyLatched: Bool { active.allSatisfy { !signals[$0].isPresent } && !active.isEmpty }

  /// Whether an alarm is about a device that is not the box's own.
  static func isOfStranger(_ sensor: SensorIndex?) -> Bool { sensor.map { $0.position >= owners - 1 } ?? false }

  func callAsFunction(_ id: ConditionID, _ sensor: SensorIndex?) -> Signal { signals[Self.place(id, sensor)] }

  /// The person or thing that an alarm is about.
  enum Subject: Sendable { case box, room, person }

  static func subject(of alarm: AlarmTransition) -> Subject {
    subject(owner: alarm.sensor.map { Int($0.position) + 1 } ?? 0)
  }
  static func subject(of place: Int) -> Subject { subject(owner: place % owners) }
  private static func subject(owner: Int) -> Subject { owner == 0 ? .box : owner == 1 ? .room : .person }
  static func condition(at place: Int) -> ConditionID { ConditionID.allCases[place / owners] }

  mutating func apply(_ alarm: AlarmTransition, _ now: Double) {
    let place = Self.place(alarm.condition, alarm.sensor)
    var signal = signals[place]
    let wasThere = signal.presence != .off
    signal.presence = alarm.presence
    signal.activation = alarm.activation
    signal.priority = alarm.priority
    signal.pausedSince = alarm.activation == .paused ? signal.pausedSince ?? now : nil
    signal.acknowledgedSince = alarm.presence == .ack ? signal.acknowledgedSince ?? now : nil
    signals[place] = signal
    quietSince = now
    guard wasThere != (alarm.presence != .off) else { return }
    if wasThere { active.removeAll { $0 == place } } else { active.append(place) }
  }

  mutating func apply(_ sound: SoundSignal?) { self.sound = sound }

  mutating func apply(_ lamp: Lamp, _ pattern: LampPattern) { lamps[Int(lamp.rawValue)] = pattern }

  /// After a restart: alarms that are still acknowledged have been so since before it.
  mutating func keepAcknowledgements(of before: SignalState) {
    for place in signals.indices where signals[place].presence == .ack {
      if let since = before.signals[place].acknowledgedSince { signals[place].acknowledgedSince = since }
    }
  }

  /// All faults: sound and lamps must match the present alarms, and no silence may be longer than a pause.
  /// - Parameter sounds: how often low and medium alarms sound. One that does not repeat may be silent.
  func violations(_ now: Double, _ sounds: SoundWays) -> [String] {
    var violations: [String] = []
    var loudest: Priority?
    var repeating: Priority?
    var isHighShown = false
    for place in active {
      let signal = signals[place]
      if signal.activation == .on {
        loudest = max(loudest ?? signal.priority, signal.priority)
        let isTechnical = ConditionTable.standard[Self.condition(at: place)].isTechnical
        if sounds.way(signal.priority, isTechnical: isTechnical) == .repeat {
          repeating = max(repeating ?? signal.priority, signal.priority)
        }
      }
      if signal.isPresent, signal.priority == .high { isHighShown = true }
      if let since = signal.pausedSince, now - since > CheckTimes.longestPause + CheckTimes.tolerance {
        violations.append("a pause has lasted \(now - since) s")
      }
      if signal.priority == .high, let since = signal.acknowledgedSince,
        now - since > CheckTimes.longestPause + CheckTimes.tolerance
      {
        violations.append("a high alarm has been snoozed for \(now - since) s")
      }
    }
    // Beeps are not alarms. A burst that has begun is played to its end, so more may sound than should for a while.
    let sounding = sound.flatMap { $0.beeps == 0 ? $0.priority : nil }
    let isAllowed = sounding.map { $0 <= loudest ?? .low } ?? true && repeating.map { $0 <= sounding ?? .low } ?? true
    let isMissing = sounding == nil && repeating != nil || sounding != nil && loudest == nil
    if !isAllowed || isMissing, !isPlayedToItsEnd(sounding, loudest, now) {
      violations.append("\(sounding?.name ?? "nothing") sounds, but \(loudest?.name ?? "nothing") should")
    }
    if (lamps[Int(Lamp.red.rawValue)] != .off) != isHighShown { violations.append("the red lamp is wrong") }
    return violations
  }

  private func isPlayedToItsEnd(_ sounding: Priority?, _ loudest: Priority?, _ now: Double) -> Bool {
    guard let sounding, loudest.map({ $0 < sounding }) ?? true else { return false }
    return now - quietSince <= Self.longestBurst
  }
  /// The longest burst, s: ten pulses with their gaps. Own choice.
  private static let longestBurst = 5.0

  /// The box has lost power: nothing is signalled.
  mutating func darken() {
    for place in signals.indices { signals[place] = Signal() }
    sound = nil
    lamps = Array(repeating: .off, count: lamps.count)
    active = []
  }
}
