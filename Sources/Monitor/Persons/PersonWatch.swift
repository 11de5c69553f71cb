import Alarms
import Readings

/// One person's heart: which sensor speaks for it, what the share rule has counted, which alarm is there, and whether the
/// person is watched at all.
struct PersonWatch: Sendable {
  private(set) var index: PersonIndex
  /// The sensors of this person, straps first.
  private(set) var sources: [HeartSensor] = []
  /// The place of the one that speaks.
  private(set) var speaker: Int?
  /// When something is due.
  private(set) var deadline = Instant.never

  private var rule: HeartRule
  private var limits: HeartLimits
  private var heart = HeartCount()
  private var noPulse = ShareCount()
  /// The alarm that is there, as it was raised.
  private(set) var alarm: AlarmCause?
  /// The condition that stands for it now: itself, or what its data have become.
  private(set) var shown: (condition: ConditionID, sensor: SensorIndex)? {
    didSet { if hasChanged(since: oldValue) { isShownNew = true } }
  }
  /// Whether another condition is shown than when this was last asked, or standby has begun or ended.
  private var isShownNew = false
  /// In how much of the latest time good heart data were missing and there.
  private var missing = Share()
  private var present = Share()
  private var countedAt: Instant?
  /// Whether they are missing for so long that it is told.
  private(set) var isMissing = false
  /// Somebody has ended an episode whose data are gone: their loss is known, and the person is not watched.
  private(set) var isDismissed = false
  /// Which limit of the heart rate the episode was about last.
  private var latestDirection: ConditionID?
  private(set) var standbyUntil: Instant? {
    didSet { if (oldValue == nil) != (standbyUntil == nil) { isShownNew = true } }
  }
  /// Whether a standby has ended and nobody has been watched since.
  private(set) var wasInStandby = false
  /// Whether somebody knows that nothing good is heard of the heart: by a long press or standby, until it is heard again.
  var isLossKnown: Bool { isDismissed || standbyUntil != nil || wasInStandby }
  /// Since when nobody watches over the person.
  private(set) var unwatchedSince: Instant?

  /// Good heart data that are missing for so long of any such time are told, whatever the mixture of causes.
  static let missingTime = Duration.seconds(60).wholeNanoseconds
  static let missingWindow = Duration.seconds(90).wholeNanoseconds
  /// Their loss is over when they were there for so long in all within 1.5 of that: E of the share rule.
  static let presentTime = Duration.seconds(5).wholeNanoseconds
  static let presentWindow = Duration.milliseconds(7500).wholeNanoseconds
  /// Good data for so long end standby.
  static let standbyEnd = Duration.seconds(30).wholeNanoseconds
  static let standbyEndWindow = Duration.seconds(45).wholeNanoseconds
  /// By more than this part two sensors of one person disagree, and neither is proved.
  private static let disagreement = 0.15

  init(_ index: PersonIndex, _ limits: HeartLimits, _ rule: HeartRule) {
    self.index = index
    self.limits = limits
    self.rule = rule
  }

  var subject: Subject { .person(index) }

  /// The sensor that alarms of the whole person are shown at.
  var lead: SensorIndex? { speaker.map { sources[$0].sensor } ?? sources.first?.sensor }

  /// Other limits or bounds are in force.
  mutating func adopt(_ limits: HeartLimits, _ rule: HeartRule) {
    self.limits = limits
    self.rule = rule
    let isOff = heart.side.map { ($0 == .low ? limits.low : limits.high) == nil } ?? false
    if isOff { heart.dismiss() }
    if !limits.watchesPulse { noPulse.dismiss() }
    // What stood for it ends.
    deadline = .start
  }

  /// A sensor is this person's.
  mutating func add(_ sensor: SensorIndex, isStrap: Bool) {
    guard !sources.contains(where: { $0.sensor == sensor }) else { return }
    insert(HeartSensor(sensor, isStrap: isStrap))
  }

  private mutating func insert(_ source: HeartSensor) {
    let place = source.isStrap ? sources.firstIndex { !$0.isStrap } ?? sources.count : sources.count
    sources.insert(source, at: place)
    if let speaker, speaker >= place { self.speaker = speaker + 1 }
  }

