import Readings

/// The heart data of one sensor of a person: a strap, or the pulse of an oximeter. It judges each message, decides
/// whether the rate is proved, and measures how long the sensor has been worn.
struct HeartSensor: Sendable {
  enum State: Sendable, Equatable {
    /// No heart data yet.
    case awaited
    case good
    /// The sensor touches the skin and finds no beat, or has sent none for the bound of a missing pulse.
    case noPulse
    /// The sensor does not touch the skin.
    case noContact
    /// A rate that no heart has, and that is not beyond a limit.
    case implausible
    /// No fresh message, or no beat and unknown skin contact.
    case stale
  }

  /// What a restart keeps.
  struct Wear: Sendable {
    /// For how long it has given valid rates since it was put on.
    let good: Duration
    let hasBeats: Bool
  }

  let sensor: SensorIndex
  /// A strap is preferred to an oximeter.
  var isStrap: Bool
  private(set) var state = State.awaited
  /// The latest valid heart rate, in beats per minute.
  private(set) var value = 0.0
  /// The number of the latest message that had one.
  private var number = 0.0
  private(set) var isProved = false
  /// How many beats of the latest message agree with the rate; `nil` if one disagrees.
  private(set) var agreeingBeats: Int? = 0
  private(set) var freshUntil = Instant.start
  var isFrozen = false
  /// How long the sensor has given valid rates since it was put on, in nanoseconds.
  private var good: Int64 = 0
  /// Whether the sensor was taken off or replaced since the start of this run.
  private var hasBeenOff = false
  /// Since when it has reported lost contact; `nil` while it touches the skin.
  private var offSince: Instant?
  private var countedAt = Instant.start
  /// The latest RR interval that agreed with the rate at that time, and when it was received.
  private var latestBeat: (milliseconds: Double, at: Instant)?
  private var train = BeatTrain()
  /// Whether the pulse is missing because no beat has come for the bound of a missing pulse, whatever number is sent.
  private(set) var isBeatless = false
  /// The first number after a restart in a missing pulse, 0 before it: it may be held without a beat, which only a beat, or a
  /// number that has moved away, excludes. `nil` otherwise.
  private var heldNumber: Double?

  /// A rate must have been valid for this time, in nanoseconds, before a missing pulse counts as a heart that has
  /// stopped, and not as a strap that is being put on.
  private static let wornAfter = Duration.seconds(30).wholeNanoseconds
  /// A sensor without contact for this time was taken off: a loose or dry electrode loses the skin for a message or
  /// two, and a hand needs longer to put a strap on another person. Own choice, as long as good data need to end a loss.
  private static let takenOffAfter = Duration.seconds(5)
  /// A mean that dies away moves by this at most from one message to the next, in beats a minute. Own choice.
  static let smallStep = 5.0
  /// No beat for this time is a missing pulse though the number moves by small steps, in nanoseconds: longer than where
  /// it is repeated, since some straps lose their beats in motion. Own choice.
  private static let beatlessDrift = Duration.seconds(60).wholeNanoseconds
  /// A rate stays proved without new beats for the time of three beats, limited to this range, in seconds. Own choice.
  private static let beatMemory = 3.0...10.0
  /// The rate of a strap is a mean over some seconds, so an RR interval may differ from it by one sixth. An artefact of
  /// movement differs by more, and so do the alternating short and long intervals of a strap that counts the T wave as
  /// a beat.
  private static let tolerance = 1.0 / 6

  init(_ sensor: SensorIndex, isStrap: Bool) {
    self.sensor = sensor
    self.isStrap = isStrap
  }

  /// Whether the sensor has given valid rates for long enough since it was put on that a missing pulse counts.
  func isWorn(at instant: Instant) -> Bool {
    let since = state == .good ? max(0, countedAt.duration(to: min(instant, freshUntil)).wholeNanoseconds) : 0
    return good + since >= Self.wornAfter
  }

