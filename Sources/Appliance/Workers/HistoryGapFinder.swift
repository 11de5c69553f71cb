import Engine
import Readings
import SensorProtocols

/// Finds gaps: times in which a sensor with a history was not received, since the previous run and within this one.
struct HistoryGapFinder {
  /// One measurement: its time in milliseconds since 1970, and how long it is fresh.
  private struct Measured {
    let sensor: SensorRegistry.Sensor
    let at: Int64
    let freshness: Duration
  }

  /// The sensors that give their histories to this box.
  let recorders: Set<DeviceAddress>
  var selection: SensorSelection
  /// The time of the latest known measurement of each sensor, in milliseconds since 1970.
  private var latest: [SensorRegistry.Sensor: Int64] = [:]
  /// The sensors among them that this run has received.
  private var measured: Set<SensorRegistry.Sensor> = []
  /// Measurements from before the date was known.
  private var undated: [Measured] = []

  /// A day of a sensor that measures every minute, for a box that never gets the date.
  private static let mostUndated = 1440

  /// - Parameter recorders: the sensors that give their histories to this box.
  init(recorders: Set<DeviceAddress>, selection: SensorSelection = .anyKnown) {
    self.recorders = recorders
    self.selection = selection
  }

  func mayAsk(_ address: DeviceAddress, as model: SensorModel) -> Bool {
    recorders.contains(address) && AranetDownload.keepsRecord(model)
      && selection.way(of: address, as: model) == .automatic
  }

  /// Records a measurement of an earlier run from the logbook.
  mutating func recall(_ sensor: SensorRegistry.Sensor, measuredAt time: Int64) {
    latest[sensor] = max(latest[sensor] ?? time, time)
  }

  /// Records a reading that is logged.
  /// - Parameters:
  ///   - time: when it was received, in milliseconds since 1970.
  ///   - isDated: whether the box knows the date. If not, the time is corrected later, see ``learn(shift:)``.
  /// - Returns: the gap before it, if there is one.
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
    return gap(before: measured)
  }

  /// Corrects earlier times by this number of milliseconds, because the date has become known.
  mutating func learn(shift: Int64) -> [HistoryGap] {
    for sensor in measured { latest[sensor]? += shift }
    let noted = undated
    undated = []
    return noted.compactMap {
      gap(before: Measured(sensor: $0.sensor, at: $0.at + shift, freshness: $0.freshness))
    }
  }

  /// The gap before a measurement: a sensor was missed for longer than its measurements are fresh.
  private mutating func gap(before measured: Measured) -> HistoryGap? {
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
