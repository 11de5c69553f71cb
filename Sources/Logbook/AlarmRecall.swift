import GRDB

/// One alarm of the past, from its beginning to its end, as the log tells.
package struct RecalledAlarm: Sendable, Equatable {
  /// When it began, milliseconds since 1970.
  package let beganAt: Int64
  /// When it ended, milliseconds since 1970; `nil` where the log tells of no end.
  package internal(set) var endedAt: Int64?
  /// Which condition, by its name.
  package let condition: String
  /// The highest priority that it reached, by its name.
  package internal(set) var priority: String
  /// The sensor's address; `nil` for the appliance itself.
  package let address: String?
  /// The limit that was in force when it began.
  package let limit: Double?
  /// The value with which it began.
  package let value: Double?
  /// Whether it was withheld when it began, as in a busy phase of flight.
  package let wasWithheld: Bool
  /// Whether somebody acknowledged it.
  package internal(set) var wasAcknowledged = false
  /// Whether somebody raised it to try the signals.
  package let isTest: Bool
}

extension Logbook {
  /// The latest alarms of a log, newest first: in cabin and cockpit an alarm is gone with its condition, and this is where
  /// it is found again. The file is only read, so it may belong to a box that runs.
  /// - Parameter count: the most that are wanted.
  package static func recall(path: String, count: Int) throws(LogbookError) -> [RecalledAlarm] {
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(2)
      return try DatabaseQueue(path: path, configuration: configuration).read { db in
        // Every alarm has a few lines; what began long before the first of them is told without its beginning.
        let rows = try Row.fetchAll(
          db, sql: "SELECT * FROM (SELECT * FROM alarm ORDER BY id DESC LIMIT ?) ORDER BY id",
          arguments: [min(count, 10_000) * 20])
        return Array(alarms(rows).reversed().prefix(count))
      }
    } catch {
      throw LogbookError(error, path: path)
    }
  }

  private static func alarms(_ rows: [Row]) -> [RecalledAlarm] {
    var alarms: [RecalledAlarm] = []
    var open: [String: Int] = [:]
    for row in rows {
      guard let condition: String = row.checked("condition"), let presence: String = row.checked("presence"),
        let priority: String = row.checked("priority"), let at: Int64 = row.checked("at_ms"),
        (0..<dateLimit).contains(at)
      else { continue }
      let address: String? = row.checked("address")
      let isTest = row.checked("test") ?? false
      let place = "\(condition) \(address ?? "") \(isTest)"
      if let index = open[place] {
        // It may have begun again after a restart that the log does not tell of; then it is the same alarm still.
        if priority == "high" { alarms[index].priority = priority }
        if presence == "ack" { alarms[index].wasAcknowledged = true }
        if presence == "off" || presence == "latched" { alarms[index].endedAt = alarms[index].endedAt ?? at }
        if presence == "off" { open[place] = nil }
        if presence == "on" { alarms[index].endedAt = nil }
      } else if presence != "off" {
        open[place] = alarms.count
        let activation: String? = row.checked("activation")
        alarms.append(
          RecalledAlarm(
            beganAt: at, endedAt: nil, condition: condition, priority: priority, address: address,
            limit: row.checked("limit"), value: row.checked("value"),
            wasWithheld: presence == "on" && activation == "off",
            wasAcknowledged: presence == "ack", isTest: isTest))
      }
    }
    return alarms
  }
}