  /// A sensor is this person's no more.
  mutating func remove(_ sensor: SensorIndex) {
    guard let place = sources.firstIndex(where: { $0.sensor == sensor }) else { return }
    sources.remove(at: place)
    if let speaker { self.speaker = speaker == place ? nil : speaker > place ? speaker - 1 : speaker }
    if shown?.sensor == sensor { shown = nil }
    deadline = .start
    guard !sources.isEmpty else { return clear() }
    // Its data are gone, and those of a sensor that has said nothing yet do not take their place.
    if alarm != nil { for place in sources.indices { sources[place].miss() } }
    choose()
  }

  /// A sensor is another person's from now on. Where there is no other one, all that is known goes along.
  mutating func hand(
    _ sensor: SensorIndex, to other: inout PersonWatch, at instant: Instant, _ alarms: inout AlarmSystem
  ) {
    guard let place = place(of: sensor) else { return }
    let source = sources[place]
    if sources.count == 1, other.sources.isEmpty {
      let heir = other
      other = self
      (other.index, other.limits, other.rule) = (heir.index, heir.limits, heir.rule)
    } else {
      if sources.count > 1 || !other.inherit(self) { endShown(at: sensor, at: instant, &alarms) }
      alarms.end(.standby, at: sensor, isCalm: true, at: instant)
      other.insert(source)
      other.choose()
    }
    remove(sensor)
    other.isShownNew = true
    other.deadline = .start
  }

  /// Takes over another person's alarm, unless there is one already.
  private mutating func inherit(_ other: PersonWatch) -> Bool {
    guard alarm == nil, other.alarm != nil else { return false }
    (heart, noPulse, alarm, shown) = (other.heart, other.noPulse, other.alarm, other.shown)
    latestDirection = other.latestDirection
    return true
  }

  private mutating func endShown(at sensor: SensorIndex, at instant: Instant, _ alarms: inout AlarmSystem) {
    guard let shown, shown.sensor == sensor else { return }
    let isItself = Self.conditions.contains(shown.condition)
    alarms.end(shown.condition, at: sensor, latches: false, isCalm: !isItself, at: instant)
  }

  /// Nothing is known of the person's heart: whatever is heard next may be another's.
  private mutating func clear() {
    endAlarm()
    missing = Share()
    present = Share()
    countedAt = nil
    isMissing = false
    isDismissed = false
    standbyUntil = nil
    wasInStandby = false
    unwatchedSince = nil
    latestDirection = nil
  }

  /// What a sensor is, is known now.
  mutating func setStrap(_ isStrap: Bool, _ sensor: SensorIndex) {
    guard let place = place(of: sensor), sources[place].isStrap != isStrap else { return }
    let speaking = speaker.map { sources[$0].sensor }
    var source = sources.remove(at: place)
    speaker = nil
    source.isStrap = isStrap
    insert(source)
    speaker = speaking.flatMap { self.place(of: $0) }
  }

  /// Another sensor has taken the place of one.
  mutating func replace(_ sensor: SensorIndex, at instant: Instant, _ alarms: inout AlarmSystem) {
    guard let place = place(of: sensor) else { return }
    sources[place].replace(at: instant)
    advance(to: instant, &alarms)
  }

  /// Whether a sensor is the one that alarms of the whole person are shown at.
  func isLead(_ sensor: SensorIndex) -> Bool { lead == sensor }

  /// Whether another condition is shown than when this was last asked, or standby has begun or ended.
  mutating func takeNewlyShown() -> Bool {
    defer { isShownNew = false }
    return isShownNew
  }

  private func hasChanged(since before: (condition: ConditionID, sensor: SensorIndex)?) -> Bool {
    before?.condition != shown?.condition || before?.sensor != shown?.sensor
  }

  private func place(of sensor: SensorIndex) -> Int? { sources.firstIndex { $0.sensor == sensor } }

  // MARK: What is said

  /// Whether a rate that no heart has is beyond a limit that is in force: then it counts.
  func isBeyond(_ rate: Double) -> Bool { limits.side(of: rate) != nil }

  /// A sensor has said something of the heart.
  mutating func take(
    rate: Double?, isOffScale: Bool, _ contact: SkinContact?, _ beats: RRIntervals, freshUntil: Instant,
    from sensor: SensorIndex, at instant: Instant, _ alarms: inout AlarmSystem
  ) {
    guard let place = place(of: sensor) else { return }
    expire(at: instant)
    sources[place].take(
      rate: rate, isOffScale: isOffScale, contact, beats, freshUntil: freshUntil, at: instant)
    let wasSpeaking = speaker
    choose()
    if speaker == place || speaker != wasSpeaking { feed(at: instant) }
    advance(to: instant, &alarms)
  }

