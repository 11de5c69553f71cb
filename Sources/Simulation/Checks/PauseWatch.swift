import Alarms
import Readings

/// Checks pauses: a pause must follow a press, must end in time, must end when it has to be broken, and must not be
/// broken by a hand-over within one episode.
///
/// A hand-over replaces the signal that the episode had until then. The loss of another sensor of the person is not a
/// hand-over while the alarm keeps its own data: it is a technical alarm, and may break the pause of the heart alarm at
/// its priority.
struct PauseWatch: Sendable {
  private var pressedAt = -Double.infinity
  /// Since when the heart alarm is paused, and which side it was on then.
  private var since: Double?
  private var side: ConditionID?
  /// Whether the heart alarm sounded when the event came.
  private var wasHeard = false
  /// Alarms that must break pauses that began before.
  private var breakers: [AlarmTransition] = []
  /// Alarms that replace another one of their episode: they may break a pause if they are a new missing pulse or are on
  /// the other side.
  private var takers: [AlarmTransition] = []
  /// The place of the heart alarm, or of what replaced it; `nil` if there is none.
  private var holder: Int?

  mutating func press(_ now: Double) { pressedAt = now }

  mutating func end() {
    since = nil
    holder = nil
  }

  /// Processes a change of an alarm, before the signal state does.
  /// - Parameter takesOver: whether it replaces another alarm of its episode.
  /// - Returns: a violation, if there is one.
  mutating func handle(
    _ alarm: AlarmTransition, _ before: SignalState.Signal, takesOver: Bool, _ now: Double
  ) -> String? {
    let isNews = alarm.presence == .on && (!before.isPresent || alarm.priority > before.priority)
    if isNews, alarm.activation != .off {
      if takesOver { takers.append(alarm) } else { breakers.append(alarm) }
    }
    if side == nil || since == nil, alarm.presence == .on,
      alarm.condition == .heartRateLow || alarm.condition == .heartRateHigh
    {
      side = alarm.condition
    }
    guard alarm.activation == .paused, before.activation != .paused else { return nil }
    return now - pressedAt > CheckTimes.longestPause + CheckTimes.tolerance
      ? "\(alarm.condition.name) is paused without a request" : nil
  }

  /// Call this after all outputs of one input.
  /// - Parameter rate: the episode of the heart rate.
  mutating func check(_ board: SignalState, _ rate: JudgedEpisode?, _ now: Double) -> String? {
    let isAdded = isAddedToEpisode(board, rate)
    defer {
      if !breakers.isEmpty { breakers.removeAll(keepingCapacity: true) }
      if !takers.isEmpty { takers.removeAll(keepingCapacity: true) }
    }
    for breaker in breakers {
      let isStillPaused = board.active.contains { place in
        let signal = board.signals[place]
        return signal.activation == .paused && (signal.pausedSince ?? now) < now
          // A latched sound of the other side does not continue.
          && (signal.isPresent || breaker.condition.opposite != SignalState.condition(at: place))
          && Self.breaks(breaker, signal.priority, SignalState.subject(of: place), SignalState.condition(at: place))
      }
      if isStillPaused { return "\(breaker.condition.name) began without ending a pause" }
    }
    return checkRate(board, rate, isAdded: isAdded, now)
  }

  /// Whether the input brought the loss of another sensor at the priority of the heart alarm, while that alarm, or what
  /// had replaced it, continues at its place.
  private mutating func isAddedToEpisode(_ board: SignalState, _ rate: JudgedEpisode?) -> Bool {
    guard let rate, rate.isOpen else {
      holder = nil
      return false
    }
    let before = holder
    let taker = takers.last.map { SignalState.place($0.condition, $0.sensor) }
    if let own = rate.ownPlace(board) {
      holder = own
    } else if before.map({ !board.signals[$0].isPresent }) ?? true {
      holder = taker.flatMap { board.signals[$0].isPresent ? $0 : nil }
    }
    guard let holder, holder == before else { return false }
    return takers.contains {
      !rate.own.contains($0.condition) && $0.priority == rate.priority
        && SignalState.owner($0.sensor) != SignalState.owner(at: holder)
    }
  }

  /// What must break a pause: a higher priority, a missing pulse, the other side, the same priority from elsewhere.
  private static func breaks(
    _ alarm: AlarmTransition, _ priority: Priority, _ subject: SignalState.Subject, _ condition: ConditionID
  ) -> Bool {
    if alarm.priority > priority { return true }
    guard alarm.priority == priority else { return false }
    return alarm.condition == .noPulse || alarm.condition.opposite == condition
      || SignalState.subject(of: alarm) != subject
  }

  /// Low oxygen is news beside a heart, though both are alarms of one episode.
  private static func isOfOxygen(_ id: ConditionID) -> Bool { id == .spo2Medium || id == .spo2High }

  /// A pause of the heart alarm holds until its end, even if its cause changes.
  private mutating func checkRate(
    _ board: SignalState, _ rate: JudgedEpisode?, isAdded: Bool, _ now: Double
  ) -> String? {
    guard let rate, rate.isOpen, !rate.mayHaveEnded else {
      since = nil
      wasHeard = false
      return nil
    }
    let isHeard = rate.isHeard(board, at: holder)
    defer { wasHeard = isHeard }
    guard let since else {
      // A press during a pause does not extend it.
      if pressedAt == now, wasHeard, !isHeard { self.since = now }
      return nil
    }
    guard now < since + CheckTimes.longestPause - CheckTimes.tolerance else {
      self.since = nil
      return nil
    }
    let isBroken = (breakers + takers).contains {
      Self.breaks($0, rate.priority, .person, side ?? $0.condition)
        || $0.priority == rate.priority && ($0.sensor == nil || Self.isOfOxygen($0.condition))
    }
    if isAdded || isBroken {
      self.since = nil
      return nil
    }
    guard isHeard else { return nil }
    self.since = nil
    return "a pause was broken by a hand-over in one episode"
  }
}
