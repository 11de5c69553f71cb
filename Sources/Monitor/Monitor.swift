import Alarms
import Flight
import Readings
import SensorProtocols

/// The rules in force. A profile is one of these.
public struct MonitorSettings: Sendable {
  /// What the box is for.
  public var profile: Profile
  /// The alarm conditions with their limits.
  public var conditions: ConditionTable
  /// Whether the sound of a medium or high alarm outlives its condition until it is reset (bedside).
  public var latchesSound: Bool
  /// Whether a session's air is graded by its mean CO2 (cabin, cockpit).
  public var gradesAir: Bool

  /// The rules in force.
  public init(
    profile: Profile = .cabin, conditions: ConditionTable = .standard, latchesSound: Bool, gradesAir: Bool
  ) {
    self.profile = profile
    self.conditions = conditions
    self.latchesSound = latchesSound
    self.gradesAir = gradesAir
  }
}

/// The core: every rule of the appliance and no I/O. What comes out depends on nothing but what went in, so the same
/// value serves the board, a replay and the tests.
public struct Monitor: Sendable {
  /// The most sensors that one run keeps apart.
  public static let sensorCapacity = 64

  private var settings: MonitorSettings
  private var alarms: AlarmSystem
  private var limits: LimitWatch
  /// The sensors that have been heard, in the order in which they were. A watch is large, so it is read and changed where
  /// it lies: an array of optionals would be copied at every look.
  private var watches: [SensorWatch] = []
  /// The place of each sensor's watch by the sensor's position; -1 where there is none.
  private var places = InlineArray<64, Int8>(repeating: -1)
  /// When something is due at the first of them.
  private var nextSensorDeadline = Instant.never
  private var session: SessionTally?
  private var lamps = InlineArray<4, LampPattern>(repeating: .off)
  private var sound: SoundSignal?
  private var loudness = Loudness.normal
  private var wasAllWell = false
  private var hasBegun = false
  private var transitions: [AlarmTransition] = []
  private var scenario = ScenarioDisplay()

  /// A monitor that has seen nothing yet.
  public init(settings: MonitorSettings) {
    self.settings = settings
    alarms = AlarmSystem(
      conditions: settings.conditions, latchesSound: settings.latchesSound, profile: settings.profile)
    limits = LimitWatch(conditions: settings.conditions, sensors: Self.sensorCapacity)
    transitions.reserveCapacity(64)
    watches.reserveCapacity(Self.sensorCapacity)
  }

