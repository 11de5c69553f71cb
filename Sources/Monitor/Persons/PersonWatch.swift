import Alarms
import Readings

/// The watch over one person's heart: the sensors, what the share rule has counted, the alarm that is there, and
/// whether the person is watched.
///
/// ``Monitor`` hands it every heart message and calls ``advance(to:_:)`` at its ``deadline``. It raises and ends the
/// alarms of the heart in the ``AlarmSystem`` that it is given. Rates are beats a minute. It runs on the thread of the
/// critical loop; it is a large value, so callers change it in place.
///
/// Its parts: ``HeartSensorList`` chooses the sensor, ``HeartAvailability`` counts missing data and holds standby. Orders
/// and restarts are in `PersonWatch+Orders`.
struct PersonWatch: Sendable {
  private(set) var index: PersonIndex
  var sources = HeartSensorList()
  var availability = HeartAvailability()
  var deadline = Instant.never

  private(set) var rule: HeartRule
  private var limits: HeartLimits
  var heart = HeartCount()
  var noPulse = ShareCount()
  var alarm: AlarmCause?
  /// The condition that is shown for it now: the alarm itself, or what its data have become.
  var shown: (condition: ConditionID, sensor: SensorIndex)? {
    didSet {
      if oldValue?.condition != shown?.condition || oldValue?.sensor != shown?.sensor { isShownNew = true }
    }
  }
  /// Whether another condition is shown than at the last ``takeNewlyShown()``.
  private var isShownNew = false
  private(set) var isRateProved = false

  init(_ index: PersonIndex, _ limits: HeartLimits, _ rule: HeartRule) {
    self.index = index
    self.limits = limits
    self.rule = rule
  }

  var subject: Subject { .person(index) }

  // What the monitor asks at every event, without a copy of the parts.

  /// The sensor at which alarms of the whole person are shown.
  var lead: SensorIndex? { sources.lead }
  func isLead(_ sensor: SensorIndex) -> Bool { lead == sensor }
  var state: HeartSensor.State { sources.state }
  var isMissing: Bool { availability.isMissing }
  var isDismissed: Bool { availability.isDismissed }
  var standbyUntil: Instant? { availability.standbyUntil }
  var wasInStandby: Bool { availability.wasInStandby }
  var isLossKnown: Bool { availability.isLossKnown }
  var isUnwatched: Bool { availability.isUnwatched }
  var badSince: Instant? { availability.badSince }
  /// Whether the person does not count as watched: a loss was ended by hand or by standby, and good data are not back.
  var isLeftUnwatched: Bool { availability.isDismissed || availability.wasInStandby || standbyUntil != nil }
  /// Whether the heart rate is fresh and good.
  var isWatched: Bool { sources.isGood && standbyUntil == nil }
  /// Whether the latest rate is beyond a limit, or the pulse is missing, with an alarm or still without.
  var isBeyondNow: Bool { standbyUntil == nil && (heart.isBeyondAny || noPulse.isBeyond) }
  /// Whether good data have been back long enough to end their loss.
  var isBack: Bool { sources.isGood && availability.isBack }
  func isGood(at instant: Instant) -> Bool { sources.isGood && sources.freshUntil > instant }

  /// A loss that was reported has ended with good data.
  mutating func endLoss() { availability.endLoss() }

  func givesGoodData(_ sensor: SensorIndex) -> Bool { isLead(sensor) && sources.isGood }

  func hasGoodData(besides sensor: SensorIndex) -> Bool { sources.hasGoodData(besides: sensor) }

  /// Whether a missing pulse counts: the sensor was worn before.
  func isPulseMissing(at instant: Instant) -> Bool { limits.watchesPulse && sources.isPulseMissing(at: instant) }

  /// Whether a rate is beyond a limit that is in force. Then it counts, even if no heart has it.
  func isBeyond(_ rate: Double) -> Bool { limits.side(of: rate) != nil }

  /// The limit of a side; `nil` if that is switched off.
  func limit(_ side: HeartCount.Side) -> Double? { side == .low ? limits.low : limits.high }

