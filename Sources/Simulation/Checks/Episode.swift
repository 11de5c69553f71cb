import Alarms
import Readings

/// One thing that an alarm can be about, and what of it is signalled: the heart rate of the person, a limit of the oxygen in
/// the blood, a limit of the air.
///
/// From its first alarm on it is open, and may not get weaker before good data have ended it: where they go away, something
/// of the same priority stands in for it.
struct Episode: Sendable {
  /// Its own alarms.
  let own: [ConditionID]
  /// Where it is measured.
  let sensors: [SensorIndex]
  /// How urgent it is.
  let priority: Priority
  /// The places of its judges.
  let judges: [Int]

  /// Whether one of its alarms has begun and nothing has ended it.
  private(set) var isOpen = false
  /// Whether good data could have ended it since its alarm gave way to what stands in for it.
  var mayHaveEnded = false
  /// What was said once, and is not said again.
  var isMissed = false
  var isOverstaying = false

  private let ownPlaces: [Int]
  private let tellingPlaces: [Int]
  private let standIns: [Int]

  /// What stands in for the values of a sensor.
  private static let technical: [ConditionID] = [.noData, .noContact, .frozen, .implausible, .notWatched, .standby]

  /// - Parameter graver: conditions on the same value that tell all of it, and more.
  init(_ own: [ConditionID], graver: [ConditionID], _ priority: Priority, at sensors: [SensorIndex], judges: [Int]) {
    self.own = own
    self.priority = priority
    self.sensors = sensors
    self.judges = judges
    let owners: [SensorIndex?] = sensors + [nil]
    func places(_ ids: [ConditionID]) -> [Int] { ids.flatMap { id in owners.map { SignalBoard.place(id, $0) } } }
    ownPlaces = places(own)
    tellingPlaces = places(own + graver)
    standIns = places(Self.technical) + [SignalBoard.place(.adapterGone, nil)]
  }

  mutating func open() {
    isOpen = true
    isOverstaying = false
    mayHaveEnded = false
  }

  mutating func close() { isOpen = false }

  /// The highest priority of the alarms on its value that are present.
  func told(_ board: SignalBoard) -> Priority? { highest(tellingPlaces, board) }

  /// The same of its own ones.
  func ownTold(_ board: SignalBoard) -> Priority? { highest(ownPlaces, board) }

  /// The highest priority of what stands in for it.
  func standIn(_ board: SignalBoard) -> Priority? { highest(standIns, board) }

  /// Whether any of these sounds or would, at its priority: then nobody has paused it. A hand-over keeps the priority, so
  /// what is lower is a matter of its own, such as a strap whose values stand still.
  func isHeard(_ board: SignalBoard) -> Bool {
    !board.active.isEmpty
      && (ownPlaces + standIns).contains {
        board.signals[$0].isPresent && board.signals[$0].activation == .on && board.signals[$0].priority == priority
      }
  }

  private func highest(_ places: [Int], _ board: SignalBoard) -> Priority? {
    guard !board.active.isEmpty else { return nil }
    var highest: Priority?
    for place in places where board.signals[place].isPresent {
      highest = max(highest ?? board.signals[place].priority, board.signals[place].priority)
    }
    return highest
  }

  /// Whether an alarm is one of its own.
  func holds(_ alarm: AlarmTransition) -> Bool {
    own.contains(alarm.condition) && (alarm.sensor.map { sensors.contains($0) } ?? true)
  }
}