  /// A sensor's values stand still, or move again, as of the message that is taken in next: until that is known nothing is
  /// due.
  mutating func setFrozen(_ isFrozen: Bool, at sensor: SensorIndex) {
    guard let place = place(of: sensor) else { return }
    sources[place].isFrozen = isFrozen
  }

  /// A sensor that should be heard is not.
  mutating func miss(_ sensor: SensorIndex, at instant: Instant, _ alarms: inout AlarmSystem) {
    guard let place = place(of: sensor) else { return }
    sources[place].miss()
    choose()
    advance(to: instant, &alarms)
  }

  private mutating func expire(at instant: Instant) {
    var isAnyGone = false
    for place in sources.indices where sources[place].expire(at: instant) { isAnyGone = true }
    guard isAnyGone else { return }
    choose()
    feed(at: instant)
  }

  /// Good data go before all else; a strap before an oximeter; the one that speaks goes on.
  private mutating func choose() {
    func worth(_ place: Int) -> Int {
      let source = sources[place]
      let state =
        switch source.state {
        // Values that stand still are no good data.
        case .good: source.isFrozen ? 4 : 5
        case .noPulse: 3
        case .noContact, .implausible: 2
        case .stale: 1
        case .awaited: 0
        }
      return 4 * state + (source.isStrap ? 2 : 0) + (place == speaker ? 1 : 0)
    }
    speaker = sources.indices.max { worth($0) < worth($1) }
    // What has never spoken does not speak.
    if let place = speaker, sources[place].state == .awaited { speaker = nil }
  }

  /// What the person's heart says now.
  var state: HeartSensor.State { speaker.map { sources[$0].state } ?? .awaited }

  /// Whether any sensor of the person gives good heart data.
  private var isGood: Bool { speaker.map { sources[$0].state == .good && !sources[$0].isFrozen } ?? false }

  /// Whether another sensor of the person gives good heart data.
  func hasGoodData(besides sensor: SensorIndex) -> Bool {
    sources.contains { $0.sensor != sensor && $0.state == .good && !$0.isFrozen }
  }

  /// Whether the heart rate is fresh and good.
  var isWatched: Bool { isGood && standbyUntil == nil }

  /// Whether a missing pulse is one: the sensor was worn before.
  func isPulseMissing(at instant: Instant) -> Bool {
    guard limits.watchesPulse, let speaker else { return false }
    return sources[speaker].state == .noPulse && sources[speaker].isWorn(at: instant)
  }

  /// Hands what the speaker says now to the counts.
  private mutating func feed(at instant: Instant) {
    guard let speaker else { return }
    let source = sources[speaker]
    if source.state == .good {
      let side = limits.side(of: source.value)
      let isProved = source.isProved && !isContradicted(source)
      // Also where nothing is counted: it is fresh time, which is not cut out. What is inside then is the return of nothing.
      let isInside = limits.isInside(source.value) && (side != nil || !heart.isIdle)
      heart.take(
        HeartCount.Sample(
          value: source.value, beyond: side, isInside: isInside, isProved: isProved,
          agreeingBeats: source.agreeingBeats, freshUntil: source.freshUntil), at: instant, rule)
    } else if source.state == .noPulse, heart.side != nil {
      // A heart that is not found is not inside, and what was inside before it is soon too long ago to end an alarm.
      heart.take(
        HeartCount.Sample(
          value: 0, beyond: nil, isInside: false, isProved: false, agreeingBeats: 0, freshUntil: source.freshUntil),
        at: instant, rule)
    } else {
      heart.expire(at: instant, rule)
    }
    let isMissingPulse = isPulseMissing(at: instant)
    if isMissingPulse || (source.state == .good && !noPulse.isIdle) {
      // A pulse beyond a limit ends nothing: it becomes the alarm of that limit.
      let isInside = source.state == .good && limits.side(of: source.value) == nil
      noPulse.take(
        ShareCount.Sample(
          isBeyond: isMissingPulse, isInside: isInside, measuredAt: instant, freshUntil: source.freshUntil),
        at: instant, pulseRule)
    } else {
      noPulse.expire(at: instant, pulseRule)
    }
  }

