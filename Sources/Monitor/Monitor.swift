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
  private var sensors: [SensorWatch?] = Array(repeating: nil, count: Monitor.sensorCapacity)
  /// When something is due at each sensor, and at the first of them; `.max` for never.
  private var sensorDeadlines = Array(repeating: Instant.never, count: Monitor.sensorCapacity)
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
    alarms = AlarmSystem(conditions: settings.conditions, latchesSound: settings.latchesSound)
    limits = LimitWatch(conditions: settings.conditions, sensors: Self.sensorCapacity)
    transitions.reserveCapacity(64)
  }

  /// Takes in an event and appends what follows from it. Time must not run backwards.
  ///
  /// Before anything that happens after ``nextDeadline``, the caller hands in a ``Event/tick`` at that deadline.
  public mutating func handle(_ event: Event, at instant: Instant, into actions: inout [Action]) {
    if !hasBegun {
      hasBegun = true
      noteSwitchedOff(at: instant)
    }
    switch event {
    case .tick: expireStaleSensors(at: instant)
    case .reading(let reading, let sensor): take(reading, from: sensor, at: instant, into: &actions)
    case .heard(let model, let sensor): watch(model, sensor, at: instant)
    case .button(let button, let press): take(button, press, at: instant, into: &actions)
    case .fault(let condition): alarms.hold(condition, at: nil, since: instant)
    case .cleared(let condition): alarms.release(condition, at: nil, at: instant)
    case .phase(let phase): alarms.withholdLowAndMedium(phase.withholdsLowAndMedium)
    case .startSession: startSession(at: instant, into: &actions)
    case .endSession: endSession(at: instant, into: &actions)
    case .silence: alarms.silence(at: instant)
    case .acknowledge(let condition): alarms.acknowledge(condition, at: instant)
    case .pause: alarms.pause(at: instant)
    case .reset(let condition): alarms.resetLatched(condition)
    case .test(let condition): alarms.test(condition, at: instant)
    case .scenario(let state):
      if scenario.take(state, at: instant) { actions.append(.scenario(state)) }
    }
    limits.settle(at: instant, &alarms)
    settle(at: instant, into: &actions)
  }

  /// Goes on where an earlier run was: an alarm was there at a sensor. Its next value decides whether it still is; where
  /// none comes, the no-data alarm takes its place.
  public mutating func resume(
    _ alarm: RememberedAlarm, at sensor: SensorIndex, of model: SensorModel, at instant: Instant,
    into actions: inout [Action]
  ) {
    guard Int(sensor.position) < sensors.count else { return }
    // What the sensor has said by now is worth more than what it said before.
    let isBeyond = settings.conditions[alarm.condition].trigger.quantity.map { limits.isExceeded($0, at: sensor) }
    if sensors[Int(sensor.position)]?.isFresh == true, isBeyond != true { return }
    watch(model, sensor, at: instant)
    if let main = sensors[Int(sensor.position)]?.traits.mainQuantity {
      sensors[Int(sensor.position)]?.trust.resume(alarm.condition, value: alarm.value, main: main)
    }
    alarms.resume(alarm, at: sensor, at: instant)
    if !alarm.isLatched { limits.resume(alarm.condition, at: sensor, value: alarm.value ?? 0, at: instant) }
    settle(at: instant, into: &actions)
  }

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

  private mutating func take(
    _ reading: Reading, from sensor: SensorIndex, at instant: Instant, into actions: inout [Action]
  ) {
    let position = Int(sensor.position)
    guard position < sensors.count else { return }
    actions.append(.reading(reading, from: sensor))
    session?.countReading()
    watch(reading.model, sensor, at: instant)
    countHold(position, at: instant)
    // A watch is large, so it is changed where it lies.
    guard let measurements = sensors[position]?.take(reading, at: instant), let trust = sensors[position]?.trust,
      let main = sensors[position]?.traits.mainQuantity
    else { return }
    judge(trust, of: sensor, at: instant)
    if session != nil, let value = measurements[main] { session?.add(value, of: main) }
    if sensors[position]?.isComplete == true { alarms.release(.noData, at: sensor, at: instant) }
    evaluate(measurements, in: reading, from: sensor, at: instant)
    noteDeadline(position)
  }

  /// Raises and ends the alarms that say how far a sensor can be trusted.
  private mutating func judge(_ trust: SensorTrust, of sensor: SensorIndex, at instant: Instant) {
    func set(_ condition: ConditionID, _ holds: Bool, value: Double? = nil) {
      if holds {
        alarms.hold(condition, at: sensor, value: value, since: instant)
      } else {
        alarms.release(condition, at: sensor, at: instant)
      }
    }
    set(.frozen, trust.isFrozen, value: trust.frozenValue)
    set(.implausible, trust.implausible != nil, value: trust.implausible?.value)
    set(.noContact, trust.hasLostContact)
    set(.sensorBatteryLow, trust.isBatteryLow)
  }

  private mutating func evaluate(
    _ measurements: Measurements, in reading: Reading, from sensor: SensorIndex, at instant: Instant
  ) {
    let measuredAt = instant.advanced(by: .seconds(-Int(reading.ageSeconds ?? 0)))
    limits.take(measurements, in: reading, from: sensor, measuredAt: measuredAt, at: instant, &alarms)
    let position = Int(sensor.position)
    limits.forEachExceeded(at: sensor) { sensors[position]?.follow($0) }
    sensors[position]?.unfollow { !limits.isExceeded($0, at: sensor) }
  }

  /// Begins to watch a sensor that is heard and not understood: it may never give a value.
  private mutating func watch(_ model: SensorModel, _ sensor: SensorIndex, at instant: Instant) {
    let position = Int(sensor.position)
    guard position < sensors.count, sensors[position] == nil else { return }
    sensors[position] = SensorWatch(model: model, at: instant)
    noteDeadline(position)
  }

  /// Counts the time for which a sensor's latest value has been the latest.
  private mutating func countHold(_ position: Int, at instant: Instant) {
    guard let held = sensors[position]?.heldValue(upTo: instant), let main = sensors[position]?.traits.mainQuantity
    else { return }
    session?.hold(held.value, of: main, from: held.from, to: held.to)
  }

  /// Notes when something is due at a sensor next.
  private mutating func noteDeadline(_ position: Int) {
    let deadline = sensors[position]?.nextDeadline ?? .never
    let previous = sensorDeadlines[position]
    guard deadline != previous else { return }
    sensorDeadlines[position] = deadline
    if deadline < nextSensorDeadline {
      nextSensorDeadline = deadline
    } else if previous == nextSensorDeadline {
      nextSensorDeadline = sensorDeadlines.min() ?? .never
    }
  }

  /// Hands the alarms of every sensor whose data have gone stale over to the no-data alarm.
  private mutating func expireStaleSensors(at instant: Instant) {
    guard nextSensorDeadline <= instant else { return }
    for position in sensors.indices where sensorDeadlines[position] <= instant {
      guard var watch = sensors[position] else { continue }
      let isDue = !watch.isOverdue && watch.freshUntil <= instant
      let lost = watch.loseFollowed(at: instant)
      guard isDue || !lost.isEmpty else { continue }
      let sensor = SensorIndex(UInt16(position))
      if isDue {
        countHold(position, at: instant)
        expire(&watch, sensor, at: instant)
      }
      handOver(watch, sensor, at: instant)
      sensors[position] = watch
      noteDeadline(position)
    }
  }

  private mutating func expire(_ watch: inout SensorWatch, _ sensor: SensorIndex, at instant: Instant) {
    watch.expire()
    // One that is still heard may go on saying that it is off the body, or that its values are impossible.
    if watch.trust.heardAt.map({ $0.advanced(by: watch.traits.freshness) <= instant }) ?? true {
      watch.trust.fallSilent()
      judge(watch.trust, of: sensor, at: instant)
    }
  }

  /// Suspends the alarms on a sensor's stale quantities and raises the no-data alarm in their place.
  private mutating func handOver(_ watch: SensorWatch, _ sensor: SensorIndex, at instant: Instant) {
    let endsHighAlarm = limits.suspend(sensor, at: instant, &alarms) { watch.isStale($0, at: instant) }
    alarms.hold(
      .noData, at: sensor, escalates: watch.traits.isHeartRateSensor, standsInForHigh: endsHighAlarm, since: instant)
  }

  // MARK: Buttons and sessions

  private mutating func take(
    _ button: Button, _ press: Press, at instant: Instant, into actions: inout [Action]
  ) {
    switch (button, press) {
    case (.a, .short): alarms.silence(at: instant)
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

  private mutating func startSession(at instant: Instant, into actions: inout [Action]) {
    endSession(at: instant, into: &actions)
    session = SessionTally(startedAt: instant, gradesAir: settings.gradesAir)
    actions.append(.sessionStarted)
  }

  private mutating func endSession(at instant: Instant, into actions: inout [Action]) {
    guard session != nil else { return }
    for position in sensors.indices { countHold(position, at: instant) }
    if let session { actions.append(.sessionEnded(session.closed(at: instant))) }
    session = nil
  }

  // MARK: What follows

  private mutating func settle(at instant: Instant, into actions: inout [Action]) {
    transitions.removeAll(keepingCapacity: true)
    let wasAllWellBefore = wasAllWell
    let hasNews = alarms.settle(at: instant, into: &transitions)
    wasAllWell = isAllWell
    let isScenarioHidden = alarms.isAnythingPresent, isScenarioShown = scenario.nextDeadline != nil
    scenario.advance(to: instant, isHidden: isScenarioHidden)
    guard hasNews || wasAllWell != wasAllWellBefore || isScenarioShown else { return }
    for transition in transitions {
      if transition.isOnset { session?.countOnset(transition.priority) }
      actions.append(.alarm(transition))
    }
    for lamp in Lamp.allCases {
      let usual = lamp == .green && wasAllWell ? .allIsWell : alarms.pattern(of: lamp)
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

  /// A high alarm that is switched off is itself an alarm.
  private mutating func noteSwitchedOff(at instant: Instant) {
    let isAnyOff = settings.conditions.all.contains {
      $0.priority == .high && !$0.isEnabled && $0.profiles.contains(settings.profile)
    }
    if isAnyOff {
      alarms.hold(.alarmOff, at: nil, since: instant)
    } else {
      alarms.release(.alarmOff, at: nil, at: instant)
    }
  }

  private var isAllWell: Bool { !alarms.isAnythingPresent && sensors.contains { $0?.isFresh == true } }
}
