import Alarms
import Bluetooth
import Monitor
import Readings
import SensorProtocols

/// The way from radio reports and events to actions, with time stepped from deadline to deadline. The same core serves
/// `lapwing run`, `lapwing replay` and the tests.
package struct Engine: Sendable {
  /// The sensors that have been heard.
  package var registry: SensorRegistry
  /// How far time has come.
  package var instant = Instant.start
  package var monitor: Monitor
  /// What is to be done; empty but while something is taken in.
  package var actions: [Action] = []
  /// The names of the persons whom the configuration knows.
  private(set) var persons: [String]
  /// The one that was decoded last.
  private var reading = Reading(model: .unknown)
  /// The places of sensors that somebody names and that have not been heard: their silence is a loss of data.
  package var awaited: Set<SensorIndex> = []
  /// The list of one's own sensors, as it was last told, and of which revision.
  package var toldList: (list: AdoptionList, revision: UInt32)
  /// As what each heart-rate sensor was last heard.
  private var heartModels: [SensorIndex: SensorModel] = [:]
  /// What the configuration says of single sensors.
  private(set) var roles: [DeviceAddress: SensorRole]
  /// The time of day, as far as it is known.
  private var dayClock = DayClock()
  /// Nothing is due before, since a deadline was not moved by its own tick.
  private var heldUntil = Instant.start

  /// An engine that has seen nothing yet.
  /// - Parameters:
  ///   - settings: the rules.
  ///   - bindKeys: of the sensors that encrypt what they send.
  ///   - heartSource: where heart rates are taken from.
  ///   - sensors: which sensors are used.
  ///   - adoption: which of them are one's own; without it every one.
  ///   - roles: whose some of them are, and which limits of their own they have.
  ///   - bonds: the keys of the paired devices.
  package init(
    settings: MonitorSettings, bindKeys: [DeviceAddress: BindKey] = [:], heartSource: HeartRateSource = .automatic,
    sensors: SensorSelection = .anyKnown, adoption: Adoption = Adoption(scope: .everything),
    roles: [DeviceAddress: SensorRole] = [:], bonds: Bonds = Bonds()
  ) {
    self.roles = roles
    registry = SensorRegistry(
      bindKeys: bindKeys, heartSource: heartSource, selection: sensors, adoption: adoption, bonds: bonds)
    var settings = settings
    settings.otherGaps += adoption.gaps
    monitor = Monitor(settings: settings)
    persons = settings.persons.map(\.name)
    toldList = (adoption.list, adoption.revision)
    actions.reserveCapacity(256)
  }

  /// When something is due if nothing else happens.
  package var nextDeadline: Instant? { earliestDeadline.map { max($0, heldUntil) } }

  private var earliestDeadline: Instant? {
    var next = monitor.nextDeadline
    func consider(_ deadline: Instant?) { if let deadline { next = min(next ?? deadline, deadline) } }
    consider(dayClock.nextMinute)
    consider(registry.adoption.nextReminder)
    return next
  }

  /// Takes in something that happened, after all that was due before it.
  /// - Parameter outputs: get all that follows, in its order. The owner drives lamps and sounder first, as
  ///   ``Action/isSignal`` says, and then tells everybody else.
  package mutating func take(
    _ input: EngineInput, at instant: Instant, into outputs: inout [TimedOutput]
  ) {
    step(to: instant, isIncluded: false, &outputs)
    switch input {
    case .event(let event):
      if case .timeOfDay(let minute) = event { dayClock.set(to: minute, at: instant) }
      handle(event, at: instant, &outputs)
    case .radio(let report): hear(report, at: instant, &outputs)
    case .adopt(let order):
      if case .refused(let error) = adopt(order, at: instant, into: &outputs) {
        outputs.append(TimedOutput(instant: self.instant, record: .adoption(.refused(error))))
      }
    case .forget(let address):
      if case .refused(let error) = forget(address, at: instant, into: &outputs) {
        outputs.append(TimedOutput(instant: self.instant, record: .adoption(.refused(error))))
      }
    case .button(let order): carryOut(order, at: instant, &outputs)
    }
  }

  private mutating func hear(_ report: RadioReport, at instant: Instant, _ outputs: inout [TimedOutput]) {
    let result = registry.take(report, at: instant, into: &reading)
    self.instant = max(self.instant, instant)
    let adopted = registry.takeAdopted()
    if let left = registry.takeLeft() { take(left, &outputs) }
    switch result {
    case .reading(let index, let isNew):
      if isNew { tellPlace(index, &outputs) }
      noteSource(reading.model, of: index, report.address, at: instant, &outputs)
      // A stranger is shown, and no rule ever hears of it.
      if registry.isWatched(index) {
        monitor.hear(reading, from: index, at: self.instant, into: &actions)
      } else {
        noteUnmeasured(index)
      }
      outputs.append(TimedOutput(instant: self.instant, record: .reading(reading, from: index)))
      tell(&outputs)
    case .malformed(let index, let sensor, let isNew):
      if isNew { tellPlace(index, &outputs) }
      noteHeard(index, sensor, &outputs)
    case .noticed(let index, let isNew):
      if isNew { tellPlace(index, &outputs) }
      handle(.tick, at: instant, &outputs)
    case .nothing: handle(.tick, at: instant, &outputs)
    }
    if let adopted { noteAdopted(adopted, &outputs) }
    if let refusal = registry.adoption.takeRefusal() {
      outputs.append(TimedOutput(instant: self.instant, record: .adoption(.refused(refusal))))
    }
    tellListIfChanged(&outputs)
    if let (index, signal) = registry.signalToTell(of: report.address, at: instant) {
      outputs.append(TimedOutput(instant: self.instant, record: .signal(index, signal)))
    }
  }

  /// A sensor was heard and not understood. One that never measured anything is not missed.
  private mutating func noteHeard(
    _ index: SensorIndex, _ sensor: SensorRegistry.Sensor, _ outputs: inout [TimedOutput]
  ) {
    let isWatched = registry.isWatched(index)
    if !isWatched { noteUnmeasured(index) }
    handle(isWatched ? .heard(sensor.model, from: index) : .tick, at: instant, &outputs)
  }

  /// Says where a heart rate comes from, when that changes.
  private mutating func noteSource(
    _ model: SensorModel, of index: SensorIndex, _ address: DeviceAddress, at instant: Instant,
    _ outputs: inout [TimedOutput]
  ) {
    guard Catalogue.isHeartRateSensor(model), heartModels.updateValue(model, forKey: index) ?? model != model
    else { return }
    let way = model == .heartRateService ? "connection" : "advertisement"
    outputs.append(TimedOutput(instant: instant, record: .note("radio    \(address): heart rate by \(way)")))
  }

  /// Lets all happen that is due up to an instant.
  package mutating func advance(to instant: Instant, into outputs: inout [TimedOutput]) {
    step(to: instant, isIncluded: true, &outputs)
  }

  /// Goes on where an earlier run was: an alarm was there at a sensor.
  package mutating func resume(
    _ alarm: RememberedAlarm, at sensor: SensorRegistry.Sensor, at instant: Instant, into outputs: inout [TimedOutput]
  ) {
    // One that was never heard has its alarm only while it is one's own: it took the place of another one, or is awaited.
    let isKnown = sensor.model != .unknown
    guard isKnown || registry.adoption.contains(sensor.address),
      let index = introduce(sensor, hasMeasured: isKnown, at: instant, &outputs)
    else { return }
    let model = registry.sensor(at: index)?.model ?? sensor.model
    monitor.resume(alarm, at: index, of: model, at: self.instant, into: &actions)
    tell(&outputs)
  }

  /// Goes on where an earlier run was: a sensor's value was beyond its limit.
  package mutating func recall(
    _ pending: PendingCounts, at sensor: SensorRegistry.Sensor, at instant: Instant, into outputs: inout [TimedOutput]
  ) {
    guard let index = introduce(sensor, hasMeasured: true, at: instant, &outputs) else { return }
    monitor.recall(pending, at: index, at: self.instant)
  }

  /// An earlier run heard what a sensor measured until its end.
  package mutating func expect(_ sensor: SensorRegistry.Sensor, at instant: Instant, into outputs: inout [TimedOutput])
  {
    guard let index = introduce(sensor, hasMeasured: true, at: instant, &outputs) else { return }
    monitor.expect(index, of: sensor.model, at: self.instant)
  }

  /// Puts other keys of encrypted sensors in force.
  package mutating func adopt(_ bindKeys: [DeviceAddress: BindKey]) { registry.bindKeys = bindKeys }

  /// Puts other rules in force.
  /// - Parameters:
  ///   - roles: whose sensors are, and which limits of their own they have; `nil` where that stays as it is.
  ///   - sensors: which sensors are used; `nil` where that stays as it is.
  package mutating func adopt(
    _ settings: MonitorSettings, roles: [DeviceAddress: SensorRole]? = nil, sensors: SensorSelection? = nil,
    into outputs: inout [TimedOutput]
  ) {
    if let roles { self.roles = roles }
    var settings = settings
    settings.otherGaps += gaps(using: sensors ?? registry.selection, isNew: roles != nil || sensors != nil)
    monitor.adopt(settings, at: instant, into: &actions)
    persons = settings.persons.map(\.name)
    if roles != nil || sensors != nil { use(sensors ?? registry.selection, at: instant, into: &outputs) }
    assignAll()
    tell(&outputs)
  }

  /// After so long without an input all that is still due comes again and again.
  private static let untilSettled = Duration.seconds(7 * 86_400)
  private static let untilNextTry = Duration.seconds(1)

  package mutating func step(to end: Instant, isIncluded: Bool, _ outputs: inout [TimedOutput]) {
    let begin = instant
    while let deadline = nextDeadline, deadline < end || (isIncluded && deadline == end) {
      guard begin.duration(to: deadline) < Self.untilSettled else {
        handle(.tick, at: end, &outputs)
        return tellTimeOfDay(at: end, &outputs)
      }
      if let reminder = registry.adoption.nextReminder, reminder <= deadline {
        remind(at: max(deadline, instant), &outputs)
      }
      let tick = max(deadline, instant)
      handle(.tick, at: tick, &outputs)
      tellTimeOfDay(at: tick, &outputs)
      // A deadline that its own tick does not move would stop time, and the loop would never rest.
      if let next = earliestDeadline, next <= tick {
        heldUntil = tick.advanced(by: Self.untilNextTry)
      }
    }
    instant = max(instant, end)
  }

  /// Counts the minutes of the day on.
  private mutating func tellTimeOfDay(at instant: Instant, _ outputs: inout [TimedOutput]) {
    guard let minute = dayClock.advance(to: instant) else { return }
    handle(.timeOfDay(minute), at: instant, &outputs)
  }

  package mutating func handle(_ event: Event, at instant: Instant, _ outputs: inout [TimedOutput]) {
    self.instant = max(self.instant, instant)
    monitor.handle(event, at: self.instant, into: &actions)
    tell(&outputs)
  }

  package mutating func tell(_ outputs: inout [TimedOutput]) {
    for action in actions { outputs.append(TimedOutput(instant: instant, record: .action(action))) }
    actions.removeAll(keepingCapacity: true)
  }
}