  /// A pulse that comes back unproved needs longer to end its alarm.
  private var pulseRule: ShareRule {
    speaker.map { sources[$0].state == .good && !sources[$0].isProved } ?? false ? rule.noPulseUnproved : rule.noPulse
  }

  private func isContradicted(_ source: HeartSensor) -> Bool {
    sources.contains {
      $0.sensor != source.sensor && $0.state == .good
        && abs($0.value - source.value) > Self.disagreement * max($0.value, source.value)
    }
  }

  // MARK: What follows

  /// Lets happen what is due, and shows the alarm that is there.
  mutating func advance(to instant: Instant, _ alarms: inout AlarmSystem) {
    expire(at: instant)
    count(to: instant)
    // What ends now may be calm at once, but only after it has ended.
    var calm: [ConditionID] = []
    while let turn = heart.turn(at: instant, rule) {
      if turn == .isCalm { calm = [.heartRateLow, .heartRateHigh] }
      // What it took over from a missing pulse has ended with it.
      if turn == .ends, !noPulse.isOn { noPulse.beginAgain() }
    }
    while let turn = noPulse.turn(at: instant, pulseRule) {
      if case .isCalm = turn { calm.append(.noPulse) }
    }
    // A heart that beats too slowly after it had stopped is told as that.
    if noPulse.isOn, heart.side != nil, state == .good { noPulse.endAtOnce() }
    // While an alarm is there, a heart that is not found any more is told at once.
    if alarm != nil, isPulseMissing(at: instant), !noPulse.isOn { noPulse.beginAtOnce() }
    show(at: instant, &alarms)
    if !calm.isEmpty {
      alarms.calm(calm, of: subject)
      latestDirection = nil
    }
    watch(at: instant)
    schedule(at: instant)
  }

  /// What the counts say is there.
  private func cause() -> AlarmCause? {
    guard let sensor = lead else { return nil }
    if noPulse.isOn {
      var cause = AlarmCause(.noPulse, at: sensor, of: subject)
      cause.bounds = rule.noPulse.bounds
      return cause
    }
    guard let side = heart.side else { return nil }
    let condition = side == .low ? ConditionID.heartRateLow : .heartRateHigh
    var cause = AlarmCause(
      condition, at: origin(of: condition) ?? sensor, of: subject, value: heart.value(beyond: side),
      limit: side == .low ? limits.low : limits.high)
    let isProved = speaker.map { sources[$0].isProved } ?? false
    cause.bounds = isProved ? rule.proved.bounds : rule.unproved.bounds
    return cause
  }

  /// The sensor whose data have raised an alarm that is on. It stays so while another one is heard whose data are inside.
  private func origin(of condition: ConditionID) -> SensorIndex? {
    guard let alarm, alarm.condition == condition, let sensor = alarm.sensor, state == .good, !heart.isBeyondNow,
      sources.contains(where: { $0.sensor == sensor })
    else { return nil }
    return sensor
  }

  private mutating func show(at instant: Instant, _ alarms: inout AlarmSystem) {
    guard let cause = cause() else { return end(at: instant, &alarms) }
    let former = alarm?.condition
    alarm = cause
    let standing = standing(for: cause, alarms)
    if let shown, shown.condition == standing.condition, shown.sensor == standing.sensor {
      if state == .good, let value = standing.value, heart.isBeyondNow {
        alarms.update(shown.condition, at: shown.sensor, value: value)
      }
      return
    }
    // A pulse that is missing is more than what was there, unless it was missing before its data went.
    let isHandOver = former != nil && (standing.condition != .noPulse || former == .noPulse)
    if let shown {
      alarms.end(
        shown.condition, at: shown.sensor, latches: false, isCalm: !Self.conditions.contains(shown.condition),
        at: instant)
    }
    alarms.raise(standing, isHandOver: isHandOver, at: instant)
    if let opposite = standing.condition.opposite {
      // A pause of one direction never mutes the other.
      if latestDirection == opposite { alarms.breakPause(of: subject, .heart) }
      latestDirection = standing.condition
    }
    if let sensor = standing.sensor { shown = (standing.condition, sensor) }
  }

