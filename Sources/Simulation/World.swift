import Alarms
import Flight
import Monitor
import Readings

/// What came of a run.
public struct WorldReport: Sendable {
  /// Which run.
  public let seed: UInt64
  /// How long, simulated seconds.
  public let seconds: Double
  /// What the box was told.
  public fileprivate(set) var events = 0
  /// Broken promises, with the time of each; at most 20.
  public fileprivate(set) var complaints: [String] = []
  /// Every missed alarm and every nuisance, with its time.
  public fileprivate(set) var remarks: [String] = []
  /// What was true, heard and done, second by second, where somebody asked for it.
  public fileprivate(set) var trace: [String] = []
  /// How many alarms about the box and its sensors began, rightly or not.
  public fileprivate(set) var technicalOnsets = 0
  /// By condition.
  public fileprivate(set) var tallies: [Tally] = []

  /// The onsets of one condition, and how many were wrong.
  public struct Tally: Sendable {
    /// Which.
    public let condition: ConditionID
    /// How soon somebody must act.
    public let priority: Priority
    /// How many began.
    public var onsets: Int
    /// How many did not begin, or late.
    public var missed: Int
    /// How many began for nothing.
    public var nuisance: Int
  }
}

/// A scenario played against a box, second by second. The same scenario, seed and box give the same report everywhere.
public struct World<Box: AlarmBox> {
  private let scenario: WorldScenario
  private var box: Box
  private var random: WorldRandom
  /// The chance of what people do, apart from the world's: so every box is put to the test in the same world.
  private var people: WorldRandom
  private var patient: Patient
  private var cabin: Cabin
  private var strap: SimulatedStrap
  private var air: SimulatedAirSensor
  private var faults: [(id: ConditionID, spell: Spell, rate: Double)]
  private var restart: Spell
  private var witness: Witness
  private var score = Score()
  private var report: WorldReport
  private var actions: [Action] = []
  private var answerAt = Double.infinity
  private var leg = Cabin.Leg.parked
  private var nextEvent = 0
  private var cures: [(at: Double, id: ConditionID)] = []
  private let promises = Promise.all
  private let grace: [Double]
  private let isWatched: [Bool]
  /// The seconds of which the report tells everything; none by default.
  public var traced: Range<Double> = 0..<0

  /// - Parameters:
  ///   - conditions: the conditions that the box says it watches; what is not among them is not asked of it.
  ///   - neverPaused: those that it says can not be paused.
  ///   - latches: whether the box latches sounds.
  public init(
    _ scenario: WorldScenario, seed: UInt64, hours: Double, box: Box, conditions: Set<ConditionID>,
    neverPaused: Set<ConditionID> = [], latches: Bool
  ) {
    self.scenario = scenario
    self.box = box
    let parameters = scenario.parameters
    random = WorldRandom(seed: seed)
    people = WorldRandom(seed: ~seed)
    patient = Patient(parameters, &random)
    cabin = Cabin(parameters, &random)
    strap = SimulatedStrap(parameters, patient.heartbeat, &random)
    air = SimulatedAirSensor(parameters, &random)
    let rates: [(ConditionID, Double)] = [
      (.adapterGone, parameters.adapterGonePerDay), (.diskFull, parameters.diskFullPerDay),
      (.sounderFailed, parameters.sounderFailedPerDay),
    ]
    faults = []
    for (id, rate) in rates { faults.append((id, Spell(perDay: rate, &random), rate)) }
    restart = Spell(perDay: parameters.restartsPerDay, &random)
    witness = Witness(
      conditions: conditions, neverPaused: neverPaused, latches: latches, airInterval: parameters.airIntervalSeconds)
    report = WorldReport(seed: seed, seconds: (hours * 3600).rounded())
    grace = Promise.all.map {
      $0.sensor == Promise.strap ? 1 : parameters.airIntervalSeconds + 1.5 * parameters.airAdvertisementSeconds
    }
    isWatched = Promise.all.map {
      ($0.sensor == Promise.strap ? scenario.hasStrap : scenario.hasAirSensor) && conditions.contains($0.id)
    }
    actions.reserveCapacity(64)
    if Box.remembers { witness.expect(sensors) }
  }

