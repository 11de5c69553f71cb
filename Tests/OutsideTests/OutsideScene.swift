import Alarms
import Foundation
@testable import Outside
import Status
import Words

/// Makes the values of these tests from the lines that the control socket carries.
enum OutsideScene {
  static func alarm(
    _ condition: String, _ presence: String, sequence: UInt64, priority: String = "high", activation: String? = nil,
    technical: Bool = false, person: String? = nil, value: Double? = nil, limit: Double? = nil, isLast: Bool = false
  ) throws -> AlarmReport {
    var fields: [String: Any] = [
      "condition": condition, "presence": presence, "sequence": sequence, "priority": priority, "technical": technical,
      "activation": activation ?? (presence == "on" ? "on" : "off"),
    ]
    fields["person"] = person
    fields["value"] = value
    fields["limit"] = limit
    if isLast { fields["last_value"] = true }
    return try JSONDecoder().decode(AlarmReport.self, from: JSONSerialization.data(withJSONObject: fields))
  }

  /// A state of the box.
  static func status(
    run: String, transitions: UInt64, alarms: [String] = [], missed: [String] = [], seconds: Double = 100
  ) throws -> BoxStatus {
    let text = """
      {"profile":"cabin","run":"\(run)","t":\(seconds),"sensors":[],"alarms":[\(alarms.joined(separator: ","))],
      "lamps":[],"sound":"none","session":false,"not_watched":[],"alarm_transitions":\(transitions),
      "alarm_transitions_committed":0,"missed":[\(missed.joined(separator: ","))]}
      """
    return try JSONDecoder().decode(BoxStatus.self, from: Data(text.utf8))
  }

  static func line(
    _ condition: String, _ presence: String, sequence: Int, priority: String = "high", at seconds: Double = 90
  ) -> String {
    """
    {"t":\(seconds),"kind":"alarm","condition":"\(condition)","priority":"\(priority)","presence":"\(presence)",
    "activation":"\(presence == "on" ? "on" : "off")","technical":true,"sequence":\(sequence)}
    """
  }

  /// The same before it has words.
  static func news(_ id: String, priority: Priority, condition: String = "co2-high") -> AlarmMessage {
    AlarmMessage(
      id: id, alarmID: id, kind: .began, priority: priority, isTest: false,
      term: .began(AlarmValue(condition), priority, advice: nil),
      facts: OutsideMessage.Facts(condition: condition, presence: "on", isTechnical: false), at: 0)
  }

  static func message(
    _ id: String, _ kind: OutsideMessage.Kind = .began, priority: Priority = .medium, alarmID: String? = nil,
    condition: String = "co2-high", technical: Bool = false, at: Int64 = 0
  ) -> OutsideMessage {
    OutsideMessage(
      id: id, alarmID: alarmID ?? id, kind: kind, priority: priority, isTest: false, title: "title", body: "body",
      facts: OutsideMessage.Facts(condition: condition, presence: "on", isTechnical: technical), at: at)
  }
}