  /// The alarm is over. It latches also where something stood in for it until now.
  private mutating func end(at instant: Instant, _ alarms: inout AlarmSystem) {
    if let shown {
      let isItself = Self.conditions.contains(shown.condition)
      alarms.end(shown.condition, at: shown.sensor, isCalm: !isItself, at: instant)
      if !isItself, let alarm { alarms.latch(alarm, at: instant) }
    }
    shown = nil
    alarm = nil
  }

  private static let conditions: [ConditionID] = [.heartRateLow, .heartRateHigh, .noPulse]

  /// What stands for an alarm now: itself, or what its data have become, at its priority and with its last value.
  private func standing(for cause: AlarmCause, _ alarms: AlarmSystem) -> AlarmCause {
    var condition: ConditionID? =
      switch state {
      // What an earlier run has left stands until its sensor has been heard, or missed.
      case .good, .awaited: nil
      case .noPulse: cause.condition == .noPulse ? nil : .noData
      case .noContact: .noContact
      case .implausible: .implausible
      case .stale: .noData
      }
    // What is switched off stands for nothing.
    if let own = condition, !alarms.isEnabled(own) { condition = .noData }
    guard let condition, alarms.isEnabled(condition) else { return cause }
    var standing = cause
    standing.condition = condition
    standing.priority = .high
    standing.family = .heart
    standing.isLastValue = true
    return standing
  }

  /// Counts for how long good heart data are missing and there, by the clock.
  private mutating func count(to instant: Instant) {
    if let countedAt, countedAt < instant {
      let passed = countedAt.duration(to: instant).wholeNanoseconds
      missing.pass(passed, keeping: Self.missingWindow)
      present.pass(passed, keeping: Self.standbyEndWindow)
    }
    if countedAt == nil, sources.allSatisfy({ $0.state == .awaited }) { return }
    countedAt = instant
    // Nobody misses what is not watched on purpose.
    if standbyUntil != nil { missing = Share() }
    missing.set(!isGood && standbyUntil == nil)
    present.set(isGood)
    // The latest 90 s count at every instant: data that have just come back do not make up for them.
    let isLong = missing.amount(in: Self.missingWindow) >= Self.missingTime
    isMissing = isLong && (!isGood || isMissing)
  }

  /// Whether good data have been back for long enough.
  var isBack: Bool { isGood && present.amount(in: Self.presentWindow) >= Self.presentTime }

  private mutating func watch(at instant: Instant) {
    if isGood, present.amount(in: Self.standbyEndWindow) >= Self.standbyEnd { standbyUntil = nil }
    if let end = standbyUntil, end <= instant {
      standbyUntil = nil
      wasInStandby = true
      unwatchedSince = instant
      missing.set(!isGood)
    }
    if isBack, isDismissed || wasInStandby {
      // Somebody knew of what was missing until now: it is no new loss.
      isDismissed = false
      wasInStandby = false
      missing = Share()
      isMissing = false
    }
    if isGood || standbyUntil != nil {
      unwatchedSince = nil
    } else {
      unwatchedSince = unwatchedSince ?? instant
    }
  }

  private mutating func schedule(at instant: Instant) {
    var due = Instant.never
    func consider(_ other: Instant?) { if let other { due = min(due, max(other, instant)) } }
    for source in sources { consider(source.deadline == .never ? nil : source.deadline) }
    consider(heart.deadline(rule))
    consider(noPulse.deadline(pulseRule))
    consider(standbyUntil)
    func soon(_ share: Share, _ target: Int64, _ window: Int64) -> Instant? {
      guard let time = share.time(until: target, in: window), time > 0 else { return nil }
      return instant.advanced(by: .nanoseconds(time))
    }
    if missing.holds, !isMissing { consider(soon(missing, Self.missingTime, Self.missingWindow)) }
    if present.holds {
      if !present.isLong(Self.presentTime, Self.presentWindow) {
        consider(soon(present, Self.presentTime, Self.presentWindow))
      }
      if standbyUntil != nil { consider(soon(present, Self.standbyEnd, Self.standbyEndWindow)) }
    }
    deadline = due
  }

  // MARK: What people do

