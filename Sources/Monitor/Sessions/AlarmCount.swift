import Alarms
import Readings

/// Counts the alarms of a session as the logbook does (docs/figures.md): each once, from its beginning to its end, by the
/// highest priority that it reached. One that was on when the session began is one of it.
struct AlarmCount: Sendable {
  private struct Open: Sendable {
    let condition: ConditionID
    let sensor: SensorIndex?
    var priority: Priority
    /// Whether its condition holds now, and whether it has done so in the session.
    var isOn = true
    var wasOn: Bool
  }

  private var open: [Open] = []
  /// How many are over, by the place of their priority: a box may run for years without a session.
  private var ended = [UInt32](repeating: 0, count: Priority.allCases.count)

  mutating func receive(_ transition: AlarmTransition) {
    guard !transition.isTest else { return }
    let place = open.firstIndex { $0.condition == transition.condition && $0.sensor == transition.sensor }
    let isOn = transition.presence != .latched
    guard let place else {
      guard transition.presence != .off else { return }
      return open.append(
        Open(
          condition: transition.condition, sensor: transition.sensor, priority: transition.priority, isOn: isOn,
          wasOn: isOn))
    }
    if transition.presence == .off {
      let over = open.remove(at: place)
      if over.wasOn { ended[Int(over.priority.rawValue)] &+= 1 }
    } else {
      open[place].priority = max(open[place].priority, transition.priority)
      open[place].isOn = isOn
      open[place].wasOn = open[place].wasOn || isOn
    }
  }

  /// A session begins. What is over and only sounds on is not of it, unless it comes on again.
  mutating func begin() {
    for place in ended.indices { ended[place] = 0 }
    for place in open.indices { open[place].wasOn = open[place].isOn }
  }

  subscript(priority: Priority) -> UInt32 {
    ended[Int(priority.rawValue)] &+ UInt32(clamping: open.count { $0.wasOn && $0.priority == priority })
  }
}