  /// Plays it to its end.
  public mutating func run() -> WorldReport {
    box.begin(with: sensors, into: &actions)
    take(0)
    var now = 0.0
    while now < report.seconds {
      now += 1
      step(now)
    }
    report.complaints = witness.complaints
    for (place, promise) in Promise.all.enumerated() {
      if let known = report.tallies.firstIndex(where: { $0.condition == promise.id }) {
        report.tallies[known].missed += score.missed[place]
        report.tallies[known].nuisance += score.nuisance[place]
        report.tallies[known].onsets += score.onsets[place]
      } else {
        report.tallies.append(
          WorldReport.Tally(
            condition: promise.id, priority: promise.priority, onsets: score.onsets[place],
            missed: score.missed[place], nuisance: score.nuisance[place]))
      }
    }
    return report
  }

  private var sensors: [SensorIndex] {
    (scenario.hasAirSensor ? [Promise.air] : []) + (scenario.hasStrap ? [Promise.strap] : [])
  }

  private mutating func step(_ now: Double) {
    patient.step(now, &random)
    cabin.step(now, &random)
    follow(now)
    let isDeaf = faults[0].spell.isOn || cures.contains { $0.id == .adapterGone }
    // Sensors move on also while nobody hears them.
    if scenario.hasStrap, let reading = strap.step(now, patient.heartbeat, &random), !isDeaf {
      hear(reading, Promise.strap, now)
    }
    if scenario.hasAirSensor, let reading = air.step(now, cabin.co2, feet: cabin.feet, &random), !isDeaf {
      hear(reading, Promise.air, now)
    }
    tick(now)
    witness.checkBounds(now)
    judge(now)
    guard traced.contains(now) else { return }
    report.trace.append("\(now) s: truly \(patient.beatsPerMinute) bpm, \(cabin.co2) ppm, \(cabin.feet) ft")
  }

  private mutating func hear(_ reading: Reading, _ sensor: SensorIndex, _ now: Double) {
    tick(now, isIncluded: false)
    witness.receive(reading, from: sensor, now)
    if traced.contains(now) { report.trace.append("\(now) s: heard \(Self.text(reading))") }
    let instant = Self.instant(now)
    report.events += 1
    actions.removeAll(keepingCapacity: true)
    box.hear(reading, from: sensor, at: instant, into: &actions)
    take(instant.seconds)
  }

  // MARK: Chance, script and people

  private mutating func follow(_ now: Double) {
    while nextEvent < scenario.events.count, scenario.events[nextEvent].at <= now {
      play(scenario.events[nextEvent], now)
      nextEvent += 1
    }
    while let cure = cures.first, cure.at <= now {
      cures.removeFirst()
      hand(.cleared(cure.id), now)
    }
    for index in faults.indices {
      let rate = faults[index].rate
      let change = faults[index].spell.step(
        now, duration: { random.logNormal(median: 60, sigma: 1) }, wait: { random.wait(perDay: rate) })
      if let change { hand(change ? .fault(faults[index].id) : .cleared(faults[index].id), now) }
    }
    let rate = scenario.parameters.restartsPerDay
    let down = restart.step(now, duration: { 5 }, wait: { random.wait(perDay: rate) })
    if down == true { reboot(now) }
    if now >= answerAt {
      answerAt = .infinity
      witness.press(now)
      hand(.button(.a, .short), now)
    }
    if scenario.tellsPhases, cabin.leg != leg {
      leg = cabin.leg
      let phase: Phase =
        switch leg {
        case .parked: .parked
        case .climb: .climb
        case .cruise: .cruise
        case .descent: .descent
        }
      hand(.phase(phase), now)
    }
  }

  private mutating func play(_ event: WorldEvent, _ now: Double) {
    switch event.kind {
    case .trouble(let trouble):
      strap.suffer(trouble, now, for: event.duration)
      air.suffer(trouble, now, for: event.duration)
    case .fault(let id):
      hand(.fault(id), now)
      cures.append((now + event.duration, id))
      cures.sort { $0.at < $1.at }
    case .press:
      witness.press(now)
      hand(.button(.a, .short), now)
    case .restart: reboot(now)
    }
  }

