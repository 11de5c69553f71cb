import Alarms
import Engine
import Logbook
import Readings
import SensorProtocols

// What the logbook, and the file of open alarms beside it, hold of the run before, as the engine takes it. These are
// pure functions; `LogbookWriter+LookBack` calls them on the thread of the logbook.

extension LastRun {
  /// Adopts the alarms of a newer file beside the logbook.
  /// - Parameter now: the date, milliseconds since 1970.
  mutating func adopt(_ snapshot: RestartSnapshot, now: Int64) {
    let remembered = snapshot.openAlarms(now: now)
    // A run that never took up the alarms of the log knew of fewer.
    let older = snapshot.isPartial == true ? alarms.filter { !$0.isAmong(remembered) } : []
    alarms = older + remembered
    // Of a run whose log is lost, the file is all that is left.
    if mark != snapshot.run { wasInterrupted = snapshot.end == nil }
  }

  /// Its alarms and sensors when it ended, in words.
  var endState: String {
    func list(_ texts: [String]) -> String { texts.isEmpty ? "none" : texts.joined(separator: ", ") }
    let alarms = alarms.map { "\($0.alarm.condition.name) at \($0.sensor.address)" }
    return "alarms: \(list(alarms)); sensors: \(list(sensors.map { "\($0.address)" }))"
  }
}

extension LastRun.OpenAlarm {
  /// Whether the others have an alarm of the same condition at the same sensor.
  func isAmong(_ others: [Self]) -> Bool {
    others.contains { $0.alarm.condition == alarm.condition && $0.sensor.address == sensor.address }
  }
}

extension EarlierRun {
  /// The sensors and readings of the run before, on the time axis of this one.
  /// - Parameter now: the date at the start of that axis, milliseconds since 1970.
  init(_ last: LastRun, now: Int64) {
    self.init()
    sensors = last.sensors.compactMap { SensorRegistry.Sensor($0) }
    guard let end = last.readings.last?.at else { return }
    // If the clock has gone back, or is not set yet, the time since then is not known: none of it is counted.
    let start = max(now, end)
    readings = last.readings.compactMap { logged in
      // A damaged file may hold any number.
      let (before, overflow) = logged.at.subtractingReportingOverflow(start)
      guard let sensor = SensorRegistry.Sensor(logged.sensor), !overflow else { return nil }
      return EarlierRun.LoggedReading(
        sensor: sensor, at: Instant.start.advanced(by: .milliseconds(before)), measurements: logged.measurements,
        contact: logged.contact, rrIntervals: logged.rrIntervals, ageSeconds: logged.ageSeconds, counter: logged.counter
      )
    }
    ends = last.ends.compactMap { logged in
      let (before, overflow) = logged.at.subtractingReportingOverflow(start)
      guard let condition = ConditionID(name: logged.condition), !overflow,
        let sensor = readings.last(where: { $0.sensor.address == logged.address })?.sensor
      else { return nil }
      return EarlierRun.LoggedEnd(
        condition: condition, sensor: sensor, at: Instant.start.advanced(by: .milliseconds(before)))
    }
  }
}

extension SensorRegistry.Sensor {
  /// A sensor of the log; `nil` if this version does not know its model.
  init?(_ logged: LastRun.Sensor) {
    guard let model = SensorModel.allCases.first(where: { $0.name == logged.model }) else { return nil }
    self.init(address: logged.address, model: model)
  }
}
