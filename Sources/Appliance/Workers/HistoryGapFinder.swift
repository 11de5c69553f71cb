import Engine
import Logbook
import Readings
import SensorProtocols

/// Finds the times in which a sensor that keeps a record was not heard: since the run before, and within this one.
struct HistoryGapFinder {
  private struct Measured {
    let sensor: SensorRegistry.Sensor
    let at: Int64
    let freshness: Duration
  }

  /// The sensors that hand out their records to this box.
  let recorders: Set<DeviceAddress>
  /// Which sensors may be connected to.
  var selection: SensorSelection
  /// When the latest measurement that is known of a sensor was taken, milliseconds since 1970.
  private var latest: [SensorRegistry.Sensor: Int64] = [:]
  /// Of these by this run's own clock.
  private var measured: Set<SensorRegistry.Sensor> = []
  /// What was measured while the date was not known.
  private var undated: [Measured] = []

  /// A day of a sensor that measures every minute, for a box that never learns the date.
  private static let mostUndated = 1440

  /// - Parameters:
  ///   - recorders: the sensors that hand out their records to this box.
  ///   - selection: which sensors may be connected to.
  init(recorders: Set<DeviceAddress>, selection: SensorSelection = .anyKnown) {
    self.recorders = recorders
    self.selection = selection
  }

  /// Whether the record of a sensor can be had, and may be fetched.
  func mayAsk(_ address: DeviceAddress, as model: SensorModel) -> Bool {
    recorders.contains(address) && AranetDownload.keepsRecord(model)
      && selection.way(of: address, as: model) == .automatic
  }

  /// What the log tells of an earlier run.
  mutating func recall(_ sensor: SensorRegistry.Sensor, measuredAt time: Int64) {
    latest[sensor] = max(latest[sensor] ?? time, time)
  }

  /// A reading that is logged.
  /// - Parameters:
  ///   - time: when it was heard, milliseconds since 1970.
  ///   - isDated: whether the box knows the date; else the time will be corrected, see ``learn(shift:)``.
  /// - Returns: the hole that lies before it.
  mutating func note(_ reading: Reading, of sensor: SensorRegistry.Sensor, at time: Int64, isDated: Bool) -> HistoryGap?
  {
    guard mayAsk(sensor.address, as: sensor.model) else { return nil }
    let measured = Measured(
      sensor: sensor, at: time - 1000 * Int64(reading.ageSeconds ?? 0),
      freshness: Catalogue.entry(for: sensor.model).freshness(intervalSeconds: reading.intervalSeconds))
    guard isDated else {
      if undated.count < Self.mostUndated { undated.append(measured) }
      return nil
    }
    return hole(before: measured)
  }

  /// The date has become known: what was noted before happened so many milliseconds later.
  mutating func learn(shift: Int64) -> [HistoryGap] {
    for sensor in measured { latest[sensor]? += shift }
    let noted = undated
    undated = []
    return noted.compactMap {
      hole(before: Measured(sensor: $0.sensor, at: $0.at + shift, freshness: $0.freshness))
    }
  }

  /// A sensor that was missed for longer than its measurements count has left a hole.
  private mutating func hole(before measured: Measured) -> HistoryGap? {
    let before = latest[measured.sensor] ?? measured.at
    if measured.at >= before {
      latest[measured.sensor] = measured.at
      self.measured.insert(measured.sensor)
    }
    guard .milliseconds(measured.at - before) > measured.freshness else { return nil }
    return HistoryGap(
      address: measured.sensor.address, model: measured.sensor.model.name, from: before, to: measured.at)
  }
}