  /// Whether another condition is shown since the last call, or standby has begun or ended.
  mutating func takeNewlyShown() -> Bool {
    defer { isShownNew = false }
    let isStandbyNew = availability.takeStandbyChange()
    return isShownNew || isStandbyNew
  }

  // MARK: Whose sensors

  mutating func adopt(_ limits: HeartLimits, _ rule: HeartRule) {
    self.limits = limits
    self.rule = rule
    if let side = heart.side, limit(side) == nil { heart.dismiss() }
    if !limits.watchesPulse { noPulse.dismiss() }
    // The condition that was shown for it ends.
    deadline = .start
  }

  mutating func add(_ sensor: SensorIndex, isStrap: Bool) {
    guard sources.place(of: sensor) == nil else { return }
    sources.insert(HeartSensor(sensor, isStrap: isStrap))
  }

  mutating func remove(_ sensor: SensorIndex) {
    guard sources.remove(sensor) else { return }
    if shown?.sensor == sensor { shown = nil }
    deadline = .start
    guard !sources.isEmpty else { return clear() }
    // Its data are gone, and a sensor that has sent nothing yet does not take its place.
    if alarm != nil { for place in sources.all.indices { sources.all[place].miss() } }
    sources.choose()
  }

  /// A sensor is another person's from now on. If this person has no other one, and that person has no sensor,
  /// everything goes along.
  mutating func hand(
    _ sensor: SensorIndex, to other: inout PersonWatch, at instant: Instant, _ alarms: inout AlarmSystem
  ) {
    guard let place = sources.place(of: sensor) else { return }
    let source = sources.all[place]
    if sources.count == 1, other.sources.isEmpty {
      let heir = other
      other = self
      (other.index, other.limits, other.rule) = (heir.index, heir.limits, heir.rule)
    } else {
      if sources.count > 1 || !other.inherit(self) { endShown(at: sensor, at: instant, &alarms) }
      alarms.end(.standby, at: sensor, isCalm: true, at: instant)
      other.sources.insert(source)
      other.sources.choose()
    }
    remove(sensor)
    other.isShownNew = true
    other.deadline = .start
  }

  /// Takes over another person's alarm, unless there is one already.
  private mutating func inherit(_ other: PersonWatch) -> Bool {
    guard alarm == nil, other.alarm != nil else { return false }
    (heart, noPulse, alarm, shown) = (other.heart, other.noPulse, other.alarm, other.shown)
    return true
  }

  private mutating func endShown(at sensor: SensorIndex, at instant: Instant, _ alarms: inout AlarmSystem) {
    guard let shown, shown.sensor == sensor else { return }
    let isItself = Self.conditions.contains(shown.condition)
    alarms.end(shown.condition, at: sensor, latches: false, isCalm: !isItself, at: instant)
  }

  /// Deletes everything about the person's heart: the next sensor may be on another person.
  private mutating func clear() {
    endAlarm()
    availability.clear()
  }

  /// The kind of a sensor has become known.
  mutating func setStrap(_ isStrap: Bool, _ sensor: SensorIndex) { sources.setStrap(isStrap, sensor) }

  /// Another device has taken the place of a sensor.
  mutating func replace(_ sensor: SensorIndex, at instant: Instant, _ alarms: inout AlarmSystem) {
    guard let place = sources.place(of: sensor) else { return }
    sources.all[place].replace(at: instant)
    advance(to: instant, &alarms)
  }

  // MARK: Messages

  /// A sensor has sent something about the heart.
  /// - Parameters:
  ///   - rate: beats a minute; 0 if no beat was found, `nil` if the message has no rate.
  ///   - isOffScale: whether no heart has this rate, and no limit is about it.
  mutating func take(
    rate: Double?, isOffScale: Bool, _ contact: SkinContact?, _ beats: RRIntervals, freshUntil: Instant,
    from sensor: SensorIndex, at instant: Instant, _ alarms: inout AlarmSystem
  ) {
    guard let place = sources.place(of: sensor) else { return }
    expire(at: instant)
    sources.all[place].take(
      rate: rate, isOffScale: isOffScale, contact, beats, freshUntil: freshUntil,
      beatlessAfter: rule.noPulse.bounds.mustBy.wholeNanoseconds, at: instant)
    let wasSpeaking = sources.speaker
    sources.choose()
    if sources.speaker == place || sources.speaker != wasSpeaking { feed(at: instant) }
    count(to: instant)
    let wasLossKnown = isLossKnown
    if sources.speaker == place, sources.isGood { availability.noteGood() }
    // What was not signalled while people knew of it is a loss again.
    if wasLossKnown, !isLossKnown { isShownNew = true }
    advance(to: instant, &alarms)
  }