  /// Takes in an event and appends what follows from it. Time must not run backwards.
  ///
  /// Before anything that happens after ``nextDeadline``, the caller hands in a ``Event/tick`` at that deadline.
  public mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action]) {
    begin(at: instant)
    switch event {
    case .tick: expireStaleSensors(at: instant)
    case .heard(let model, let sensor): watch(model, sensor, at: instant)
    case .button(let button, let press): take(button, press, at: instant, into: &actions)
    case .fault(let condition): alarms.hold(condition, at: nil, since: instant)
    case .cleared(let condition): alarms.release(condition, at: nil, at: instant)
    case .phase(let phase): alarms.withholdLowAndMedium(phase.withholdsLowAndMedium)
    case .startSession: startSession(at: instant, into: &actions)
    case .endSession: endSession(at: instant, into: &actions)
    case .silence: tell(alarms.silence(at: instant), into: &actions)
    case .acknowledge(let condition): tell(alarms.acknowledge(condition, at: instant), into: &actions)
    case .pause: tell(alarms.pause(at: instant), into: &actions)
    case .reset(let condition): alarms.resetLatched(condition)
    case .test(let condition): alarms.test(condition, at: instant)
    case .scenario(let state):
      if scenario.take(state, at: instant) { actions.append(.scenario(state)) }
    }
    limits.settle(at: instant, &alarms)
    settle(at: instant, into: &actions)
  }

  /// Takes in what a sensor said, with or without a measurement, like ``handle(_:at:into:)`` an event. As one of them a
  /// reading would make all of them as large as itself.
  public mutating func hear(
    _ reading: Reading, from sensor: SensorIndex, at instant: Instant, into actions: inout [Action]
  ) {
    begin(at: instant)
    take(reading, from: sensor, at: instant)
    limits.settle(at: instant, &alarms)
    settle(at: instant, into: &actions)
  }

  private mutating func begin(at instant: Instant) {
    guard !hasBegun else { return }
    hasBegun = true
    noteSwitchedOff(at: instant)
  }

  /// Goes on where an earlier run was: an alarm was there at a sensor. Its next value decides whether it still is; where
  /// none comes, the no-data alarm takes its place.
  public mutating func resume(
    _ alarm: RememberedAlarm, at sensor: SensorIndex, of model: SensorModel, at instant: Instant,
    into actions: inout [Action]
  ) {
    guard let place = watch(model, sensor, at: instant) else { return }
    // What the sensor has said by now is worth more than what it said before.
    let quantity = settings.conditions[alarm.condition].trigger.quantity
    let isBeyond = quantity.map { limits.exceeded(at: sensor).contains($0) } ?? false
    if watches[place].isFresh, !isBeyond { return }
    watches[place].trust.resume(alarm.condition, value: alarm.value, main: watches[place].traits.mainQuantity)
    alarms.resume(alarm, at: sensor, at: instant)
    if !alarm.isLatched { limits.resume(alarm.condition, at: sensor, value: alarm.value ?? 0, at: instant) }
    settle(at: instant, into: &actions)
  }

  /// An earlier run heard a sensor until its end, or the configuration names it: where this run does not hear it within
  /// ``expectation``, that is a loss of data like any other. A sensor that has been heard by now is known already.
  /// - Parameter model: ``SensorModel/unknown`` where only its address is known.
  public mutating func expect(_ sensor: SensorIndex, of model: SensorModel, at instant: Instant) {
    guard Int(sensor.position) < Self.sensorCapacity else { return }
    let isKnown = places[Int(sensor.position)] >= 0
    guard let place = watch(model, sensor, at: instant), !isKnown else { return }
    watches[place].wait(until: instant.advanced(by: Self.expectation))
    noteDeadline(place)
  }

  /// The values of a sensor that are beyond their limits.
  func pending(at sensor: SensorIndex) -> [PendingValue] {
    guard Int(sensor.position) < Self.sensorCapacity, places[Int(sensor.position)] >= 0 else { return [] }
    return limits.pending(at: sensor, freshUntil: watches[Int(places[Int(sensor.position)])].freshUntil)
  }

  /// Goes on where an earlier run was: a value was beyond its limit, and its dwell goes on with the sensor's next value.
  public mutating func recall(_ pending: PendingValue, at sensor: SensorIndex, at instant: Instant) {
    guard Int(sensor.position) < Self.sensorCapacity else { return }
    // What the sensor has said by now is worth more than what it said before.
    let place = Int(places[Int(sensor.position)])
    let quantity = settings.conditions[pending.condition].trigger.quantity
    let isBeyond = quantity.map { limits.exceeded(at: sensor).contains($0) } ?? false
    if place >= 0, watches[place].isFresh, !isBeyond { return }
    limits.recall(pending, at: sensor, at: instant)
  }

  /// A box that has just started finds its adapter and connects to its straps within this time.
  public static let expectation = Duration.seconds(60)

  /// Puts other rules in force without losing any state.
  public mutating func adopt(_ settings: MonitorSettings, at instant: Instant, into actions: inout [Action]) {
    self.settings = settings
    alarms.adopt(conditions: settings.conditions, latchesSound: settings.latchesSound, at: instant)
    limits.adopt(settings.conditions)
    noteSwitchedOff(at: instant)
    settle(at: instant, into: &actions)
  }

  /// When a ``Event/tick`` has something to do next, if nothing else happens.
  public var nextDeadline: Instant? {
    var next = alarms.nextDeadline
    func consider(_ deadline: Instant?) {
      if let deadline, next.map({ deadline < $0 }) ?? true { next = deadline }
    }
    consider(limits.nextDeadline)
    consider(scenario.nextDeadline)
    if nextSensorDeadline != .never { consider(nextSensorDeadline) }
    return next
  }

  // MARK: Readings

  private mutating func take(_ reading: Reading, from sensor: SensorIndex, at instant: Instant) {
    guard let place = watch(reading.model, sensor, at: instant) else { return }
    if session != nil {
      session?.countReading()
      countHold(place, at: instant)
    }
    let measurements = watches[place].take(reading, at: instant)
    judge(place, at: instant)
    if session != nil, let value = measurements[watches[place].traits.mainQuantity] {
      session?.add(value, of: watches[place].traits.mainQuantity)
    }
    if watches[place].isComplete { alarms.release(.noData, at: sensor, at: instant) }
    let measuredAt = instant.earlier(bySeconds: reading.ageSeconds ?? 0)
    limits.take(measurements, in: reading, from: sensor, measuredAt: measuredAt, at: instant, &alarms)
    watches[place].follow(limits.exceeded(at: sensor))
    noteDeadline(place)
  }

  /// Raises and ends the alarms that say how far a sensor can be trusted.
  private mutating func judge(_ place: Int, at instant: Instant) {
    func set(_ condition: ConditionID, _ holds: Bool, value: Double? = nil) {
      if holds {
        alarms.hold(condition, at: watches[place].sensor, value: value, since: instant)
      } else {
        alarms.release(condition, at: watches[place].sensor, at: instant)
      }
    }
    set(.frozen, watches[place].trust.isFrozen, value: watches[place].trust.frozenValue)
    set(.implausible, watches[place].trust.implausible != nil, value: watches[place].trust.implausible?.value)
    set(.noContact, watches[place].trust.hasLostContact)
    set(.sensorBatteryLow, watches[place].trust.isBatteryLow)
  }

  /// Begins to watch a sensor, also one that is heard and not understood: it may never give a value.
  /// - Returns: the place of its watch; `nil` for one sensor too many.
  @discardableResult
  private mutating func watch(_ model: SensorModel, _ sensor: SensorIndex, at instant: Instant) -> Int? {
    let position = Int(sensor.position)
    guard position < Self.sensorCapacity else { return nil }
    if places[position] >= 0 {
      let place = Int(places[position])
      if watches[place].traits.model == .unknown { watches[place].identify(model) }
      return place
    }
    watches.append(SensorWatch(sensor, model: model, at: instant))
    places[position] = Int8(watches.count - 1)
    noteDeadline(watches.count - 1)
    return watches.count - 1
  }

  /// Counts the time for which a sensor's latest value has been the latest.
  private mutating func countHold(_ place: Int, at instant: Instant) {
    guard let held = watches[place].heldValue(upTo: instant) else { return }
    session?.hold(held.value, of: watches[place].traits.mainQuantity, from: held.from, to: held.to)
  }

  /// Notes when something is due at a sensor next.
  private mutating func noteDeadline(_ place: Int) {
    let previous = watches[place].deadline
    watches[place].noteDeadline()
    let deadline = watches[place].deadline
    if deadline < nextSensorDeadline {
      nextSensorDeadline = deadline
    } else if previous == nextSensorDeadline, deadline != previous {
      nextSensorDeadline = .never
      for place in watches.indices { nextSensorDeadline = min(nextSensorDeadline, watches[place].deadline) }
    }
  }

  /// Hands the alarms of every sensor whose data have gone stale over to the no-data alarm.
  private mutating func expireStaleSensors(at instant: Instant) {
    guard nextSensorDeadline <= instant else { return }
    for place in watches.indices where watches[place].deadline <= instant {
      let isDue = !watches[place].isOverdue && watches[place].freshUntil <= instant
      let isAnyLost = watches[place].loseFollowed(at: instant)
      guard isDue || isAnyLost else { continue }
      if isDue {
        if session != nil { countHold(place, at: instant) }
        if watches[place].expire(at: instant) { judge(place, at: instant) }
      }
      handOver(place, at: instant)
      noteDeadline(place)
    }
  }

  /// Suspends the alarms on a sensor's stale quantities and raises the no-data alarm in their place.
  private mutating func handOver(_ place: Int, at instant: Instant) {
    let sensor = watches[place].sensor
    let stale = watches[place].stale(of: limits.quantities, at: instant)
    let endsHighAlarm = limits.suspend(sensor, stale, at: instant, &alarms)
    alarms.hold(
      .noData, at: sensor, escalates: watches[place].traits.isHeartRateSensor, standsInForHigh: endsHighAlarm,
      since: instant)
  }

  // MARK: Buttons and sessions

  private mutating func take(
    _ button: Button, _ press: Press, at instant: Instant, into actions: inout [Action]
  ) {
    switch (button, press) {
    case (.a, .short): tell(alarms.silence(at: instant), into: &actions)
    case (.a, .long): alarms.resetLatched()
    case (.b, .long):
      if session == nil {
        startSession(at: instant, into: &actions)
      } else {
        endSession(at: instant, into: &actions)
      }
    case (.b, .short): actions.append(.scenarioWanted(scenario.begin(at: instant)))
    default: break  // Hydration brings its own.
    }
  }

  private func tell(_ refused: ConditionID?, into actions: inout [Action]) {
    if let refused { actions.append(.refusal(refused)) }
  }

  private mutating func startSession(at instant: Instant, into actions: inout [Action]) {
    endSession(at: instant, into: &actions)
    session = SessionTally(startedAt: instant, gradesAir: settings.gradesAir)
    actions.append(.sessionStarted)
  }

  private mutating func endSession(at instant: Instant, into actions: inout [Action]) {
    guard session != nil else { return }
    for place in watches.indices { countHold(place, at: instant) }
    if let session { actions.append(.sessionEnded(session.closed(at: instant))) }
    session = nil
  }

  // MARK: What follows

  private mutating func settle(at instant: Instant, into actions: inout [Action]) {
    transitions.removeAll(keepingCapacity: true)
    let wasAllWellBefore = wasAllWell
    let hasNews = alarms.settle(at: instant, into: &transitions)
    let isScenarioHidden = alarms.isAnythingPresent, isScenarioShown = scenario.nextDeadline != nil
    wasAllWell = !isScenarioHidden && watches.contains { $0.isFresh }
    scenario.advance(to: instant, isHidden: isScenarioHidden)
    guard hasNews || wasAllWell != wasAllWellBefore || isScenarioShown else { return }
    for transition in transitions {
      if transition.isOnset { session?.countOnset(transition.priority) }
      actions.append(.alarm(transition))
    }
    let shown = alarms.lamps
    for lamp in Lamp.mostUrgentFirst {
      let usual = lamp == .green && wasAllWell ? .allIsWell : shown[lamp]
      let pattern = isScenarioHidden ? usual : scenario.pattern(of: lamp) ?? usual
      guard lamps[Int(lamp.rawValue)] != pattern else { continue }
      lamps[Int(lamp.rawValue)] = pattern
      actions.append(.lamp(lamp, pattern))
    }
    let wanted = alarms.sounding ?? (isScenarioHidden ? nil : scenario.sound)
    if sound != wanted {
      sound = wanted
      actions.append(.sound(sound))
    }
    let loudness = alarms.loudness(at: instant)
    if loudness != self.loudness {
      self.loudness = loudness
      actions.append(.loudness(loudness))
    }
    alarms.takeNotices(at: instant) { actions.append(.notice($0)) }
  }

  /// A high alarm that is switched off, or one that becomes high, is itself an alarm.
  private mutating func noteSwitchedOff(at instant: Instant) {
    let isAnyOff = settings.conditions.all.contains {
      $0.isMissedWhenOff && !$0.isEnabled && $0.profiles.contains(settings.profile)
    }
    if isAnyOff {
      alarms.hold(.alarmOff, at: nil, since: instant)
    } else {
      alarms.release(.alarmOff, at: nil, at: instant)
    }
  }
}
