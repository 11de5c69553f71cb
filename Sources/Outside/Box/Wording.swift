import Alarms
import Characters
import Status
import System

/// The words of messages. Names and places are only in them where the configuration says so.
package struct Wording: Sendable {
  package struct Text: Sendable, Equatable {
    package let title: String
    package let body: String
  }

  private let boxName: String
  private let namesPersons: Bool
  private let whyLost: @Sendable () -> String?

  /// - Parameters:
  ///   - boxName: as people know the box; `nil` for none.
  ///   - namesPersons: whether persons of the configuration are named.
  ///   - whyLost: why the other box of the pair is lost now, as a sentence.
  package init(
    boxName: String? = nil, namesPersons: Bool = false, whyLost: @escaping @Sendable () -> String? = { nil }
  ) {
    (self.boxName, self.namesPersons, self.whyLost) = (boxName ?? "Lapwing", namesPersons, whyLost)
  }

  /// The name of a person, if it may be told.
  package func shows(_ person: String?) -> String? { namesPersons ? person : nil }

  package func began(_ alarm: AlarmReport, at now: Int64) -> Text {
    let isTest = alarm.isTest ?? false
    let isHeart = alarm.condition.hasPrefix("heart-rate") || alarm.condition == ConditionID.noPulse.name
    let title =
      isHeart ? "Heart Rate Alert!" : "\(Self.words(of: alarm.condition)): \(alarm.priority) alarm"
    var lines = [sentence(of: alarm)]
    if let person = shows(alarm.person) { lines.append("Person: \(person)") }
    if let advice = alarm.action ?? Self.advice(on: alarm.condition) { lines.append(advice) }
    return text(title, lines, isTest, at: now)
  }

  package func unanswered(_ notice: NoticeReport, seconds: Int64, at now: Int64) -> Text {
    var lines = ["Nobody has answered for \(seconds) s."]
    if let value = notice.value { lines.append(reading(value, notice.limit, notice.condition)) }
    if let person = shows(notice.person) { lines.append("Person: \(person)") }
    return text("No answer: \(Self.words(of: notice.condition))", lines, false, at: now)
  }

  package func again(_ alarm: AlarmReport, at now: Int64) -> Text {
    text(
      "Again: \(Self.words(of: alarm.condition))",
      ["It was silenced and is still present: " + sentence(of: alarm)], alarm.isTest ?? false, at: now)
  }

  package func acknowledged(_ alarm: AlarmReport, at now: Int64) -> Text {
    text(
      "Acknowledged: \(Self.words(of: alarm.condition))", ["Somebody has acknowledged the alarm."],
      alarm.isTest ?? false, at: now)
  }

  package func paused(_ alarm: AlarmReport, at now: Int64) -> Text {
    text(
      "Acknowledged: \(Self.words(of: alarm.condition))",
      ["Somebody has silenced the alarm for 120 s. It is still present."], alarm.isTest ?? false, at: now)
  }

  package func ended(_ told: FollowedBox.Told, at now: Int64) -> Text {
    let began = UTCTime.text(unixSeconds: told.at / 1000)
    return text(
      "Ended: \(Self.words(of: told.condition))", ["The alarm that began at \(began) has ended."], told.isTest, at: now)
  }

  package func trial(of channel: String, at now: Int64) -> Text {
    text("Test of \(channel)", ["This is a test of messages. There is no alarm."], true, at: now)
  }

  func text(_ title: String, _ lines: [String], _ isTest: Bool, at now: Int64) -> Text {
    var lines = lines
    if isTest { lines.insert("TEST: nothing is wrong.", at: 0) }
    let utc = UTCTime.text(unixSeconds: now / 1000)
    let local = LocalTime.minuteOfDay(atUnixMilliseconds: now).map { ", \(Self.clock(Int($0))) at the box" } ?? ""
    lines.append("\(boxName), \(utc)\(local)")
    return Text(
      title: (isTest ? "TEST: \(title)" : title).plainWords, body: lines.map(\.plainWords).joined(separator: "\n"))
  }

  /// The minute of a time at the box, such as 03:12.
  func minute(of time: Int64) -> String? {
    LocalTime.minuteOfDay(atUnixMilliseconds: time).map { Self.clock(Int($0)) }
  }

  /// An alarm by its numbers.
  func sentence(of facts: OutsideMessage.Facts) -> String {
    if facts.condition == ConditionID.linkGone.name, let reason = whyLost() { return reason }
    return facts.value.map { reading($0, facts.limit, facts.condition) } ?? Self.words(of: facts.condition)
  }

  private static func clock(_ minutes: Int) -> String {
    let (hour, minute) = (minutes / 60, minutes % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  private func sentence(of alarm: AlarmReport) -> String {
    // An old value must not look like one of now.
    guard alarm.isLastValue != true else {
      return "\(Self.words(of: alarm.condition)), but no fresh value is received."
    }
    if alarm.condition == ConditionID.linkGone.name, let reason = whyLost() { return reason }
    guard let value = alarm.value else { return alarm.headline ?? Self.words(of: alarm.condition) }
    return reading(value, alarm.limit, alarm.condition)
  }

  /// A value beside its limit.
  private func reading(_ value: Double, _ limit: Double?, _ condition: String) -> String {
    let unit = Self.unit(of: condition) ?? ""
    func number(_ value: Double) -> String { "\(JSONText.number(JSONText.rounded(value))) \(unit)" }
    switch condition {
    case ConditionID.heartRateLow.name:
      let bound = limit.map { " (minimum: \(JSONText.number($0)) BPM)" } ?? ""
      return "Heart rate is too low: \(JSONText.number(JSONText.rounded(value))) BPM\(bound)"
    case ConditionID.heartRateHigh.name:
      let bound = limit.map { " (maximum: \(JSONText.number($0)) BPM)" } ?? ""
      return "Heart rate is too high: \(JSONText.number(JSONText.rounded(value))) BPM\(bound)"
    default:
      let bound = limit.map { " (limit: \(number($0)))" } ?? ""
      return "\(Self.words(of: condition)): \(number(value))\(bound)"
    }
  }

  /// What a person can do, as `lapwing alarms` says it.
  private static func advice(on condition: String) -> String? {
    let text = ConditionID(name: condition).map { ConditionTable.standard[$0].rationale.advice } ?? ""
    return text.isEmpty ? nil : text.prefix(1).uppercased() + text.dropFirst()
  }

  package static func unit(of condition: String) -> String? {
    guard let id = ConditionID(name: condition) else { return nil }
    let unit = ConditionTable.standard[id].trigger.unit
    return unit.isEmpty ? nil : unit
  }

  private static let spellings = ["co2": "CO2", "co": "CO", "spo2": "SpO2", "voc": "VOC", "pm25": "PM2.5"]

  /// The name of a condition as people read it: `co2-high` is "CO2 high".
  package static func words(of condition: String) -> String {
    let words = condition.split(separator: "-").map { spellings[String($0)] ?? String($0) }
    let text = words.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
