import Alarms
import Bluetooth
import Engine
import Flight
import Monitor
import Readings
import SensorProtocols

/// Runs a scenario against a system under test, second by second. The same scenario, seed and system give the same
/// report on every machine. A world runs on one thread.
package struct World<Box: SystemUnderTest> {
  private let scenario: WorldScript
  private var box: Box
  private var random: WorldRandom
  /// Random numbers for people's actions, separate from those of the world: every system is tested in the same world.
  private var people: WorldRandom
  private var patient: Patient
  private var cabin: Cabin
  private var strap: SimulatedStrap
  private var oximeter: SimulatedOximeter
  private var air: SimulatedAirSensor
  private var street: Street
  private var faults: [(id: ConditionID, interval: RandomInterval, rate: Double)]
  private var restart: RandomInterval
  private var checker: InvariantChecker
  private var score: Score
  private var missed: [ConditionID: Int] = [:]
  private var report: WorldReport
  private var actions: [Action] = []
  private var reports: [RadioReport] = []
  private var answerAt = Double.infinity
  private var leg = Cabin.Leg.parked
  private var nextEvent = 0
  /// When a technical alarm last woke the person, and for how many seconds they count as awake.
  private var wokenAt = -Double.infinity
  private static var awakeFor: Double { 600 }
  private var cures: [(at: Double, id: ConditionID)] = []
  private let watched: [AlarmRequirement]
  private let person: PersonIndex?
  /// The seconds for which the report has a trace; empty by default.
  package var traced: Range<Double> = 0..<0

  /// - Parameter terms: the requirements for the system under test.
  package init(_ scenario: WorldScript, seed: UInt64, hours: Double, box: Box, terms: Terms) {
    self.scenario = scenario
    self.box = box
    let parameters = scenario.parameters
    random = WorldRandom(seed: seed)
    people = WorldRandom(seed: ~seed)
    patient = Patient(parameters, &random)
    cabin = Cabin(parameters, &random)
    strap = SimulatedStrap(parameters, scenario.strap ?? WorldScript.Strap(), patient.heartbeat, &random)
    oximeter = SimulatedOximeter(parameters, patient.heartbeat, &random)
    air = SimulatedAirSensor(parameters, &random)
    street = Street(parameters, &random)
    let rates: [(ConditionID, Double)] = [
      (.adapterGone, parameters.adapterGonePerDay), (.diskFull, parameters.diskFullPerDay),
      (.sounderFailed, parameters.sounderFailedPerDay),
    ]
    faults = []
    for (id, rate) in rates { faults.append((id, RandomInterval(perDay: rate, &random), rate)) }
    restart = RandomInterval(perDay: parameters.restartsPerDay, &random)
    checker = InvariantChecker(scenario, terms)
    score = Score(terms)
    watched = AlarmRequirement.all(terms)
    person = terms.person
    report = WorldReport(seed: seed, seconds: (hours * 3600).rounded())
    actions.reserveCapacity(64)
    if Box.remembers { checker.expect() }
  }

  package mutating func run() -> WorldReport {
    box.begin(with: own, into: &actions)
    judgeActions(0)
    var now = 0.0
    while now < report.seconds {
      now += 1
      step(now)
    }
    report.violations = checker.violations
    report.strangersAlarms = checker.strangersAlarms
    report.latencies = score.latencies
    report.unreported = score.unreported
    report.nuisanceOnPerson = score.nuisanceOnPerson
    var ids = watched.filter { isMeasured($0.matter) }.map { ($0.id, $0.priority) }
    if scenario.strap != nil { ids.append((.noPulse, .high)) }
    for (id, priority) in ids where !report.tallies.contains(where: { $0.condition == id }) {
      report.tallies.append(
        WorldReport.Tally(
          condition: id, priority: priority, onsets: score.onsets[id] ?? 0, missed: missed[id] ?? 0,
          nuisance: score.nuisance[id] ?? 0))
    }
    return report
  }

  private func isMeasured(_ matter: AlarmRequirement.Matter) -> Bool {
    switch matter {
    case .heartRate: scenario.strap != nil || scenario.oximeter != nil
    case .saturation: scenario.oximeter != nil
    case .altitude, .co2: scenario.airSensor != nil
    }
  }

  /// The sensors of this world that are adopted or belong to strangers, with their persons.
  private var own: [OwnDevice] {
    func device(_ device: OwnDevice, _ ownership: WorldScript.Ownership, _ person: PersonIndex?) -> OwnDevice {
      var device = device
      device.role = ownership == .adopted ? SensorRole(isAdopted: true, person: person) : .stranger
      return device
    }
    var own: [OwnDevice] = []
    if let ownership = scenario.airSensor { own.append(device(.air, ownership, nil)) }
    if let ownership = scenario.strap?.ownership { own.append(device(.strap, ownership, person)) }
    if let ownership = scenario.oximeter { own.append(device(.oximeter, ownership, person)) }
    return own
  }

  private mutating func step(_ now: Double) {
    checker.pass(now)
    patient.step(now, &random)
    cabin.step(now, &random)
    follow(now)
    let isDeaf = faults[0].interval.isOn || cures.contains { $0.id == .adapterGone }
    // Sensors advance even if nothing receives them.
    let heartbeat = patient.heartbeat
    if let kind = scenario.strap, let value = strap.step(now, heartbeat, &random), !isDeaf {
      receive(value, from: .strap, kind.ownership, now)
    }
    if let ownership = scenario.oximeter, let value = oximeter.step(now, heartbeat, &random), !isDeaf {
      receive(value, from: .oximeter, ownership, now)
    }
    if let ownership = scenario.airSensor, let value = air.step(now, cabin.co2, feet: cabin.feet, &random), !isDeaf {
      receive(value, from: .air, ownership, now)
    }
    listenToStreet(now, isDeaf)
    tick(now)
    checker.checkBounds(now)
    judge(now)
    guard traced.contains(now) else { return }
    report.trace.append(
      "\(now) s: truly \(heartbeat.beatsPerMinute) bpm, \(heartbeat.saturation) %, \(cabin.co2) ppm, \(cabin.feet) ft")
  }

  private mutating func listenToStreet(_ now: Double, _ isDeaf: Bool) {
    if !reports.isEmpty { reports.removeAll(keepingCapacity: true) }
    street.step(now, &random, into: &reports)
    guard !isDeaf else { return }
    for report in reports {
      if traced.contains(now) { self.report.trace.append("\(now) s: \(report.address) passes by") }
      tick(now, isIncluded: false)
      feed(.radio(report), at: Self.instant(now))
    }
  }

  private mutating func receive(
    _ value: SensorValue, from device: OwnDevice, _ ownership: WorldScript.Ownership, _ now: Double
  ) {
    let report = RadioReport.attributeValue(
      AttributeValue(
        address: device.address, characteristic: value.characteristic, data: value.bytes,
        rssi: ownership.signal))
    tick(now, isIncluded: false)
    if let reading = SensorDecoder.reading(of: report) {
      checker.receive(reading, from: device.place, now)
      if traced.contains(now) { self.report.trace.append("\(now) s: heard \(Self.text(reading))") }
    }
    feed(.radio(report), at: Self.instant(now))
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
      let change = faults[index].interval.step(
        now, duration: { random.logNormal(median: 60, sigma: 1) }, wait: { random.wait(perDay: rate) })
      if let change { hand(change ? .fault(faults[index].id) : .cleared(faults[index].id), now) }
    }
    let rate = scenario.parameters.restartsPerDay
    let down = restart.step(now, duration: { 5 }, wait: { random.wait(perDay: rate) })
    if down == true { reboot(now) }
    if now >= answerAt {
      answerAt = .infinity
      // A person who sees only latched sounds ends them.
      if checker.board.isOnlyLatched { hold(now) } else { press(now) }
    }
    if scenario.reportsPhases, cabin.leg != leg {
      leg = cabin.leg
      let phase: Phase =
        switch leg {
        case .parked: .preFlight
        case .climb: .climb
        case .cruise: .cruise
        case .descent: .descent
        }
      hand(.phase(phase, by: .timeline), now)
    }
  }

  private mutating func play(_ event: WorldEvent, _ now: Double) {
    switch event.kind {
    case .trouble(let trouble):
      strap.suffer(trouble, now, for: event.duration)
      air.suffer(trouble, now, for: event.duration)
      oximeter.suffer(trouble, now, for: event.duration)
    case .fault(let id):
      hand(.fault(id), now)
      cures.append((now + event.duration, id))
      cures.sort { $0.at < $1.at }
    case .heart(let change): patient.suffer(change, now, for: event.duration, &random)
    case .press: press(now)
    case .hold: hold(now)
    case .restart: reboot(now)
    }
  }

  private mutating func press(_ now: Double) {
    checker.press(now)
    hand(.silence, now)
  }

  private mutating func hold(_ now: Double) {
    checker.hold(now)
    hand(.reset(nil), now)
  }

  private mutating func reboot(_ now: Double) {
    let before = checker.restart(now)
    score.restart()
    actions.removeAll(keepingCapacity: true)
    box.restart(at: Self.instant(now), into: &actions)
    judgeActions(now)
    if Box.remembers { checker.compare(with: before, now) }
    for fault in faults where fault.interval.isOn { hand(.fault(fault.id), now) }
    for cure in cures { hand(.fault(cure.id), now) }
  }

  // MARK: In and out

  private static func instant(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }

  private mutating func tick(_ now: Double, isIncluded: Bool = true) {
    let end = Self.instant(now)
    while let deadline = box.nextDeadline, deadline < end || (isIncluded && deadline == end) {
      report.events += 1
      actions.removeAll(keepingCapacity: true)
      box.advance(to: deadline, into: &actions)
      judgeActions(deadline.seconds)
      guard box.nextDeadline.map({ $0 > deadline }) ?? true else { break }
    }
  }

  private mutating func hand(_ event: Event, _ now: Double) { feed(.event(event), at: Self.instant(now)) }

  private mutating func feed(_ input: EngineInput, at instant: Instant) {
    report.events += 1
    actions.removeAll(keepingCapacity: true)
    box.handle(input, at: instant, into: &actions)
    judgeActions(instant.seconds)
  }

  private mutating func judgeActions(_ now: Double) {
    for index in actions.indices {
      if traced.contains(now) { report.trace.append("\(now) s: done \(actions[index])") }
      checker.handle(actions[index], now)
      guard case .alarm(let alarm) = actions[index] else { continue }
      if alarm.isOnset, alarm.isTechnical { report.technicalOnsets += 1 }
      let isHeard = alarm.isOnset && alarm.activation == .on && alarm.priority > .low
      if isHeard, alarm.isTechnical, now - wokenAt >= Self.awakeFor {
        report.technicalWakeUps += 1
        wokenAt = now
      }
      let isNews = alarm.isOnset || alarm.presence == .latched
      if isNews, answerAt == .infinity, people.happens(scenario.parameters.answers) {
        answerAt = now + people.uniform(0.2, 2) * scenario.parameters.answerSeconds
      }
    }
    for id in checker.takeOnsets() { score.onset(id, now) }
    guard !actions.isEmpty || !checker.board.active.isEmpty else { return }
    checker.settle(now)
  }

  private mutating func judge(_ now: Double) {
    for id in checker.missed {
      missed[id, default: 0] += 1
      remark("missed", id, now)
    }
    let isGood = scenario.strap != nil ? strap.isGood : scenario.oximeter != nil && oximeter.isGood
    score.step(
      Score.Truth(heart: patient.heartbeat, event: patient.event, co2: cabin.co2, feet: cabin.feet), isGood: isGood,
      isReported: checker.isRateReported, isStoodIn: checker.isRateStoodIn, now)
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
    if report.remarks.count < 1_000 { report.remarks.append("\(at) s: \(word) \(id.name)") }
  }
}

extension WorldScript.Ownership {
  /// The strength at which it is received, dBm: a box is beside its own sensors, and a stranger's are far away.
  fileprivate var signal: Int8 { self == .adopted ? -60 : -92 }
}
