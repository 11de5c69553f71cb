import Alarms
import Readings

/// One sensor's word on a person's heart: a strap, or an oximeter's pulse.
struct HeartSensor: Sendable {
  /// What it says now.
  enum State: Sendable, Equatable {
    /// It has said nothing yet.
    case awaited
    /// A heart rate that counts.
    case good
    /// It touches the skin and finds no beat.
    case noPulse
    /// It does not touch the skin.
    case noContact
    /// A rate that no limit is about and that no heart has.
    case implausible
    /// It has fallen silent, or finds no beat and cannot tell whether it touches the skin.
    case stale
  }

  let sensor: SensorIndex
  /// A strap goes before an oximeter.
  var isStrap: Bool
  private(set) var state = State.awaited
  /// The latest heart rate that counted, beats a minute.
  private(set) var value = 0.0
  /// Whether its beats prove it.
  private(set) var isProved = false
  /// How many beats of the latest message agree with it; `nil` where one disagrees.
  private(set) var agreeingBeats: Int? = 0
  /// Until when what it said last holds.
  private(set) var freshUntil = Instant.start
  /// Whether its values stand still where they cannot.
  var isFrozen = false
  /// For how long it has given good rates since it last lost the skin, nanoseconds.
  private var good: Int64 = 0
  /// Whether it has said since the start of this run that it does not touch the skin, or was replaced.
  private var hasBeenOff = false
  private var countedAt = Instant.start
  /// The latest beat that agreed with the rate of its time, milliseconds, and when it was told.
  private var latestBeat: (milliseconds: Double, at: Instant)?

  /// So long a good rate must have been there before its absence is a heart that has stopped, and not a strap that is
  /// being put on.
  private static let wornAfter = Duration.seconds(30).wholeNanoseconds
  /// A message without a beat is as good as the beat before it for three beats of its rate, within these bounds, seconds. Ours.
  private static let beatMemory = 3.0...10.0
  /// A strap's rate is a mean of some seconds, so a beat may be a sixth off. What a movement makes of it is further off,
  /// and so are the short and long times in turn where a strap counts the T wave as a beat.
  private static let tolerance = 1.0 / 6

  init(_ sensor: SensorIndex, isStrap: Bool) {
    self.sensor = sensor
    self.isStrap = isStrap
  }

  /// Whether it has given a good rate for so long since it was put on that a missing pulse counts.
  func isWorn(at instant: Instant) -> Bool {
    let since = state == .good ? max(0, countedAt.duration(to: min(instant, freshUntil)).wholeNanoseconds) : 0
    return good + since >= Self.wornAfter
  }

  /// Takes in what a message says.
  /// - Parameters:
  ///   - rate: the heart rate; 0 where no beat was found, `nil` where the message has none.
  ///   - isOffScale: whether no heart has this rate, and no limit is about it.
  mutating func take(
    rate: Double?, isOffScale: Bool, _ contact: SkinContact?, _ beats: RRIntervals, freshUntil end: Instant,
    at instant: Instant
  ) {
    count(to: instant)
    if contact == .notDetected {
      state = .noContact
      freshUntil = end
      good = 0
      hasBeenOff = true
      latestBeat = nil
      return
    }
    guard let rate, rate > 0 else {
      guard contact == .detected else {
        // No beat is found, and whether it touches the skin is not known: what it said before holds no more.
        if rate != nil, state != .awaited { (state, freshUntil) = (.stale, instant) }
        return
      }
      state = .noPulse
      freshUntil = end
      return
    }
    freshUntil = end
    guard !isOffScale else {
      state = .implausible
      return
    }
    state = .good
    value = rate
    agreeingBeats = agreement(of: beats, with: rate, at: instant)
    // A rate that has left the latest beat is proved again by the next beat, and not by its return alone.
    if let beat = latestBeat, !isNear(beat.milliseconds, rate) { latestBeat = nil }
    let memory = min(max(3 * 60 / rate, Self.beatMemory.lowerBound), Self.beatMemory.upperBound)
    isProved = latestBeat.map { $0.at.duration(to: instant) <= .seconds(memory) } ?? false
  }

  /// How many beats agree with a rate; `nil` where one disagrees.
  private mutating func agreement(of beats: RRIntervals, with rate: Double, at instant: Instant) -> Int? {
    var agreeing = 0
    for index in 0..<beats.count {
      guard let time = beats.milliseconds(at: index) else { continue }
      if isNear(time, rate) {
        agreeing += 1
        latestBeat = (time, instant)
      } else if beats.isPlausible(at: index) {
        latestBeat = nil
        return nil
      }
    }
    return agreeing
  }

  private func isNear(_ milliseconds: Double, _ rate: Double) -> Bool {
    let expected = 60_000 / rate
    return abs(milliseconds - expected) <= expected * Self.tolerance
  }

  private mutating func count(to instant: Instant) {
    if state == .good { good += max(0, countedAt.duration(to: min(instant, freshUntil)).wholeNanoseconds) }
    countedAt = instant
  }

  /// Time has passed: what it said may hold no more.
  /// - Returns: whether that is so only now.
  mutating func expire(at instant: Instant) -> Bool {
    guard state != .stale, state != .awaited, freshUntil <= instant else { return false }
    count(to: instant)
    state = .stale
    return true
  }

  /// Another sensor has taken its place, which may not be worn yet. What was said last holds for as long as it would have.
  mutating func replace(at instant: Instant) {
    count(to: instant)
    good = 0
    hasBeenOff = true
    latestBeat = nil
    isFrozen = false
  }

  /// For how long it has given good rates since it was put on.
  var worn: Duration { .nanoseconds(good) }

  /// Goes on where an earlier run was: it had given good rates for so long. One that has been off since was put on later.
  mutating func recall(worn: Duration) { if !hasBeenOff { good += max(0, worn.wholeNanoseconds) } }

  /// It is awaited and has not been heard.
  mutating func miss() { if state == .awaited { state = .stale } }

  /// When what it said last holds no more.
  var deadline: Instant { state == .stale || state == .awaited ? .never : freshUntil }
}
