import Readings
import Status

/// Finds the readings that a person need not see, because the sensor sends the same values as before.
struct ReadingNews {
  private struct Shown: Equatable {
    let measurements: Measurements
    let hasContact: Bool?
  }

  /// More sensors than a box has places for. A neighbour whose address changes all the time must not fill the memory.
  private static let most = 256
  /// The latest reading of each sensor, by its address.
  private var latest: [String?: Shown] = [:]

  /// How many sensors are remembered, 0...256.
  var count: Int { latest.count }

  /// Whether an event is news for a person. All events do except a reading with the same values.
  mutating func isNews(_ event: BoxEvent) -> Bool {
    switch event.content {
    case .sensor(let news):
      latest[news.address] = nil
      return true
    case .reading(let reading):
      let shown = Shown(
        measurements: reading.reading.measurements, hasContact: reading.reading.details.hasContact)
      if latest.count >= Self.most, latest[reading.sensor.address] == nil { latest.removeAll(keepingCapacity: true) }
      return latest.updateValue(shown, forKey: reading.sensor.address) != shown
    default: return true
    }
  }
}
