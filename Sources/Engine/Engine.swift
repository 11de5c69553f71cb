import Alarms
import Bluetooth
import Flight
import Monitor
import Readings
import SensorProtocols
import Sessions

/// The pure core: it receives radio reports, events and times and returns outputs, and steps time from deadline to
/// deadline. `lapwing run`, `lapwing replay`, the simulation and the tests use the same core. It reads no clock, and
/// its owner calls it from one thread.
package struct Engine: Sendable {
  /// All sensors that have been received, and which of them are adopted.
  package var registry: SensorRegistry
  /// How far time has advanced.
  package var instant = Instant.start
  package var monitor: Monitor
  /// Pending actions of the monitor. Empty except while an input is handled.
  package var actions: [Action] = []
  private(set) var persons: [String]
  /// Corrects CO2 by the air pressure.
  package var pressure: PressureCorrector
  private var reading = Reading(model: .unknown)
  /// The places of sensors that were named and have not been received. Their silence is a loss of data.
  package var awaited: Set<SensorIndex> = []
  package var reportedList: (list: AdoptionList, revision: UInt32)
  /// The model under which each heart-rate sensor was received last.
  private var heartModels: [SensorIndex: SensorModel] = [:]
  /// What the configuration says about single sensors.
  private(set) var roles: [DeviceAddress: SensorRole]
  /// The time of day, if it is known.
  private var dayClock = DayClock()
  /// No deadline counts before this, because the tick at a deadline did not move it.
  private var heldUntil = Instant.start
  /// The button that was asked whether it means standby, and when.
  var standbyQuestion: StandbyQuestion?

  /// An engine that has received nothing yet.
  /// - Parameters:
  ///   - bindKeys: the keys of sensors that encrypt their advertisements.
  ///   - adoption: which of them are adopted; by default every sensor counts.
  ///   - roles: the persons of some sensors, and their own limits.
  ///   - pressure: whose CO2 is corrected by the air pressure.
  package init(
    settings: MonitorSettings, bindKeys: [DeviceAddress: BindKey] = [:], heartSource: HeartRateSource = .automatic,
    sensors: SensorSelection = .anyKnown, adoption: Adoption = Adoption(scope: .everything),
    roles: [DeviceAddress: SensorRole] = [:], pressure: PressureCorrection = .automatic, bonds: Bonds = Bonds()
  ) {
    self.roles = roles
    self.pressure = PressureCorrector(settings: pressure)
    registry = SensorRegistry(
      bindKeys: bindKeys, heartSource: heartSource, selection: sensors, adoption: adoption, bonds: bonds)
    var settings = settings
    settings.otherGaps += adoption.gaps
    registry.adoption.profile = settings.profile
    monitor = Monitor(settings: settings)
    persons = settings.persons.map(\.name)
    reportedList = (adoption.list, adoption.revision)
    actions.reserveCapacity(256)
  }

  /// When something is due if no input arrives before.
  package var nextDeadline: Instant? { earliestDeadline.map { max($0, heldUntil) } }

  private var earliestDeadline: Instant? {
    var next = monitor.nextDeadline
    next.lower(to: dayClock.nextMinute)
    next.lower(to: registry.adoption.nextReminder)
    return next
  }

  /// Handles an event, after everything that was due before it.
  /// - Parameter outputs: receives all results in order. The owner drives lamps and sounder first, as
  ///   ``Action/isSignal`` says, and then passes on the rest.
  package mutating func handle(
    _ input: EngineInput, at instant: Instant, into outputs: inout [TimedOutput]
  ) {
    step(to: instant, isIncluded: false, &outputs)
    switch input {
    case .event(let event):
      if case .timeOfDay(let minute) = event { dayClock.set(to: minute, at: instant) }
      handle(event, at: instant, &outputs)
    case .radio(let report): receive(report, at: instant, &outputs)
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

  private mutating func receive(_ report: RadioReport, at instant: Instant, _ outputs: inout [TimedOutput]) {
    let result = registry.decode(report, at: instant, into: &reading)
    self.instant = max(self.instant, instant)
    let adopted = registry.takeAdopted()
    if let left = registry.takeLeft() { applyLeaving(left, &outputs) }
    switch result {
    case .reading(let index, let isNew):
      if isNew { reportPlace(index, &outputs) }
      correctCO2(from: index, at: instant, &outputs)
      noteSource(reading.model, of: index, report.address, at: instant, &outputs)
      // A stranger is shown, and the rules never get its readings.
      if registry.isWatched(index), !reading.isSpotCheck {
        monitor.receive(reading, from: index, at: self.instant, into: &actions)
      } else {
        noteUnmeasured(index)
      }
      outputs.append(TimedOutput(instant: self.instant, record: .reading(reading, from: index)))
      reportActions(&outputs)
    case .malformed(let index, let sensor, let trouble, let isNew):
      if isNew { reportPlace(index, &outputs) }
      if let trouble { outputs.append(TimedOutput(instant: self.instant, record: .trouble(index, trouble))) }
      noteReception(index, sensor, &outputs)
    case .refused(let index, let trouble, let messages):
      handle(.tick, at: instant, &outputs)
      // A message that came late is shown, and is no news for the journal.
      if messages == 1 { outputs.append(TimedOutput(instant: self.instant, record: .trouble(index, trouble))) }
      if messages == 2 { note("radio    \(report.address): \(trouble.sentence)", &outputs) }
    case .noticed(let index, let isNew):
      if isNew { reportPlace(index, &outputs) }
      handle(.tick, at: instant, &outputs)
    case .nothing: handle(.tick, at: instant, &outputs)
    }
    if let adopted { noteAdopted(adopted, &outputs) }
    if let refusal = registry.adoption.takeRefusal() {
      outputs.append(TimedOutput(instant: self.instant, record: .adoption(.refused(refusal))))
    }
    reportListIfChanged(&outputs)
    if let (index, signal) = registry.signalToReport(of: report.address, at: instant) {
      outputs.append(TimedOutput(instant: self.instant, record: .signal(index, signal)))
    }
  }

  /// Corrects the CO2 of the latest reading by the air pressure. When the correction of a sensor changes, this is
  /// reported, since its values change with it.
  private mutating func correctCO2(from index: SensorIndex, at instant: Instant, _ outputs: inout [TimedOutput]) {
    guard let tenant = registry.places[index] else { return }
    let address = tenant.sensor.address
    guard tenant.isOwn else { return pressure.correct(&reading, ofStranger: address) }
    guard let change = pressure.correct(&reading, from: index, address, at: instant) else { return }
    outputs.append(TimedOutput(instant: self.instant, record: .note("pressure \(address): \(change.text)")))
  }

  /// A sensor was received and its message was not understood. A sensor that never measured anything is not missed.
  private mutating func noteReception(
    _ index: SensorIndex, _ sensor: SensorRegistry.Sensor, _ outputs: inout [TimedOutput]
  ) {
    let isWatched = registry.isWatched(index)
    if !isWatched { noteUnmeasured(index) }
    handle(isWatched ? .received(sensor.model, from: index) : .tick, at: instant, &outputs)
  }

  /// Logs the source of a heart rate when it changes.
  private mutating func noteSource(
    _ model: SensorModel, of index: SensorIndex, _ address: DeviceAddress, at instant: Instant,
    _ outputs: inout [TimedOutput]
  ) {
    guard Catalogue.isHeartRateSensor(model), heartModels.updateValue(model, forKey: index) ?? model != model
    else { return }
    let way = model == .heartRateService ? "connection" : "advertisement"
    outputs.append(TimedOutput(instant: instant, record: .note("radio    \(address): heart rate by \(way)")))
  }

  /// Handles everything that is due up to and including an instant.
  package mutating func advance(to instant: Instant, into outputs: inout [TimedOutput]) {
    step(to: instant, isIncluded: true, &outputs)
  }

  /// Continues an alarm of an earlier run that was present at a sensor.
  package mutating func resume(
    _ alarm: RememberedAlarm, at sensor: SensorRegistry.Sensor, at instant: Instant, into outputs: inout [TimedOutput]
  ) {
    // A sensor that was never received has its alarm only while it is adopted: it replaced another sensor, or is
    // awaited.
    let isKnown = sensor.model != .unknown
    guard isKnown || registry.adoption.contains(sensor.address),
      let index = introduce(sensor, hasMeasured: isKnown, at: instant, &outputs)
    else { return }
    let model = registry.sensor(at: index)?.model ?? sensor.model
    monitor.resume(alarm, at: index, of: model, at: self.instant, into: &actions)
    reportActions(&outputs)
  }

  /// Goes on with the phase of flight of an earlier run.
  package mutating func resume(_ phase: PhaseChange, at instant: Instant, into outputs: inout [TimedOutput]) {
    step(to: instant, isIncluded: false, &outputs)
    monitor.resume(phase, at: self.instant, into: &actions)
    reportActions(&outputs)
  }

  package mutating func resume(_ session: EarlierSession, at instant: Instant, into outputs: inout [TimedOutput]) {
    step(to: instant, isIncluded: false, &outputs)
    guard monitor.resume(session, at: self.instant, into: &actions) else { return }
    var whole = session
    whole.refreshments = monitor.refreshments
    outputs.append(TimedOutput(instant: self.instant, record: .sessionContinued(whole)))
    reportActions(&outputs)
  }

  /// Continues a count of an earlier run: a value of the sensor was beyond its limit.
  package mutating func recall(
    _ pending: PendingCounts, at sensor: SensorRegistry.Sensor, at instant: Instant, into outputs: inout [TimedOutput]
  ) {
    guard let index = introduce(sensor, hasMeasured: true, at: instant, &outputs) else { return }
    monitor.recall(pending, at: index, at: self.instant)
  }

  /// Expects a sensor that an earlier run received until its end.
  package mutating func expect(_ sensor: SensorRegistry.Sensor, at instant: Instant, into outputs: inout [TimedOutput])
  {
    guard let index = introduce(sensor, hasMeasured: true, at: instant, &outputs) else { return }
    monitor.expect(index, of: sensor.model, at: self.instant)
  }

  package mutating func adopt(_ bindKeys: [DeviceAddress: BindKey]) { registry.bindKeys = bindKeys }

  /// Replaces the keys of the paired devices, by which their changing addresses are known.
  package mutating func adopt(_ bonds: Bonds) { registry.bonds = bonds }

  /// Sets whose CO2 is corrected by the air pressure, from its next reading on.
  package mutating func adopt(_ correction: PressureCorrection) { pressure.settings = correction }

  /// Sets the rules.
  /// - Parameters:
  ///   - roles: the persons of sensors, and their own limits; `nil` leaves them unchanged.
  ///   - sensors: which sensors are used; `nil` leaves them unchanged.
  /// - Returns: what a person should know of the alarms that this has ended.
  @discardableResult package mutating func adopt(
    _ settings: MonitorSettings, roles: [DeviceAddress: SensorRole]? = nil, sensors: SensorSelection? = nil,
    into outputs: inout [TimedOutput]
  ) -> [OrderNotice] {
    reportEndedAlarms(&outputs) {
      if let roles { $0.roles = roles }
      var settings = settings
      settings.otherGaps += $0.gaps(using: sensors ?? $0.registry.selection, isNew: roles != nil || sensors != nil)
      $0.registry.adoption.profile = settings.profile
      $0.monitor.adopt(settings, at: $0.instant, into: &$0.actions)
      $0.persons = settings.persons.map(\.name)
      if roles != nil || sensors != nil { $0.use(sensors ?? $0.registry.selection, at: $0.instant, into: &$1) }
      $0.assignAll()
      $0.reportActions(&$1)
    }
  }

  /// After this time without an input everything repeats, so the engine jumps to the end.
  private static let untilSettled = Duration.seconds(7 * 86_400)
  private static let untilNextTry = Duration.seconds(1)

  package mutating func step(to end: Instant, isIncluded: Bool, _ outputs: inout [TimedOutput]) {
    let begin = instant
    while let deadline = nextDeadline, deadline < end || (isIncluded && deadline == end) {
      guard begin.duration(to: deadline) < Self.untilSettled else {
        handle(.tick, at: end, &outputs)
        return reportTimeOfDay(at: end, &outputs)
      }
      if let reminder = registry.adoption.nextReminder, reminder <= deadline {
        remind(at: max(deadline, instant), &outputs)
      }
      let tick = max(deadline, instant)
      handle(.tick, at: tick, &outputs)
      reportTimeOfDay(at: tick, &outputs)
      // A deadline that its own tick does not move would stop time, and the loop would never sleep.
      if let next = earliestDeadline, next <= tick {
        heldUntil = tick.advanced(by: Self.untilNextTry)
      }
    }
    instant = max(instant, end)
  }

  /// Advances the time of day and reports a new minute to the rules.
  private mutating func reportTimeOfDay(at instant: Instant, _ outputs: inout [TimedOutput]) {
    guard let minute = dayClock.advance(to: instant) else { return }
    handle(.timeOfDay(minute), at: instant, &outputs)
  }

  package mutating func handle(_ event: Event, at instant: Instant, _ outputs: inout [TimedOutput]) {
    self.instant = max(self.instant, instant)
    monitor.handle(event, at: self.instant, into: &actions)
    reportActions(&outputs)
  }

  package mutating func reportActions(_ outputs: inout [TimedOutput]) {
    for action in actions { outputs.append(TimedOutput(instant: instant, action: action)) }
    actions.removeAll(keepingCapacity: true)
  }
}