  /// Somebody ends an alarm whose data are gone: the person is not watched until good data come again.
  /// - Returns: whether there was one.
  mutating func dismiss(at instant: Instant, _ alarms: inout AlarmSystem) -> Bool {
    guard let shown, alarm != nil, state != .good, !isPulseMissing(at: instant) else { return false }
    alarms.end(shown.condition, at: shown.sensor, latches: false, isCalm: true, at: instant)
    alarms.calm(Self.conditions, of: subject)
    endAlarm()
    isDismissed = true
    unwatchedSince = instant
    advance(to: instant, &alarms)
    return true
  }

  private mutating func endAlarm() {
    heart.dismiss()
    noPulse.dismiss()
    shown = nil
    alarm = nil
  }

  /// Whether the heart is heard, or a sensor that is worn finds no pulse: then the person stays watched.
  func isHeard(at instant: Instant) -> Bool { state == .good || isPulseMissing(at: instant) }

  /// Nobody is to be watched over until an instant.
  /// - Returns: `false`, and nothing changed, while the heart is heard.
  mutating func standBy(until end: Instant, at instant: Instant, _ alarms: inout AlarmSystem) -> Bool {
    guard !isHeard(at: instant) else { return false }
    if let shown { alarms.end(shown.condition, at: shown.sensor, latches: false, isCalm: true, at: instant) }
    alarms.calm(Self.conditions, of: subject)
    endAlarm()
    standbyUntil = end
    present = Share()
    advance(to: instant, &alarms)
    return true
  }

  mutating func endStandby(at instant: Instant, _ alarms: inout AlarmSystem) {
    guard standbyUntil != nil else { return }
    standbyUntil = nil
    wasInStandby = true
    unwatchedSince = instant
    advance(to: instant, &alarms)
  }

  // MARK: Restarts

  /// Goes on where an earlier run was: nobody was to be watched over until an instant.
  /// - Returns: whether that is still so. A heart that is heard by now is watched.
  mutating func resumeStandby(until end: Instant, at instant: Instant, _ alarms: inout AlarmSystem) -> Bool {
    guard !isGood else { return false }
    if end > instant {
      standbyUntil = end
      present = Share()
    } else {
      wasInStandby = true
      unwatchedSince = instant
    }
    advance(to: instant, &alarms)
    return standbyUntil != nil
  }

  /// What is counted of the heart.
  var counts: (heart: HeartCount, noPulse: ShareCount) { (heart, noPulse) }

  /// For how long a sensor has given good rates since it was put on.
  func worn(_ sensor: SensorIndex) -> Duration { place(of: sensor).map { sources[$0].worn } ?? .zero }

  /// Goes on where an earlier run was: a sensor had given good rates for so long.
  mutating func recall(worn: Duration, of sensor: SensorIndex) {
    if let place = place(of: sensor) { sources[place].recall(worn: worn) }
  }

  /// Goes on where an earlier run was: so much was counted.
  mutating func recall(_ heart: HeartCount, _ noPulse: ShareCount, at instant: Instant) {
    let isBeyond = speaker.map { sources[$0].state == .good && limits.side(of: sources[$0].value) != nil } ?? false
    // What a sensor has said by now is worth more than what it said before, unless it goes on.
    guard self.heart.side == nil, self.noPulse.isIdle,
      isBeyond || speaker == nil || sources.allSatisfy({ $0.state != .good })
    else { return }
    self.heart = heart.withoutAlarm
    self.noPulse = noPulse.withoutAlarm
    if isBeyond { feed(at: instant) }
    deadline = .start
  }

  /// Goes on where an earlier run was: an alarm on the heart was there.
  mutating func resume(_ old: RememberedAlarm, at sensor: SensorIndex, _ instant: Instant) {
    let value = old.value ?? 0
    switch old.condition {
    case .heartRateLow: heart.resume(.low, value: value, at: instant)
    case .heartRateHigh: heart.resume(.high, value: value, at: instant)
    case .noPulse: noPulse.resume(value: 0, at: instant)
    case .noData, .noContact, .implausible:
      guard old.family == .heart else { return }
      // What stood in for an alarm tells of it by the value and the limit that it has taken over.
      if let limit = old.limit {
        heart.resume(value < limit ? .low : .high, value: value, at: instant)
      } else {
        noPulse.resume(value: 0, at: instant)
      }
      if let place = place(of: sensor) { sources[place].miss() }
    default: return
    }
    shown = (old.condition, sensor)
    alarm = cause()
  }
}