  /// A sensor has sent a message without heart data: the time since the message before ends no alarm.
  mutating func interrupt(_ sensor: SensorIndex) {
    guard let speaker = sources.speaker, sources.all[speaker].sensor == sensor else { return }
    heart.interrupt()
    noPulse.interrupt()
  }

  /// A sensor's values are frozen, or not any more, as of the message that is taken next: nothing is due before that.
  mutating func setFrozen(_ isFrozen: Bool, at sensor: SensorIndex) {
    if let place = sources.place(of: sensor) { sources.all[place].isFrozen = isFrozen }
  }

  /// A sensor that should be received is not.
  mutating func miss(_ sensor: SensorIndex, at instant: Instant, _ alarms: inout AlarmSystem) {
    guard let place = sources.place(of: sensor) else { return }
    sources.all[place].miss()
    sources.choose()
    advance(to: instant, &alarms)
  }

  mutating func expire(at instant: Instant) {
    guard sources.expire(at: instant) else { return }
    sources.choose()
    feed(at: instant)
  }

  /// Hands the latest data of the speaker to the counts.
  mutating func feed(at instant: Instant) {
    guard let speaker = sources.speaker else { return }
    let source = sources.all[speaker]
    if source.state == .good {
      let side = limits.side(of: source.value)
      // A mean lags, so beats that agree with each other beyond a limit prove a rate beyond it.
      let isOfBeats = side != nil && source.rateOfBeats(at: instant).map { limits.side(of: $0) == side } ?? false
      isRateProved = (source.isProved || isOfBeats) && !sources.isContradicted(source)
      // This is fresh time also while nothing is counted, so it is not cut out. A value inside ends nothing then.
      let isInside = limits.isInside(source.value) && (side != nil || !heart.isIdle)
      heart.take(
        HeartCount.Sample(
          value: source.value, beyond: side, isInside: isInside, isProved: isRateProved,
          agreeingBeats: isOfBeats ? HeartRule.confirmingBeats : source.agreeingBeats, freshUntil: source.freshUntil),
        at: instant, rule)
    } else if source.state == .noPulse, heart.side != nil {
      // A heart without a pulse is not inside, and what was inside before is soon too long ago to end an alarm.
      heart.take(
        HeartCount.Sample(
          value: 0, beyond: nil, isInside: false, isProved: false, agreeingBeats: 0, freshUntil: source.freshUntil),
        at: instant, rule)
    } else {
      heart.expire(at: instant, rule)
    }
    let isMissingPulse = isPulseMissing(at: instant)
    if isMissingPulse || (source.state == .good && !noPulse.isIdle) {
      // A pulse beyond a limit does not end the alarm: it becomes the alarm of that limit.
      let isInside = source.state == .good && limits.side(of: source.value) == nil
      noPulse.take(
        ShareCount.Sample(
          isBeyond: isMissingPulse, isInside: isInside, measuredAt: instant, freshUntil: source.freshUntil),
        at: instant, pulseRule)
    } else {
      noPulse.expire(at: instant, pulseRule)
    }
  }

  /// The bounds of a missing pulse. A pulse that comes back unproved needs longer to end its alarm.
  var pulseRule: ShareRule {
    sources.state == .good && !sources.isProved ? rule.noPulseUnproved : rule.noPulse
  }

  /// The counts begin again, and no alarm is there.
  mutating func endAlarm() {
    heart.dismiss()
    noPulse.dismiss()
    deleteAlarm()
  }

  mutating func deleteAlarm() {
    shown = nil
    alarm = nil
  }
}
