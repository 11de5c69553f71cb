import Alarms
import Readings

/// An alarm as it was written down last, in the log or in the file of open alarms: names and numbers that may be damaged.
package struct LoggedAlarm: Sendable, Equatable, Codable {
  /// Which condition, by its name.
  package var condition: String
  /// The highest priority that it reached, by its name.
  package var priority: String?
  /// Whether it is there, latched or acknowledged, by its name.
  package var presence: String?
  /// Whether it sounds, by its name.
  package var activation: String?
  /// What its episode is about, by its name.
  package var family: String?
  /// When it was written down, milliseconds since 1970.
  package var at: Int64?
  /// Until when its sound is paused or its acknowledgement counts, milliseconds since 1970.
  package var silentUntil: Int64?
  /// For how long it had sounded without an answer, seconds.
  package var unansweredSeconds: Double?
  /// The limit in force, in the unit of the condition's trigger.
  package var limit: Double?
  /// The latest value, in the same unit.
  package var value: Double?

  /// A damaged file may hold any number, seconds: nothing grows after an hour.
  private static let longestUnanswered = 3600.0

  package init(
    condition: String, priority: String?, presence: String?, activation: String?, family: String?, at: Int64?,
    silentUntil: Int64?, unansweredSeconds: Double?, limit: Double?, value: Double?
  ) {
    self.condition = condition
    self.priority = priority
    self.presence = presence
    self.activation = activation
    self.family = family
    self.at = at
    self.silentUntil = silentUntil
    self.unansweredSeconds = unansweredSeconds
    self.limit = limit
    self.value = value
  }

  /// The state of an alarm after a transition.
  package init(_ alarm: AlarmTransition, at: Int64, silentUntil: Int64?) {
    self.init(
      condition: alarm.condition.name, priority: alarm.priority.name, presence: alarm.presence.name,
      activation: alarm.activation.name, family: alarm.family.name, at: at, silentUntil: silentUntil,
      unansweredSeconds: alarm.unanswered.inSeconds, limit: alarm.limit, value: alarm.value)
  }

  /// What a restart goes on with; `nil` where no such condition is known.
  /// - Parameters:
  ///   - now: the date, milliseconds since 1970, from which what is left of an acknowledgement counts.
  ///   - end: when the run ended, or was last heard of.
  package func open(at sensor: LastRun.Sensor, now: Int64, end: Int64?) -> LastRun.OpenAlarm? {
    guard let condition = ConditionID(name: condition) else { return nil }
    var left: Duration?
    // A clock that has gone back tells nothing: then it sounds again.
    if let at, now >= at, let silentUntil, now < silentUntil, silentUntil < Logbook.dateLimit {
      left = .milliseconds(silentUntil - now)
    }
    var unanswered = Duration.seconds(min(max(unansweredSeconds ?? 0.0, 0), Self.longestUnanswered))
    let dates = 0..<Logbook.dateLimit
    if activation == Activation.on.name, let at, let end, dates.contains(at), dates.contains(end), end > at {
      unanswered += .milliseconds(end - at)
    }
    return LastRun.OpenAlarm(
      alarm: RememberedAlarm(
        condition: condition, priority: Priority.allCases.first { $0.name == priority } ?? .high,
        presence: Presence.allCases.first { $0.name == presence },
        activation: Activation.allCases.first { $0.name == activation }, silenceLeft: left, unanswered: unanswered,
        family: SignalFamily.allCases.first { $0.name == family }, limit: limit, value: value),
      sensor: sensor)
  }
}
