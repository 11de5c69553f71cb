import Logbook
import Readings

/// The entries that wait to be written into the logbook, oldest first. Readings may wait for some time, so that the card
/// is written seldom; everything else is written at once.
///
/// ``LogbookWriter`` adds them as things happen, and clears them when they are committed. While the logbook cannot be
/// written, alarms and sessions wait without a limit; of the readings only the latest are kept. It runs on the thread
/// of the logbook.
struct WaitingEntries {
  private(set) var all: [LogEntry] = []
  /// How many readings were dropped since the start.
  private(set) var droppedReadings = 0

  /// Readings of some hours.
  static let mostReadings = 20_000

  var isEmpty: Bool { all.isEmpty }

  /// The sensors with a reading in this run.
  private var sensors: Set<DeviceAddress> = []

  private(set) var isUrgent = false

  /// By how many milliseconds the corrections of the date that wait will move the entries that are written before them.
  var clockShift: Int64 {
    all.reduce(0) { sum, entry in if case .clockSet(let shift) = entry { sum + shift } else { sum } }
  }

  mutating func append(_ entry: LogEntry) {
    all.append(entry)
    if !mayWait(entry) { isUrgent = true }
  }

  mutating func append(_ entries: [LogEntry]) { entries.forEach { append($0) } }

  /// Adds the beginning of the run, which is written before everything that waits.
  mutating func insertFirst(_ entry: LogEntry) {
    all.insert(entry, at: 0)
    isUrgent = true
  }

  mutating func clear() {
    all.removeAll(keepingCapacity: true)
    isUrgent = false
  }

  /// Drops the older half of the readings if there are too many.
  mutating func dropReadings() {
    let readings = all.count { if case .reading = $0 { true } else { false } }
    guard readings > Self.mostReadings else { return }
    var surplus = readings / 2
    droppedReadings += surplus
    all.removeAll { entry in
      guard case .reading = entry, surplus > 0 else { return false }
      surplus -= 1
      return true
    }
  }

  /// Whether a loss of power may take an entry with the readings of the last seconds. A sensor's first reading must not
  /// wait: a restart expects the sensors of the log, and would not miss one that is not in it.
  private mutating func mayWait(_ entry: LogEntry) -> Bool {
    guard case .reading(_, _, let address, _, _) = entry else { return false }
    return !sensors.insert(address).inserted
  }
}
