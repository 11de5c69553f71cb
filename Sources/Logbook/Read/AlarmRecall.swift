import Alarms
import GRDB

/// One past alarm from its beginning to its end, as read from the logbook for `lapwing alarms recall`. Condition and
/// priority are names, since a newer or damaged logbook may hold unknown ones.
package struct RecalledAlarm: Sendable, Equatable {
  /// The number of its first row in the logbook.
  package internal(set) var id: Int64?
  /// Milliseconds since 1970.
  package internal(set) var beganAt: Int64
  /// Milliseconds since 1970; `nil` if the logbook holds no end.
  package internal(set) var endedAt: Int64?
  package let condition: String
  package internal(set) var priority: String
  /// The address of the sensor; `nil` for a condition of the box itself.
  package let address: String?
  package let limit: Double?
  package let value: Double?
  /// Whether the alarm was withheld when it began, as in busy phases of flight.
  package let wasWithheld: Bool
  /// Whether a person acknowledged it, or paused its sound.
  package internal(set) var wasAcknowledged = false
  /// When a person first did so, milliseconds since 1970.
  package internal(set) var acknowledgedAt: Int64?
  package let isTest: Bool
  /// The profile of its session, the phase of flight in which it began, and whether the person had said by then that they
  /// had had caffeine. Only ``Logbook/recall(path:count:)`` reads them.
  package internal(set) var profile: String?
  package internal(set) var phase: String?
  package internal(set) var hadTakenCaffeine = false
  /// Whether one of its rows is not as it was written, so that its times and numbers may be wrong.
  package internal(set) var isDamaged = false
  /// The times in which its condition was on: after it was gone and only sounded on, it may have come on again.
  var spans: [Span] = []

  struct Span: Sendable, Equatable {
    let from: Int64
    var to: Int64?
    var acknowledgedAt: Int64?
    /// Whether an answer of the time before still holds: it is none to this one.
    var isAnsweredFromBefore = false
  }

  /// One alarm for each time that its condition was on, oldest first.
  package var episodes: [RecalledAlarm] {
    guard spans.count > 1 else { return [self] }
    return spans.map { span in
      var one = self
      (one.beganAt, one.endedAt, one.acknowledgedAt) = (span.from, span.to, span.acknowledgedAt)
      one.wasAcknowledged = span.acknowledgedAt != nil
      one.spans = [span]
      return one
    }
  }

  fileprivate mutating func follow(_ presence: String, isAnswered: Bool, at time: Int64) {
    if presence == "on", spans.last.map({ $0.to != nil }) ?? true {
      spans.append(Span(from: time, isAnsweredFromBefore: isAnswered && !spans.isEmpty))
    }
    guard let last = spans.indices.last else { return }
    if !isAnswered { spans[last].isAnsweredFromBefore = false }
    if isAnswered, !spans[last].isAnsweredFromBefore { spans[last].acknowledgedAt = spans[last].acknowledgedAt ?? time }
    if presence == "off" || presence == "latched" { spans[last].to = spans[last].to ?? time }
  }
}

extension Logbook {
  /// The latest alarms of a logbook, newest first. In the profiles `cabin` and `cockpit` an alarm ends with its
  /// condition, so people look up past alarms here. The file is only read, so a running box may use it.
  /// - Parameter count: the largest number of alarms.
  package static func recall(path: String, count: Int) throws(LogbookError) -> [RecalledAlarm] {
    try LogbookReader(path: path).read { db in
      // An alarm has a few rows. One that began long before the rows that are read is shown without its beginning.
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT *\(try circumstances(db))
          FROM (SELECT * FROM \(try RowSums.judged("alarm", in: db)) ORDER BY id DESC LIMIT ?) AS alarm ORDER BY id
          """, arguments: [min(count, 10_000) * 20])
      return Array(alarms(rows).reversed().prefix(count))
    }
  }

  /// What was the case when an alarm began, as columns. A logbook of an older version has none of them. Of phases that were
  /// dated back, the later word holds.
  private static func circumstances(_ db: Database) throws -> String {
    guard try db.tableExists("phase") else { return "" }
    return """
      , (SELECT profile FROM session WHERE session.id = alarm.session_id) AS session_profile,
      (SELECT caffeine_at_ms <= at_ms FROM session WHERE session.id = alarm.session_id) AS had_caffeine,
      (SELECT phase FROM phase WHERE phase.session_id IS alarm.session_id AND since_ms <= at_ms
        ORDER BY id DESC LIMIT 1) AS phase
      """
  }

  private static func isHigher(_ name: String, than other: String) -> Bool {
    let names = Priority.allCases.map(\.name)
    return (names.firstIndex(of: name) ?? -1) > (names.firstIndex(of: other) ?? -1)
  }

  /// Whether an alarm is below the priority of its condition, as a loss is while it is only shown.
  private static func isOnlyShown(_ condition: String, _ priority: String) -> Bool {
    ConditionID(name: condition).map { isHigher(ConditionTable.standard[$0].priority.name, than: priority) } ?? false
  }

  static func alarms(_ rows: [Row]) -> [RecalledAlarm] {
    var alarms: [RecalledAlarm] = []
    var open: [String: Int] = [:]
    for row in rows {
      guard let condition: String = row.checked("condition"), let presence: String = row.checked("presence"),
        let priority: String = row.checked("priority"), let at: Int64 = row.checked("at_ms"),
        (0..<dateLimit).contains(at)
      else { continue }
      let address: String? = row.checked("address"), activation: String? = row.checked("activation")
      // To acknowledge a high alarm is to pause its sound.
      let isAnswered = presence == "ack" || activation == "paused"
      let isTest = row.checked("test") ?? false
      let place = "\(condition) \(address ?? "") \(isTest)"
      if let index = open[place] {
        if !row.isSound { alarms[index].isDamaged = true }
        // A second beginning, after a restart that the logbook does not hold, belongs to the same alarm.
        if isHigher(priority, than: alarms[index].priority) { alarms[index].priority = priority }
        if isAnswered {
          alarms[index].wasAcknowledged = true
          alarms[index].acknowledgedAt = alarms[index].acknowledgedAt ?? at
        }
        if presence == "off" || presence == "latched" { alarms[index].endedAt = alarms[index].endedAt ?? at }
        if presence == "off" { open[place] = nil }
        if presence == "on" { alarms[index].endedAt = nil }
        alarms[index].follow(presence, isAnswered: isAnswered, at: at)
      } else if presence != "off" {
        open[place] = alarms.count
        alarms.append(
          RecalledAlarm(
            id: row.checked("id"), beganAt: at, endedAt: nil, condition: condition, priority: priority,
            address: address,
            limit: row.checked("limit"), value: row.checked("value"),
            wasWithheld: presence == "on" && activation == "off" && !isOnlyShown(condition, priority),
            wasAcknowledged: isAnswered, isTest: isTest, profile: row.checked("session_profile"),
            phase: row.checked("phase"), hadTakenCaffeine: row.checked("had_caffeine") ?? false,
            isDamaged: !row.isSound))
        alarms[alarms.count - 1].follow(presence, isAnswered: isAnswered, at: at)
      }
    }
    return alarms
  }
}
