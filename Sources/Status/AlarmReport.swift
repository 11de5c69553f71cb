import Alarms
import Readings

/// One alarm as it is shown: in a ``BoxStatus`` as it is now, in a ``BoxEvent`` as it has just become.
package struct AlarmReport: Codable, Sendable, Equatable {
  package let condition: String
  package let priority: String
  package let presence: String
  package let activation: String
  package let isTechnical: Bool
  /// The limit in force, in the unit of the condition's trigger.
  package var limit: Double?
  package var value: Double?
  /// `true` where the data have gone and the value is the last one that there was; absent otherwise.
  package var isLastValue: Bool?
  package var notBeforeSeconds: Double?
  package var mustBySeconds: Double?
  /// Until when its sound is paused or its acknowledgement counts, s.
  package var silentUntil: Double?
  /// `true` where somebody tries the signals; absent otherwise.
  package var isTest: Bool?
  /// The name of the person whom it is about, where the configuration has one.
  package var person: String?
  /// For how much longer it is silent; only in a status.
  package var silentForSeconds: Double?
  /// The sensor's address; absent where it is the box's own.
  package var address: String?

  private enum CodingKeys: String, CodingKey {
    case condition, priority, presence, activation
    case isTechnical = "technical"
    case limit, value
    case isLastValue = "last_value"
    case notBeforeSeconds = "not_before_s"
    case mustBySeconds = "must_by_s"
    case silentUntil = "silent_until"
    case isTest = "test"
    case person
    case silentForSeconds = "silent_for_s"
    case address
  }

  /// - Parameters:
  ///   - persons: the names of those whom the configuration names, in its order.
  ///   - now: the time of a status; `nil` in an event.
  package init(_ alarm: AlarmTransition, persons: [String], address: DeviceAddress?, now: Instant? = nil) {
    condition = alarm.condition.name
    priority = alarm.priority.name
    presence = alarm.presence.name
    activation = alarm.activation.name
    isTechnical = alarm.isTechnical
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
  }
}

extension Subject {
  /// The name of the person, where the configuration has one.
  /// - Parameter persons: the names of those whom the configuration names, in its order.
  package func name(among persons: [String]) -> String? {
    guard case .person(let person) = self, persons.indices.contains(Int(person.position)) else { return nil }
    return persons[Int(person.position)]
  }
}
