import Alarms
import Bluetooth
import Monitor
import Readings
import SensorProtocols

/// The way from radio reports and events to actions, with time stepped from deadline to deadline. The same core serves
/// `lapwing run`, `lapwing replay` and the tests.
public struct Core: Sendable {
  /// Where what happens goes to, with the time at which it did.
  public typealias Sink = (OutwardRecord, Instant) -> Void
  /// Whoever has lamps and a sounder carries out what concerns them.
  public typealias Driver = (Action) -> Void

  /// The sensors that have been heard.
  public private(set) var intake: Intake
  /// How far time has come.
  public private(set) var instant = Instant.start
  private var monitor: Monitor
  /// What is to be done; empty but while something is taken in.
  private var actions: [Action] = []
  /// The one that was decoded last.
  private var reading = Reading(model: .unknown)
  /// As what each heart-rate sensor was last heard.
  private var heartModels: [SensorIndex: SensorModel] = [:]

  /// A core that has seen nothing yet.
  /// - Parameters:
  ///   - settings: the rules.
  ///   - bindKeys: of the sensors that encrypt what they send.
  ///   - heartSource: where heart rates are taken from.
  ///   - sensors: which sensors are used.
  public init(
    settings: MonitorSettings, bindKeys: [DeviceAddress: BindKey] = [:], heartSource: HeartSource = .automatic,
    sensors: SensorSelection = .anyKnown
  ) {
    intake = Intake(bindKeys: bindKeys, heartSource: heartSource, selection: sensors)
    monitor = Monitor(settings: settings)
    actions.reserveCapacity(256)
  }

  /// A core that goes by a configuration.
  public init(_ configuration: Configuration) {
    self.init(
      settings: configuration.monitor, bindKeys: configuration.bindKeys, heartSource: configuration.heartSource,
      sensors: configuration.sensors)
  }

  /// When something is due if nothing else happens.
  public var nextDeadline: Instant? { monitor.nextDeadline }

  /// Takes in something that happened, after all that was due before it.
  /// - Parameters:
  ///   - drive: is handed the orders to lamps and sounder before anybody is told of anything that follows.
  ///   - sink: is told everything, in its order.
  public mutating func take(
    _ input: ReplayInput, at instant: Instant, driving drive: Driver, to sink: Sink
  ) {
    step(to: instant, isIncluded: false, drive, sink)
    switch input {
    case .event(let event): handle(event, at: instant, drive, sink)
    case .radio(let report): hear(report, at: instant, drive, sink)
    }
  }

  private mutating func hear(_ report: RadioReport, at instant: Instant, _ drive: Driver, _ sink: Sink) {
    switch intake.take(report, at: instant, into: &reading) {
    case .reading(let index, let isNew):
      if isNew { sink(.sensor(index, Intake.Sensor(address: report.address, model: reading.model)), instant) }
      noteSource(reading.model, of: index, report.address, at: instant, sink)
      self.instant = max(self.instant, instant)
      monitor.hear(reading, from: index, at: self.instant, into: &actions)
      signal(drive)
      sink(.reading(reading, from: index), self.instant)
      tell(sink)
    case .malformed(let index, let sensor, let isNew):
      if isNew { sink(.sensor(index, sensor), instant) }
      handle(.heard(sensor.model, from: index), at: instant, drive, sink)
    case .tooManySensors:
      // A sensor without a place is one that nobody watches.
      handle(.fault(.noData), at: instant, drive, sink)
    case .nothing: handle(.tick, at: instant, drive, sink)
    }
  }

  /// Says where a heart rate comes from, when that changes.
  private mutating func noteSource(
    _ model: SensorModel, of index: SensorIndex, _ address: DeviceAddress, at instant: Instant, _ sink: Sink
  ) {
    guard Catalogue.isHeartRateSensor(model), heartModels.updateValue(model, forKey: index) ?? model != model
    else { return }
    let way = model == .heartRateService ? "connection" : "advertisement"
    sink(.note("radio    \(address): heart rate by \(way)"), instant)
  }