  private mutating func reboot(_ now: Double) {
    let before = witness.restart(now)
    score.restart()
    actions.removeAll(keepingCapacity: true)
    box.restart(at: Self.instant(now), into: &actions)
    take(now)
    if Box.remembers { witness.compare(with: before, now) }
    for fault in faults where fault.spell.isOn { hand(.fault(fault.id), now) }
    for cure in cures { hand(.fault(cure.id), now) }
  }

  // MARK: In and out

  private static func instant(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }

  private mutating func tick(_ now: Double, isIncluded: Bool = true) {
    let end = Self.instant(now)
    while let deadline = box.nextDeadline, deadline < end || (isIncluded && deadline == end) {
      hand(.tick, at: deadline)
      guard box.nextDeadline.map({ $0 > deadline }) ?? true else { break }
    }
  }

  private mutating func hand(_ event: Event, _ now: Double) { hand(event, at: Self.instant(now)) }

  @inline(__always) private mutating func hand(_ event: Event, at instant: Instant) {
    report.events += 1
    actions.removeAll(keepingCapacity: true)
    box.handle(event, at: instant, into: &actions)
    take(instant.seconds)
  }

  private mutating func take(_ now: Double) {
    var onset: Priority?
    for index in actions.indices {
      if traced.contains(now) { report.trace.append("\(now) s: done \(actions[index])") }
      witness.take(actions[index], now)
      guard case .alarm(let alarm) = actions[index], alarm.isOnset else { continue }
      if alarm.activation != .off { onset = max(onset ?? alarm.priority, alarm.priority) }
      if alarm.isTechnical { report.technicalOnsets += 1 }
      score.onset(alarm, now)
      if answerAt == .infinity, people.happens(scenario.parameters.answers) {
        answerAt = now + people.uniform(0.2, 2) * scenario.parameters.answerSeconds
      }
    }
    guard !actions.isEmpty || !witness.board.active.isEmpty else { return }
    witness.checkSignals(now)
    if let onset { witness.checkPauses(after: onset, now) }
  }

  private mutating func judge(_ now: Double) {
    // Several promises about one sensor ask the same, and most seconds none does.
    var airIsStoodIn: Bool?, strapIsStoodIn: Bool?
    for place in grace.indices where isWatched[place] {
      let value =
        switch promises[place].matter {
        case .heartRate: patient.beatsPerMinute
        case .altitude: cabin.feet
        case .co2: cabin.co2
        }
      guard score.isBeyond(place, value, now) else { continue }
      let isTold = witness.isTold(place), sensor = promises[place].sensor
      let isStoodIn = (sensor == Promise.strap ? strapIsStoodIn : airIsStoodIn) ?? witness.isStoodIn(sensor)
      if sensor == Promise.strap { strapIsStoodIn = isStoodIn } else { airIsStoodIn = isStoodIn }
      if score.step(place, grace: grace[place], isTold: isTold, isStoodIn: isStoodIn, now) {
        remark("missed", promises[place].id, now)
      }
    }
    while let nuisance = score.judge(now) { remark("nuisance", nuisance.id, nuisance.at) }
  }

  private static func text(_ reading: Reading) -> String {
    var text = ""
    reading.measurements.forEach { text += "\($0.label) \($1) \($0.unit) " }
    let beats = (0..<reading.rrIntervals.count).compactMap { reading.rrIntervals.milliseconds(at: $0) }
    if let contact = reading.contact { text += "contact \(contact) beats \(beats.map { Int($0) }) ms " }
    return text + (reading.ageSeconds.map { "age \($0) s" } ?? "")
  }

  private mutating func remark(_ word: String, _ id: ConditionID, _ at: Double) {
    if report.remarks.count < 1_000 { report.remarks.append("\(at) s: \(word) \(id.rawValue)") }
  }
}
