import Alarms
import Readings

/// One alarm as it is shown: its present state in a ``BoxStatus``, its new state in a ``BoxEvent``.
package struct AlarmReport: Codable, Sendable, Equatable {
  package let condition: String
  package let priority: String
  package let presence: String
  package let activation: String
  package let isTechnical: Bool
  /// Whose sound it has, if it is about a sensor and has replaced an alarm of its values.
  package var family: String?
  /// The limit in force, in the unit of the condition's trigger.
  package var limit: Double?
  package var value: Double?
  /// `true` if the data are missing and the value is the last one; absent otherwise.
  package var isLastValue: Bool?
  package var notBeforeSeconds: Double?
  package var mustBySeconds: Double?
  /// When it began, s; only in a status, and only from the control socket.
  package var since: Double?
  /// The time at which the pause of the sound or the acknowledgement ends, s.
  package var silentUntil: Double?
  /// `true` for a test of the signals; absent otherwise.
  package var isTest: Bool?
  /// The name of the person, if the alarm is about a person of the configuration.
  package var person: String?
  /// How much longer the alarm is silent; only in a status.
  package var silentForSeconds: Double?
  /// The address of the sensor; absent for an alarm of the box itself.
  package var address: String?
  /// The number of the change by which it came into this state; counts from 1 in each run of the box.
  package var sequence: UInt64?
  /// The advice with it, as in ``AlarmAdvice``: in a status, and in the event with which the alarm begins. Absent if
  /// there are no texts for it.
  package private(set) var headline: String?
  package private(set) var metric: String?
  package private(set) var action: String?
  package private(set) var evidence: String?
  package private(set) var limitation: String?

  private enum CodingKeys: String, CodingKey {
    case condition, priority, presence, activation
    case isTechnical = "technical"
    case family
    case limit, value
    case isLastValue = "last_value"
    case notBeforeSeconds = "not_before_s"
    case mustBySeconds = "must_by_s"
    case since = "since_t"
    case silentUntil = "silent_until"
    case isTest = "test"
    case person
    case silentForSeconds = "silent_for_s"
    case address
    case sequence
    case headline, metric, action, evidence, limitation
  }

  /// - Parameters:
  ///   - persons: the names of the persons of the configuration, in its order.
  ///   - now: the time of a status; `nil` in an event.
  package init(_ alarm: AlarmTransition, persons: [String], address: DeviceAddress?, now: Instant? = nil) {
    condition = alarm.condition.name
    priority = alarm.priority.name
    presence = alarm.presence.name
    activation = alarm.activation.name
    isTechnical = alarm.isTechnical
    if alarm.isTechnical, alarm.family != .technical { family = alarm.family.name }
    limit = alarm.limit
    value = alarm.value.map(JSONText.rounded)
    isLastValue = alarm.isLastValue ? true : nil
    notBeforeSeconds = (alarm.bounds?.notBefore.inSeconds).map(JSONText.rounded)
    mustBySeconds = (alarm.bounds?.mustBy.inSeconds).map(JSONText.rounded)
    silentUntil = alarm.silentUntil?.seconds
    isTest = alarm.isTest ? true : nil
    person = alarm.subject.name(among: persons)
    if let now, let end = alarm.silentUntil {
      silentForSeconds = JSONText.rounded(max(0, now.duration(to: end).inSeconds))
    }
    self.address = address?.description
    sequence = alarm.sequence
  }

  mutating func add(_ advice: AlarmAdvice?) {
    (headline, metric, action) = (advice?.headline, advice?.metric, advice?.action)
    (evidence, limitation) = (advice?.evidence, advice?.limitation)
  }
}

extension Subject {
  /// The name of the person, if this is a person of the configuration.
  /// - Parameter persons: the names of the persons of the configuration, in its order.
  package func name(among persons: [String]) -> String? {
    guard case .person(let person) = self, persons.indices.contains(Int(person.position)) else { return nil }
    return persons[Int(person.position)]
  }
}