  /// Takes the heart data of a message.
  /// - Parameters:
  ///   - rate: beats per minute; 0 if no beat was found, `nil` if the message has no rate.
  ///   - isOffScale: whether no heart has this rate, and it is not beyond a limit.
  ///   - beatlessAfter: after this time without a beat the pulse is missing, in nanoseconds.
  mutating func take(
    rate: Double?, isOffScale: Bool, _ contact: SkinContact?, _ beats: RRIntervals, freshUntil end: Instant,
    beatlessAfter: Int64 = .max, at instant: Instant
  ) {
    // Time without contact is no time without a beat.
    let sinceLatest = countedAt.duration(to: instant).wholeNanoseconds
    let passed = offSince == nil ? max(0, countedAt.duration(to: min(instant, freshUntil)).wholeNanoseconds) : 0
    let isMissing = isBeatless || train.silence >= beatlessAfter || train.drift >= Self.beatlessDrift
    if offSince != nil, !isMissing { train.loseContact(for: sinceLatest) }
    count(to: instant)
    noteContact(contact, at: instant)
    if contact == .notDetected {
      train.breakOff()
      // A loose electrode does not show that a missing pulse is back.
      if state != .noPulse || !train.isSilent { state = .noContact }
      freshUntil = end
      latestBeat = nil
      return
    }
    let step = contact == .detected && !isOffScale ? abs((rate ?? 0) - number) : .infinity
    let isZero = contact == .detected && (rate ?? 0) == 0
    // A number after 0 is a jump.
    let isSmall = step <= Self.smallStep && (state != .noPulse || isBeatless)
    train.take(beats, passed: passed, isRepeated: isZero || step == 0, isNear: isZero || isSmall, at: instant)
    if let rate, rate > 0 { number = rate }
    // Once the pulse is missing, a number that only moves on brings it back no more than one that stays.
    let isLong =
      isBeatless && train.drift > 0 || train.silence >= beatlessAfter || train.drift >= Self.beatlessDrift
      || isHeld(rate, contact, beats)
    isBeatless = !isZero && isLong && isWorn(at: instant)
    guard let rate, rate > 0 else {
      guard contact == .detected else {
        // No beat is found and skin contact is unknown: the previous data no longer count.
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
    guard !isBeatless else {
      state = .noPulse
      return
    }
    state = .good
    value = rate
    agreeingBeats = agreement(of: beats, with: rate, at: instant)
    // If the rate has moved away from the latest beat, only a new beat proves it again.
    if let beat = latestBeat, !isNear(beat.milliseconds, rate) { latestBeat = nil }
    let memory = min(max(3 * 60 / rate, Self.beatMemory.lowerBound), Self.beatMemory.upperBound)
    isProved = latestBeat.map { $0.at.duration(to: instant) <= .seconds(memory) } ?? false
  }

  /// Whether a number may still be that of a pulse that an earlier run has missed.
  private mutating func isHeld(_ rate: Double?, _ contact: SkinContact?, _ beats: RRIntervals) -> Bool {
    guard let known = heldNumber, contact == .detected, let rate, rate > 0 else { return false }
    let isNear = known == 0 || abs(rate - known) <= Self.smallStep
    let stays = isNear && !(0..<beats.count).contains(where: beats.isBeat)
    heldNumber = stays ? known == 0 ? rate : known : nil
    return stays
  }

  /// An earlier run has missed the pulse, so the sensor was worn.
  mutating func resumeMissingPulse() { (good, heldNumber) = (max(good, Self.wornAfter), 0) }

  /// Counts for how long contact is lost, in silence too: up to the next message with contact.
  private mutating func noteContact(_ contact: SkinContact?, at instant: Instant) {
    if let offSince, offSince.duration(to: instant) >= Self.takenOffAfter {
      (good, hasBeenOff, heldNumber, isBeatless) = (0, true, nil, false)
      train.endSilence()
    }
    offSince = contact == .notDetected ? offSince ?? instant : nil
  }

  /// How many RR intervals agree with a rate; `nil` if one disagrees.
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

  /// The rate of the latest beats by themselves, if they agree with each other.
  func rateOfBeats(at instant: Instant) -> Double? { train.rate(at: instant, memory: Self.beatMemory) }

  private func isNear(_ milliseconds: Double, _ rate: Double) -> Bool {
    let expected = 60_000 / rate
    return abs(milliseconds - expected) <= expected * Self.tolerance
  }

  private mutating func count(to instant: Instant) {
    if state == .good { good += max(0, countedAt.duration(to: min(instant, freshUntil)).wholeNanoseconds) }
    countedAt = instant
  }

  /// - Returns: whether the data have become stale with this call.
  mutating func expire(at instant: Instant) -> Bool {
    guard state != .stale, state != .awaited, freshUntil <= instant else { return false }
    count(to: instant)
    state = .stale
    train.breakOff()
    return true
  }

  /// Another sensor has replaced this one and may not be worn yet. The latest data stay until they become stale.
  mutating func replace(at instant: Instant) {
    count(to: instant)
    good = 0
    hasBeenOff = true
    offSince = nil
    latestBeat = nil
    (train, isBeatless, heldNumber) = (BeatTrain(), false, nil)
    isFrozen = false
  }

  /// What the next run goes on with.
  var wear: Wear { Wear(good: .nanoseconds(good), hasBeats: train.hasBeats && good > 0) }

  /// Goes on with what an earlier run knew, unless the sensor has been taken off since.
  mutating func recall(_ wear: Wear) {
    guard !hasBeenOff else { return }
    good += max(0, wear.good.wholeNanoseconds)
    if wear.hasBeats { train.recallBeats() }
  }

  /// The sensor was expected and has not been received.
  mutating func miss() { if state == .awaited { state = .stale } }

  /// When the data become stale; ``Instant/never`` if they are or if there are none.
  var deadline: Instant { state == .stale || state == .awaited ? .never : freshUntil }
}
