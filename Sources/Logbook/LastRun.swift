import Alarms
import GRDB
import Readings

/// What the log tells of the run before this one: what a restart goes on with.
public struct LastRun: Sendable {
  /// A sensor, with the name of its model.
  public typealias Sensor = (address: DeviceAddress, model: String)

  /// An alarm that was there when the run ended.
  public struct OpenAlarm: Sendable {
    /// The alarm.
    public let alarm: RememberedAlarm
    /// At which sensor.
    public let sensor: Sensor
  }

  /// Whether it ended by itself: nobody stopped it, and no recording came to its end.
  public var wasInterrupted = false
  /// The alarms that were there, oldest first. Those of the appliance itself are not among them: it finds them anew.
  public var alarms: [OpenAlarm] = []
  /// The sensors that were heard until it ended, where that is not long ago: they should be heard again.
  public var sensors: [Sensor] = []

  /// Nothing to go on with.
  public init() {}
}

extension Logbook {
  /// Reads how the latest run in the log ended.
  /// - Parameter now: the date, milliseconds since 1970, from which what is left of an acknowledgement counts.
  public func lastRun(now: Int64) throws(LogbookError) -> LastRun {
    do {
      return try read { db in
        guard let run = try Row.fetchOne(db, sql: "SELECT * FROM run ORDER BY id DESC LIMIT 1") else {
          return LastRun()
        }
        var last = LastRun()
        let reason: String? = run["end_reason"]
        last.wasInterrupted = reason == nil
        // The world of a recording ends with it.
        guard reason != "finished" else { return last }
        let after: Int64 = run["after_alarm_id"]
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT alarm.*, (SELECT model FROM reading WHERE reading.address = alarm.address
              ORDER BY reading.id DESC LIMIT 1) AS model
            FROM alarm JOIN (SELECT max(id) AS latest FROM alarm WHERE id > ? AND NOT test AND address IS NOT NULL
              GROUP BY condition, address) ON alarm.id = latest
            WHERE presence != 'off' ORDER BY alarm.id
            """, arguments: [after])
        last.alarms = rows.compactMap { Self.openAlarm($0, now: now) }
        last.sensors = try Self.sensors(db, now: now)
        return last
      }
    } catch {
      throw LogbookError(error, path: path)
    }
  }

  /// What was heard in the log's last minutes, also before a run that heard nothing, is still expected for some hours: a power cut at night is bridged, and what is
  /// switched on the next morning may be another sensor. Ours.
  private static let lastMinutes: Int64 = 5 * 60_000
  private static let expectedFor: Int64 = 6 * 3_600_000
  /// Those minutes are looked for in so many of the latest readings, so that a long log is not read through.
  private static let latestReadings = 5_000

  private static func sensors(_ db: Database, now: Int64) throws -> [LastRun.Sensor] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        WITH latest AS (SELECT address, model, at_ms FROM reading ORDER BY id DESC LIMIT ?)
        SELECT address, model, max(at_ms) AS heard FROM latest GROUP BY address, model
          HAVING heard > (SELECT max(at_ms) FROM latest) - ? ORDER BY address, model
        """, arguments: [latestReadings, lastMinutes])
    return rows.compactMap { row in
      let place: String = row["address"]
      let heard: Int64 = row["heard"]
      // A clock that has gone back tells nothing: then it is expected.
      guard now - heard < expectedFor, let address = DeviceAddress(place) else { return nil }
      return (address, row["model"])
    }
  }

  private static func openAlarm(_ row: Row, now: Int64) -> LastRun.OpenAlarm? {
    let name: String = row["condition"]
    let place: String? = row["address"]
    let model: String? = row["model"]
    guard let condition = ConditionID(rawValue: name), let model, let address = place.flatMap({ DeviceAddress($0) })
    else { return nil }
    let priority: String = row["priority"]
    let presence: String = row["presence"]
    let loggedAt: Int64 = row["at_ms"]
    let silentUntil: Int64? = row["silent_until_ms"]
    var left: Duration?
    // A clock that has gone back tells nothing: then it sounds again.
    if presence == Presence.ack.name, let silentUntil, now >= loggedAt, silentUntil > now {
      left = .milliseconds(silentUntil - now)
    }
    return LastRun.OpenAlarm(
      alarm: RememberedAlarm(
        condition: condition, priority: Priority.allCases.first { $0.name == priority } ?? .high,
        isLatched: presence == Presence.latched.name, acknowledgementLeft: left, limit: row["limit"],
        value: row["value"]),
      sensor: (address, model))
  }
}
