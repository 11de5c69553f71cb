import Alarms
import Readings

/// One subject of alarms and its signals: the heart rate of the person, a limit of the oxygen in the blood, or a limit
/// of the air.
///
/// It opens with its first alarm and must not get weaker until good data end it: if the data are lost, something of the
/// same priority stands in.
struct JudgedEpisode: Sendable {
  let own: [ConditionID]
  let sensors: [SensorIndex]
  let priority: Priority
  let judges: [Int]

  /// Whether one of its alarms has begun and nothing has ended it.
  private(set) var isOpen = false
  /// Whether good data could have ended it since a stand-in replaced its alarm.
  var mayHaveEnded = false
  /// Whether a miss was reported; it is reported once.
  var isMissed = false
  var isOverstaying = false

  private let ownPlaces: [Int]
  private let reportingPlaces: [Int]
  private let standIns: [Int]

  /// The conditions that can stand in for the values of a sensor.
  private static let technical: [ConditionID] = [.noData, .noContact, .frozen, .implausible, .notWatched, .standby]

  private static let ofAdapter = SignalState.place(.adapterGone, nil)

  /// - Parameter graver: conditions on the same value that include it and more.
  init(_ own: [ConditionID], graver: [ConditionID], _ priority: Priority, at sensors: [SensorIndex], judges: [Int]) {
    self.own = own
    self.priority = priority
    self.sensors = sensors
    self.judges = judges
    let owners: [SensorIndex?] = sensors + [nil]
    func places(_ ids: [ConditionID]) -> [Int] { ids.flatMap { id in owners.map { SignalState.place(id, $0) } } }
    ownPlaces = places(own)
    reportingPlaces = places(own + graver)
    standIns = places(Self.technical) + [Self.ofAdapter]
  }

  mutating func open() {
    isOpen = true
    isOverstaying = false
    mayHaveEnded = false
  }

  mutating func close() { isOpen = false }

  /// The highest priority of the present alarms on its value.
  func reported(_ board: SignalState) -> Priority? { highest(reportingPlaces, board) }

  func ownReported(_ board: SignalState) -> Priority? { highest(ownPlaces, board) }

  func ownPlace(_ board: SignalState) -> Int? { ownPlaces.first { board.signals[$0].isPresent } }

  func standIn(_ board: SignalState) -> Priority? { highest(standIns, board) }

  /// The highest priority of the stand-ins for the values of one sensor.
  func standIn(_ board: SignalState, for sensor: SensorIndex?) -> Priority? {
    guard let sensor else { return standIn(board) }
    let ofPerson = [ConditionID.notWatched, .standby].flatMap { id in
      sensors.map { SignalState.place(id, $0) } + [SignalState.place(id, nil)]
    }
    let own = Self.technical.flatMap { [SignalState.place($0, sensor), SignalState.place($0, nil)] }
    return highest(own + ofPerson + [Self.ofAdapter], board)
  }

  /// Whether any of these sounds, or would sound, at its priority: then it is not paused. A hand-over keeps the
  /// priority, so an alarm of lower priority is separate, such as that of a frozen strap.
  /// - Parameter holder: the place of its present signal; the loss of another sensor of the person is a separate alarm
  ///   too.
  func isHeard(_ board: SignalState, at holder: Int?) -> Bool {
    !board.active.isEmpty
      && (ownPlaces + standIns).contains {
        let signal = board.signals[$0]
        // The radio's alarm has a pause of its own.
        return $0 != Self.ofAdapter && isOfHolder($0, holder) && signal.isPresent && signal.activation == .on
          && signal.priority == priority
      }
  }

  private func isOfHolder(_ place: Int, _ holder: Int?) -> Bool {
    let owner = SignalState.owner(at: place)
    return ownPlaces.contains(place) || owner == 0 || holder.map { SignalState.owner(at: $0) == owner } ?? true
  }

  private func highest(_ places: [Int], _ board: SignalState) -> Priority? {
    guard !board.active.isEmpty else { return nil }
    var highest: Priority?
    for place in places where board.signals[place].isPresent {
      highest = max(highest ?? board.signals[place].priority, board.signals[place].priority)
    }
    return highest
  }

  func holds(_ alarm: AlarmTransition) -> Bool {
    own.contains(alarm.condition) && (alarm.sensor.map { sensors.contains($0) } ?? true)
  }
}
