import Alarms
import Readings

/// The latest state of an alarm as stored in the logbook or in the file of open alarms. Names and numbers are as read,
/// so they may be damaged; ``open(at:now:end:)`` checks them. `LogbookWriter` writes the rows, `RestartSnapshotWriter` the
/// file (both in Appliance).
package struct LoggedAlarm: Sendable, Equatable, Codable {
  package var condition: String
  package var priority: String?
  package var presence: String?
  package var activation: String?
  package var family: String?
  /// When it was stored, milliseconds since 1970.
  package var at: Int64?
  /// The end of its pause or acknowledgement, milliseconds since 1970.
  package var silentUntil: Int64?
  /// How long it had sounded without an answer.
  package var unansweredSeconds: Double?
  /// The limit in force, in the unit of the condition's trigger.
  package var limit: Double?
  /// The latest value, in the unit of the limit.
  package var value: Double?

  /// The largest accepted value of ``unansweredSeconds``, since a damaged file may hold any number. Escalation ends
  /// long before one hour.
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

  package init(_ alarm: AlarmTransition, at: Int64, silentUntil: Int64?) {
    self.init(
      condition: alarm.condition.name, priority: alarm.priority.name, presence: alarm.presence.name,
      activation: alarm.activation.name, family: alarm.family.name, at: at, silentUntil: silentUntil,
      unansweredSeconds: alarm.unanswered.inSeconds, limit: alarm.limit, value: alarm.value)
  }

  /// The alarm for the next run to continue; `nil` if the condition is unknown.
  /// - Parameters:
  ///   - now: milliseconds since 1970; the rest of a pause or an acknowledgement counts from here.
  ///   - end: when the run ended or, if unknown, the time of its latest reading.
  package func open(at sensor: LastRun.Sensor, now: Int64, end: Int64?) -> LastRun.OpenAlarm? {
    guard let condition = ConditionID(name: condition) else { return nil }
    var left: Duration?
    // If the clock has gone back, the rest is unknown, and the alarm sounds again.
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
