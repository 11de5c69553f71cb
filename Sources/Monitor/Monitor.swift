import Alarms
import Flight
import Readings
import Sessions

/// The part of the engine that holds every alarm rule. It is a value without I/O: it takes events, readings and the
/// time, and appends actions. The output depends only on the input, so the box, a replay and the tests use the same
/// code. On the box, only the critical loop uses it.
package struct Monitor: Sendable {
  package static let sensorCapacity = 64

  var settings: MonitorSettings
  var alarms: AlarmSystem
  var limits: LimitWatch
  /// The sensors received or expected so far, in this order. Each is large, so it is read and changed in place:
  /// optionals in an array would be copied at each access.
  var sensors: [MonitoredSensor] = []
  /// The index in `sensors` by the sensor's position; -1 for none.
  var places = InlineArray<64, Int8>(repeating: -1)
  var persons: [PersonWatch] = []
  var personPlaces = InlineArray<64, Int8>(repeating: -1)
  /// The local time of day in minutes, 0 to 1439; `nil` while the clock is not set.
  package internal(set) var minuteOfDay: Int?
  /// Since when there is no heart sensor in the profile `bedside`; `nil` if there is one.
  var nobodySince: Instant?
  /// When the next reminder of a standby is due.
  var reminderAt: Instant?
  var nextSensorDeadline = Instant.never
  var phase: PhaseInForce
  /// Until when low and medium alarms are withheld, as was last reported.
  private var withheldUntil: Instant?
  private var session: SessionTally?
  private var alarmCount = AlarmCount()
  /// What people drink and take in the session.
  package internal(set) var refreshments = Refreshments()
  var drinkReminder = DrinkReminder()
  /// When the session began before a restart of the box; `nil` if it began in this run.
  private var earlierStart: Instant?
  package private(set) var checklist = Checklist()
  private var checkDisplay = CheckDisplay()
  private var wasCheckShown = false
  private var isCodeShown = false
  private var lamps = InlineArray<4, LampPattern>(repeating: .off)
  private var bursts = BurstSchedule()
  private var loudness = Loudness.normal
  var beeps = Beeps()
  private var wasAllWell = false
  private var hasBegun = false
  /// Whether a person has just silenced the sound.
  private var isByHand = false
  private var transitions: [AlarmTransition] = []
  private var scenario = ScenarioDisplay()
  private var pageCode = PageCodeDisplay()
  private var hourly = HourlyFaults()
  private var reach = ReachWatch()

  package init(settings: MonitorSettings) {
    self.settings = settings
    phase = PhaseInForce(settings.flightDetection)
    alarms = AlarmSystem(
      conditions: settings.conditions, latchesSound: settings.latchesSound, sounds: settings.sounds,
      profile: settings.profile)
    limits = LimitWatch(conditions: settings.conditions, sensors: Self.sensorCapacity)
    transitions.reserveCapacity(64)
    sensors.reserveCapacity(Self.sensorCapacity)
    persons.reserveCapacity(8)
  }

  /// Takes an event and appends the actions that follow. Time must not go back.
  ///
  /// Before an event or a reading after ``nextDeadline``, the caller must pass an ``Event/tick`` at that deadline.
  package mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action]) {
    begin(at: instant)
    switch event {
    case .tick: break
    case .received(let model, let sensor): watch(model, sensor, at: instant)
    case .fault(let condition) where condition.isHourly: hourly.record(condition, isPresent: true, at: instant, &alarms)
    case .cleared(let condition) where condition.isHourly:
      hourly.record(condition, isPresent: false, at: instant, &alarms)
    case .fault(.nobodyTold): reach.record(.doubtful)
    case .cleared(.nobodyTold): reach.record(.good)
    case .reach(let reach): self.reach.record(reach)
    case .fault(let condition): alarms.hold(condition, since: instant)
    case .cleared(let condition): alarms.release(condition, at: instant)
    case .phase(let phase, let source):
      self.phase.set(phase, by: source, at: instant)
      limits.isInFlight = isInFlight
    case .startSession: startSession(at: instant, into: &actions)
    case .beginSession: beginSession(at: instant, into: &actions)
    case .endSession: finishSession(at: instant, into: &actions)
    case .suspendSession: endSession(at: instant, mayGoOn: true, into: &actions)
    case .toggleSession: toggleSession(at: instant, into: &actions)
    case .nextScenario:
      pageCode.end()
      actions.append(.scenarioWanted(scenario.begin(at: instant)))
    case .wellbeing: break  // No rule uses it yet.
    case .drink(let millilitres): drink(millilitres, at: instant, into: &actions)
    case .undoDrink: takeBackDrink(into: &actions)
    case .caffeine: takeCaffeine(at: instant, into: &actions)
    case .undoCaffeine: takeBackCaffeine(into: &actions)
    case .signalParts(let parts): checklist.take(parts, at: instant)
    case .testSignal: checklist.noteTest(at: instant)
    case .confirmPlacement:
      checklist.confirmPlacement(at: instant)
      if hasSession { actions.append(.placementConfirmed) }
    case .checked(let isReady):
      pageCode.end()
      checkDisplay.show(isReady: isReady, at: instant)
    case .silence:
      isByHand = true
      if !isInTail { alarms.silence(at: instant) }
    case .acknowledge(let condition):
      isByHand = true
      alarms.acknowledge(condition, at: instant)
    case .pause:
      isByHand = true
      alarms.pause(at: instant)
    case .reset(let condition): reset(condition, at: instant)
    case .test(let condition, let seconds):
      alarms.test(condition, seconds: seconds, at: instant)
      checklist.noteTest(at: instant)
    case .timeOfDay(let minute): setTime(minute.map { Int($0) }, at: instant)
    case .standby(let person, let time):
      if !standBy(person, for: time, at: instant) { actions.append(.refusal(.standby)) }
    case .endStandby(let person): endStandby(person, at: instant)
    case .beeps(let count): beeps.play(count, at: instant)
    case .askForPageCode: pageCode.ask(at: instant)
    case .pageCode(let code): if pageCode.take(code, at: instant) { beeps.play(BeepCount.refused, at: instant) }
    case .forgotten(let sensor): forget(sensor, at: instant)
    case .elsewhere(let elsewhere):
      let isUrgent = settings.profile == .bedside || elsewhere.isFollowed
      isByHand = alarms.follow(elsewhere, linkPriority: isUrgent ? .high : .medium, at: instant)
    case .scenario(let state):
      if scenario.take(state, at: instant) { actions.append(.scenario(state)) }
    }
    pass(to: instant)
    settle(at: instant, into: &actions)
  }

  /// Takes a reading, with or without a measurement, like ``handle(_:at:into:)`` an event. It is not a case of
  /// ``Event``, because it would make every event as large as a reading.
  package mutating func receive(
    _ reading: Reading, from sensor: SensorIndex, at instant: Instant, into actions: inout [Action]
  ) {
    begin(at: instant)
    take(reading, from: sensor, at: instant)
    pass(to: instant)
    settle(at: instant, into: &actions)
  }

  private mutating func pass(to instant: Instant) {
    expireSensors(at: instant)
    limits.settle(at: instant, &alarms)
    advancePersons(to: instant)
    quietAdapter(at: instant)
    hourly.advance(to: instant, &alarms)
    reach.advance(to: instant, &alarms)
    phase.advance(to: instant)
    alarms.withholdLowAndMedium(phase.withholds(at: instant))
    beeps.advance(to: instant)
    checkDisplay.advance(to: instant)
  }

  private mutating func begin(at instant: Instant) {
    guard !hasBegun else { return }
    hasBegun = true
    nobodySince = instant
    noteSwitchedOff(at: instant)
  }

  /// Replaces the rules and keeps all state.
  package mutating func adopt(_ settings: MonitorSettings, at instant: Instant, into actions: inout [Action]) {
    self.settings = settings
    if phase.detection != settings.flightDetection { phase.detection = settings.flightDetection }
    alarms.adopt(
      conditions: settings.conditions, latchesSound: settings.latchesSound, sounds: settings.sounds, at: instant)
    adoptLimits(at: instant)
    noteSwitchedOff(at: instant)
    pass(to: instant)
    settle(at: instant, into: &actions)
  }

  /// Whether the sounder plays a signal, or is between two bursts of an alarm that sounds only now and then.
  package var isSounding: Bool { bursts.sound != nil || alarms.isAnySignalled }
  /// Whether an alarm sounds, perhaps only now and then.
  package var isAlarmSounding: Bool { alarms.isAnySignalled }

  /// The alarm that a signal was played for, for speech.
  package func heardAlarm(by signal: SoundSignal?) -> HeardAlarm? { signal.flatMap { alarms.heardAlarm(by: $0) } }
  package func isShown(_ condition: ConditionID) -> Bool { alarms.isShown(condition) }
  package func isLatched(_ condition: ConditionID?) -> Bool { alarms.isLatched(condition) }

  /// Whether no alarm keeps the lamps from flashing a code: none of medium or high priority is present, and none is unanswered.
  package var mayFlashCode: Bool { !alarms.isAnySignalled && !alarms.isPresent(atLeast: .medium) }

  /// The conditions whose alarms are on, acknowledged, latched or withheld, each once.
  package var present: [ConditionID] { alarms.present }
  /// Whether something is beyond its limit, or holds, and has not raised its alarm yet.
  package var isAlarmBeginning: Bool {
    alarms.isBeginning || limits.isBeyondAny || persons.contains { $0.isBeyondNow }
  }
  package var profile: BoxProfile { settings.profile }
  package var hasSession: Bool { session != nil }
  /// When it began, in this run or before a restart of the box.
  var sessionStartedAt: Instant? { session.map { earlierStart ?? $0.startedAt } }

  /// When the next ``Event/tick`` is due, if nothing else happens; `nil` for never.
  package var nextDeadline: Instant? {
    var next = alarms.nextDeadline
    next.lower(to: limits.nextDeadline)
    next.lower(to: scenario.nextDeadline)
    next.lower(to: phase.deadline)
    next.lower(to: bursts.deadline)
    if let sound = bursts.sound, alarms.waitsForBurst(of: sound) { next.lower(to: bursts.nextEnd) }
    next.lower(to: beeps.deadline)
    next.lower(to: personDeadline)
    next.lower(to: drinkReminderAt)
    next.lower(to: checkDisplay.deadline)
    next.lower(to: pageCode.deadline)
    next.lower(to: hourly.deadline)
    next.lower(to: reach.deadline)
    if nextSensorDeadline != .never { next.lower(to: nextSensorDeadline) }
    return next
  }

  /// Whether the box is in an aircraft that flies or taxies, as far as it is known. A cockpit unit always counts as one.
  private var isInFlight: Bool {
    switch settings.profile {
    case .cabin: phase.current.phase.isAirborne || phase.current.phase == .taxi
    case .cockpit: true
    case .bedside: false
    }
  }

  // MARK: Readings

  private mutating func take(_ reading: Reading, from sensor: SensorIndex, at instant: Instant) {
    guard let place = watch(reading.model, sensor, at: instant), sensors[place].role.isAdopted else { return }
    if session != nil { countHold(place, at: instant) }
    phase.take(reading, from: sensor, freshFor: sensors[place].freshness, at: instant)
    // Changes that were due before this message come first.
    if sensors[place].deadline < instant { expireSensors(at: instant) }
    let measurements = sensors[place].take(reading, countingOffScale: offScale(reading, place), at: instant)
    // The logbook has each measurement once.
    if !sensors[place].isRepeating { session?.countReading() }
    let main = sensors[place].traits.mainQuantity
    // A value off the scale may raise an alarm, but does not count for the session.
    if session != nil, let value = measurements[main],
      sensors[place].traits.isPlausible(main, value, in: measurements)
    {
      session?.add(value, of: main, from: sensor)
    }
    if sensors[place].lacksNumber(reading) { limits.interrupt(main, at: sensor) }
    let measuredAt = instant.earlier(bySeconds: reading.ageSeconds ?? 0)
    let freshUntil = measuredAt.advanced(by: sensors[place].freshness)
    if freshUntil > instant {
      limits.isInFlight = isInFlight
      limits.take(
        measurements, from: sensor, measuredAt: measuredAt, freshUntil: freshUntil, at: instant, &alarms)
    }
    // The heart comes first: whether a fault that ends leaves a loss behind depends on its values.
    if !sensors[place].isRepeating { receiveHeart(reading, place, at: instant) }
    judge(reading, place, at: instant)
    sensors[place].follow(limits.exceeded(at: sensor))
    refreshLoss(place, at: instant)
    noteDeadline(place)
  }

  /// Counts the time during which the latest value of a sensor was in force, for the mean of the session.
  mutating func countHold(_ place: Int, at instant: Instant) {
    guard session != nil, let held = sensors[place].heldValue(upTo: instant) else { return }
    let main = sensors[place].traits.mainQuantity
    session?.hold(held.value, of: main, by: sensors[place].sensor, from: held.from, to: held.to)
  }

  // MARK: Orders of people

  private mutating func toggleSession(at instant: Instant, into actions: inout [Action]) {
    if session == nil {
      beginSession(at: instant, into: &actions)
    } else {
      finishSession(at: instant, into: &actions)
    }
  }

  /// A session ends for good.
  private mutating func finishSession(at instant: Instant, into actions: inout [Action]) {
    endSession(at: instant, into: &actions)
    checklist.forgetPlacement()
    phase.endAssumed(at: instant)
  }

  /// Whether only the end of a burst sounds, of an alarm that is over. A press then answers nothing: the alarm that waits
  /// behind it has not sounded yet.
  private var isInTail: Bool {
    guard let playing = bursts.sound, playing.beeps == 0, let next = alarms.heardPriority else { return false }
    return playing.priority > next
  }

  /// Ends latched sounds and, if all are reset, the alarms whose data are missing.
  private mutating func reset(_ condition: ConditionID?, at instant: Instant) {
    isByHand = true
    alarms.resetLatched(condition)
    guard condition == nil else { return }
    dismissLost(at: instant)
  }

  /// A session that a person begins in an aircraft is one before a flight, until more is known.
  private mutating func beginSession(at instant: Instant, into actions: inout [Action]) {
    startSession(at: instant, into: &actions)
    if settings.profile != .bedside { phase.assumePreFlight(at: instant) }
  }

  private mutating func startSession(at instant: Instant, into actions: inout [Action]) {
    endSession(at: instant, into: &actions)
    session = SessionTally(startedAt: instant, settings, phase: phase.current)
    alarmCount.begin()
    (refreshments, drinkReminder, earlierStart) = (Refreshments(), DrinkReminder(), nil)
    phase.expectFlight(at: instant)
    checklist.begin(at: instant)
    actions.append(.sessionStarted)
    if checklist.placedAt != nil { actions.append(.placementConfirmed) }
  }

  /// Two readings of one time differ by less: the logbook keeps milliseconds.
  private static let sameTime = Duration.seconds(1)

  /// Goes on with the part of the session before a restart of the box.
  /// - Returns: whether it is the session that is running.
  package mutating func resume(_ earlier: EarlierSession, at instant: Instant, into actions: inout [Action]) -> Bool {
    guard let session else { return false }
    let between = session.startedAt.duration(to: earlier.joinedAt)
    guard between < Self.sameTime, .zero - between < Self.sameTime else { return false }
    refreshments.goOn(after: earlier.refreshments)
    earlierStart = earlier.startedAt
    // When the earlier run reminded last is not known. What may have been due then is not given again at once.
    let due = drinkReminder.dueAt(
      settings.remindsToDrinkAfter, cruise: earlier.startedAt, drink: earlier.refreshments.latestAt)
    if let due, due <= instant { drinkReminder.give(at: instant) }
    if earlier.isPlacementConfirmed, checklist.placedAt == nil { checklist.confirmPlacement(at: earlier.startedAt) }
    settle(at: instant, into: &actions)
    return true
  }

  private mutating func endSession(at instant: Instant, mayGoOn: Bool = false, into actions: inout [Action]) {
    guard session != nil else { return }
    for place in sensors.indices { countHold(place, at: instant) }
    if let session {
      var summary = session.closed(at: instant, alarms: alarmCount)
      summary.mayGoOn = mayGoOn
      summary.hydration = refreshments.millilitres
      summary.caffeineAt = refreshments.caffeineAt
      summary.isContinued = earlierStart != nil
      actions.append(.sessionEnded(summary))
    }
    session = nil
  }

  // MARK: Actions

  mutating func settle(at instant: Instant, into actions: inout [Action]) {
    if !phase.news.isEmpty {
      session?.note(phase.news)
      for change in phase.news { actions.append(.phase(change)) }
      phase.clearNews()
    }
    let withheld = phase.withheldUntil(at: instant)
    if withheld != withheldUntil {
      withheldUntil = withheld
      actions.append(.withheld(until: withheld))
    }
    transitions.removeAll(keepingCapacity: true)
    let wasAllWellBefore = wasAllWell
    let hasNews = alarms.settle(at: instant, into: &transitions)
    remindToDrink(at: instant, into: &actions)
    let isScenarioHidden = alarms.isAnythingPresent, isScenarioShown = scenario.nextDeadline != nil
    let isCheckShown = checkDisplay.deadline != nil || wasCheckShown
    wasCheckShown = checkDisplay.deadline != nil
    let wasCodeShown = isCodeShown
    if pageCode.advance(to: instant, isHidden: !mayFlashCode) { beeps.play(BeepCount.refused, at: instant) }
    isCodeShown = pageCode.deadline != nil
    wasAllWell = !isScenarioHidden && isEverybodyWatched
    scenario.advance(to: instant, isHidden: isScenarioHidden)
    if let sound = bursts.sound, let burst = bursts.latestBurst(endedBy: instant) {
      alarms.noteBurst(of: sound, from: burst.began, to: burst.ended)
    }
    let wanted = alarms.sounding ?? beeps.sound ?? (isScenarioHidden || beeps.isBusy ? nil : scenario.sound)
    let isSoundNew = bursts.want(wanted, isByHand: isByHand, at: instant)
    if isSoundNew, let sound = bursts.sound, sound.beeps > 0 {
      // The sounder may begin them a moment later.
      if beeps.sound == sound { beeps.begins(at: bursts.beganAt) } else { scenario.begins(at: bursts.beganAt) }
    }
    isByHand = false
    guard
      hasNews || isSoundNew || wasAllWell != wasAllWellBefore || isScenarioShown || isCheckShown || isCodeShown
        || wasCodeShown
    else { return }
    for transition in transitions {
      alarmCount.receive(transition)
      actions.append(.alarm(transition))
    }
    let shown = alarms.lamps
    for lamp in Lamp.mostUrgentFirst {
      let usual = lamp == .green && wasAllWell ? .allIsWell : shown[lamp]
      let display = isScenarioHidden ? nil : scenario.pattern(of: lamp) ?? checkDisplay.pattern(of: lamp)
      let pattern = pageCode.pattern(of: lamp) ?? display ?? usual
      guard lamps[Int(lamp.rawValue)] != pattern else { continue }
      lamps[Int(lamp.rawValue)] = pattern
      actions.append(.lamp(lamp, pattern))
    }
    if isSoundNew { actions.append(.sound(bursts.sound)) }
    let loudness = alarms.loudness(at: instant)
    if loudness != self.loudness {
      self.loudness = loudness
      actions.append(.loudness(loudness))
    }
    alarms.takeNotices(at: instant) { actions.append(.notice($0)) }
  }

  /// Raises `alarm-off` while the configuration leaves something important unwatched.
  private mutating func noteSwitchedOff(at instant: Instant) {
    if Unwatched.gaps(in: settings).contains(where: \.isAlarming) {
      alarms.hold(.alarmOff, since: instant)
    } else {
      alarms.release(.alarmOff, at: instant)
    }
  }
}