  /// Lets all happen that is due up to an instant.
  public mutating func advance(to instant: Instant, driving drive: Driver, to sink: Sink) {
    step(to: instant, isIncluded: true, drive, sink)
  }

  /// Goes on where an earlier run was: an alarm was there at a sensor.
  public mutating func resume(
    _ alarm: RememberedAlarm, at sensor: Intake.Sensor, at instant: Instant, driving drive: Driver,
    to sink: Sink
  ) {
    guard let (index, isNew) = intake.introduce(sensor) else { return }
    self.instant = max(self.instant, instant)
    if isNew { sink(.sensor(index, sensor), self.instant) }
    monitor.resume(alarm, at: index, of: sensor.model, at: self.instant, into: &actions)
    carryOut(drive, sink)
  }

  /// Goes on where an earlier run was: a sensor's value was beyond its limit.
  public mutating func recall(_ pending: PendingValue, at sensor: Intake.Sensor, at instant: Instant, to sink: Sink) {
    guard let (index, isNew) = intake.introduce(sensor) else { return }
    self.instant = max(self.instant, instant)
    if isNew { sink(.sensor(index, sensor), self.instant) }
    monitor.recall(pending, at: index, at: self.instant)
  }

  /// An earlier run heard a sensor until its end.
  public mutating func expect(_ sensor: Intake.Sensor, at instant: Instant, to sink: Sink) {
    guard let (index, isNew) = intake.introduce(sensor) else { return }
    self.instant = max(self.instant, instant)
    if isNew { sink(.sensor(index, sensor), self.instant) }
    monitor.expect(index, of: sensor.model, at: self.instant)
  }

  /// A run begins: the sensors that the configuration names by their addresses should be heard.
  public mutating func expectNamed(at instant: Instant, to sink: Sink) {
    for address in intake.selection.named {
      expect(Intake.Sensor(address: address, model: .unknown), at: instant, to: sink)
    }
  }

  /// Puts other keys of encrypted sensors in force.
  public mutating func adopt(_ bindKeys: [DeviceAddress: BindKey]) { intake.bindKeys = bindKeys }

  /// Puts other rules in force.
  public mutating func adopt(_ settings: MonitorSettings, driving drive: Driver, to sink: Sink) {
    monitor.adopt(settings, at: instant, into: &actions)
    carryOut(drive, sink)
  }

  /// After so long without an input all that is still due comes again and again.
  private static let untilSettled = Duration.seconds(86_400)

  private mutating func step(to end: Instant, isIncluded: Bool, _ drive: Driver, _ sink: Sink) {
    let begin = instant
    while let deadline = monitor.nextDeadline, deadline < end || (isIncluded && deadline == end) {
      guard begin.duration(to: deadline) < Self.untilSettled else { return handle(.tick, at: end, drive, sink) }
      handle(.tick, at: max(deadline, instant), drive, sink)
      // A deadline that its own tick does not move would stop time.
      guard monitor.nextDeadline.map({ $0 > deadline }) ?? true else { break }
    }
    instant = max(instant, end)
  }

  private mutating func handle(_ event: Event, at instant: Instant, _ drive: Driver, _ sink: Sink) {
    self.instant = max(self.instant, instant)
    monitor.handle(event, at: self.instant, into: &actions)
    carryOut(drive, sink)
  }

  private mutating func carryOut(_ drive: Driver, _ sink: Sink) {
    signal(drive)
    tell(sink)
  }

  /// Lamps and sounder first: to tell everybody takes as long as to decide.
  private mutating func signal(_ drive: Driver) { for action in actions where action.isSignal { drive(action) } }

  private mutating func tell(_ sink: Sink) {
    for action in actions { sink(.action(action), instant) }
    actions.removeAll(keepingCapacity: true)
  }
}
