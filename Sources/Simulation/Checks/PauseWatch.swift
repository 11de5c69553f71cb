import Alarms
import Readings

/// Watches pauses: none that nobody pressed for, none beyond its end, none that outlasts what must break it, and none broken
/// by a hand-over within one episode.
///
/// A hand-over takes the place of what told the episode until then. The loss of another sensor of the person, while the alarm
/// stands where its own data are, is none: it is an alarm of the technical family, and may break the pause of the heart at
/// its priority.
struct PauseWatch: Sendable {
  private let neverPaused: Set<ConditionID>
  private var pressedAt = -Double.infinity
  /// Since when the heart's alarm is paused, and which side of it was told then.
  private var since: Double?
  private var side: ConditionID?
  /// Whether the heart's alarm was heard when the event came.
  private var wasHeard = false
  /// What must break pauses that began before.
  private var breakers: [AlarmTransition] = []
  /// What takes the place of another alarm of its episode: it may break a pause where it is a missing pulse that was not
  /// there before, or the other direction.
  private var takers: [AlarmTransition] = []
  /// Where the heart's alarm stands, or what has taken its place; `nil` where nothing does.
  private var holder: Int?

  init(neverPaused: Set<ConditionID>) { self.neverPaused = neverPaused }

  mutating func press(_ now: Double) { pressedAt = now }

  /// The box has started again.
  mutating func end() {
    since = nil
    holder = nil
  }

  /// Takes in a change of an alarm, before the board does.
  /// - Parameter takesOver: whether it takes the place of another alarm of its episode.
  /// - Returns: what is wrong with it.
  mutating func take(
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
      ? "\(alarm.condition.name) is paused and nobody asked for it" : nil
  }

  /// After all that one event has brought.
  /// - Parameter rate: the episode of the heart rate.
  mutating func check(_ board: SignalState, _ rate: Episode?, _ now: Double) -> String? {
    let isAdded = isAddedToEpisode(board, rate)
    defer {
      if !breakers.isEmpty { breakers.removeAll(keepingCapacity: true) }
      if !takers.isEmpty { takers.removeAll(keepingCapacity: true) }
    }
    for breaker in breakers {
      let isStillPaused = board.active.contains { place in
        let signal = board.signals[place]
        return signal.activation == .paused && (signal.pausedSince ?? now) < now
          // A latched sound of the other direction does not go on.
          && (signal.isPresent || breaker.condition.opposite != SignalState.condition(at: place))
          && Self.breaks(breaker, signal.priority, SignalState.subject(of: place), SignalState.condition(at: place))
      }
      if isStillPaused { return "\(breaker.condition.name) begins and leaves a pause as it was" }
    }
    return checkRate(board, rate, isAdded: isAdded, now)
  }

  /// Whether the event has brought the loss of another sensor at the priority of the heart's alarm, while that, or what had
  /// taken its place before, goes on where it was.
  private mutating func isAddedToEpisode(_ board: SignalState, _ rate: Episode?) -> Bool {
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

  /// What must break a pause: a higher priority, a missing pulse, the other direction, the same priority from elsewhere.
  private static func breaks(
    _ alarm: AlarmTransition, _ priority: Priority, _ subject: SignalState.Subject, _ condition: ConditionID
  ) -> Bool {
    if alarm.priority > priority { return true }
    guard alarm.priority == priority else { return false }
    return alarm.condition == .noPulse || alarm.condition.opposite == condition
      || SignalState.subject(of: alarm) != subject
  }

  /// A pause of the heart's alarm holds until its end, whatever its cause turns into.
  private mutating func checkRate(
    _ board: SignalState, _ rate: Episode?, isAdded: Bool, _ now: Double
  ) -> String? {
    guard let rate, rate.isOpen, !rate.mayHaveEnded else {
      since = nil
      wasHeard = false
      return nil
    }
    let isHeard = rate.isHeard(board, at: holder)
    defer { wasHeard = isHeard }
    guard let since else {
      // A press that finds a pause running makes it no longer.
      if pressedAt == now, wasHeard, !isHeard { self.since = now }
      return nil
    }
    guard now < since + CheckTimes.longestPause - CheckTimes.tolerance else {
      self.since = nil
      return nil
    }
    let isBroken = (breakers + takers).contains {
      Self.breaks($0, rate.priority, .person, side ?? $0.condition)
        || $0.priority == rate.priority && $0.sensor == nil
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
