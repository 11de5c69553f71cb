import Alarms
import Bluetooth
import Monitor
import Readings
import SensorProtocols

/// Which sensors are one's own: by the configuration, by a person, or by themselves. It is told the time, and does nothing
/// but decide.
package struct Adoption: Sendable {
  /// Which sensors count.
  package enum Scope: Sendable {
    /// Those that are adopted.
    case adopted
    /// Whatever a recording holds.
    case everything
  }

  /// Which sensors count.
  package let scope: Scope
  /// Whether it is known what was adopted before. Where it is not, a box adopts nothing by itself: it might take a
  /// neighbour's sensor for the one that it has forgotten.
  package let isListKnown: Bool
  /// The sensors that are one's own, in the order in which they became that.
  package private(set) var sensors: [AdoptedSensor] = []
  /// The sensors that were heard lately.
  private(set) var heard = HeardDevices()
  /// Changes with every change of the list.
  package private(set) var revision: UInt32 = 0
  /// When somebody is to be reminded of those that nobody has confirmed.
  private(set) var nextReminder: Instant?
  private var named: Set<DeviceAddress> = []
  /// The sensors that the configuration names and that have no place.
  private(set) var unplaced: [DeviceAddress] = []
  /// The sensors that somebody has said are not one's own, the latest last. Only an order or the configuration makes one's
  /// own of them again.
  private(set) var forgotten: [DeviceAddress]
  /// The first sensor of a recording that has no place, and whether that has been told.
  private var refused: (address: DeviceAddress, isTold: Bool)?
  /// One for each kind, by its number.
  private var candidates = [AdoptionCandidate](repeating: AdoptionCandidate(), count: SensorKind.allCases.count)
  /// The kinds of which one's own is known, a bit each.
  private var ownKinds: UInt16 = 0
  /// Whether one's own is of a kind that is not known yet: it may be of any.
  private var isAnyKindUnknown = false

  /// The monitor keeps so many sensors apart, so no more can be one's own.
  package static let capacity = Monitor.sensorCapacity
  /// More are never forgotten by hand in one house; of more the oldest are no longer known.
  package static let mostForgotten = 256
  /// How often somebody is reminded.
  package static let reminderInterval = Duration.seconds(3_600)

  /// - Parameters:
  ///   - scope: which sensors count.
  ///   - stored: those that were adopted in an earlier run; `nil` where that cannot be read.
  ///   - forgotten: those that somebody has forgotten since.
  ///   - named: those that the configuration names.
  package init(
    scope: Scope = .adopted, stored: [AdoptedSensor]? = [], forgotten: [DeviceAddress] = [],
    named: [DeviceAddress] = []
  ) {
    self.scope = scope
    self.forgotten = forgotten.suffix(Self.mostForgotten)
    isListKnown = stored != nil
    sensors.reserveCapacity(Self.capacity)
    for sensor in stored ?? [] where sensors.count < Self.capacity && self[sensor.address] == nil {
      sensors.append(sensor)
    }
    _ = use(named)
    noteKinds()
  }

  /// What of it is to be kept for the next start.
  package var list: AdoptionList { AdoptionList(sensors: sensors.filter(\.isToBeKept), forgotten: forgotten) }

  /// What is known of a sensor that is one's own; `nil` of any other.
  package subscript(address: DeviceAddress) -> AdoptedSensor? { sensors.first { $0.address == address } }

  /// Whether a sensor is one's own.
  package func contains(_ address: DeviceAddress) -> Bool { sensors.contains { $0.address == address } }

  /// Whether a sensor counts, or will as soon as it measures something.
  package func mayCount(_ address: DeviceAddress) -> Bool {
    contains(address) || (scope == .everything && !forgotten.contains(address))
  }

  /// Whether one's own is of this kind.
  package func hasOwn(_ kind: SensorKind) -> Bool { ownKinds & Self.bit(kind) != 0 }

  private func place(of address: DeviceAddress) -> Int? { sensors.firstIndex { $0.address == address } }

  private static func bit(_ kind: SensorKind) -> UInt16 { 1 &<< UInt16(kind.rawValue) }

  /// The list has changed.
  private mutating func noteKinds() {
    revision &+= 1
    ownKinds = 0
    isAnyKindUnknown = false
    for sensor in sensors {
      if let kind = SensorKind(sensor.model) { ownKinds |= Self.bit(kind) } else { isAnyKindUnknown = true }
    }
  }

  // MARK: What is heard

  /// A device was heard.
  /// - Parameters:
  ///   - model: what this message takes it for; `nil` where it does not say it.
  ///   - isProved: whether the message holds what that model is owned for.
  package mutating func note(
    _ address: DeviceAddress, as model: SensorModel?, isProved: Bool = false, type: LEAddressType? = nil,
    signal: Int8? = nil, at instant: Instant
  ) {
    guard
      let model = heard.note(address, as: model, isProved: isProved, type: type, signal: signal, at: instant),
      let kind = SensorKind(model)
    else { return }
    candidates[Int(kind.rawValue)].hear(address, signal: signal, at: instant)
  }

  /// A sensor has measured something, and may be one's own from now on.
  /// - Returns: the sensor, where it has just become that.
  package mutating func tell(_ reading: Reading, from address: DeviceAddress, at instant: Instant) -> AdoptedSensor? {
    guard !contains(address) else { return nil }
    guard sensors.count < Self.capacity else {
      if scope == .everything, refused == nil { refused = (address, isTold: false) }
      return nil
    }
    let device = heard[address]
    let model = device?.model ?? reading.model
    guard let kind = SensorKind(model) else { return nil }
    if scope == .everything {
      guard reading.hasWanted(of: model), !forgotten.contains(address) else { return nil }
      return add(AdoptedSensor(address: address, model: model, way: .recording, hasMeasured: true))
    }
    guard isListKnown, !isAnyKindUnknown, !hasOwn(kind), device?.isLasting == true, !forgotten.contains(address),
      reading.provesPresence(of: model)
    else { return nil }
    let isSure = candidates[Int(kind.rawValue)].tell(
      address, signal: device?.signal, interval: Self.interval(of: reading, model), at: instant)
    guard isSure else { return nil }
    nextReminder = nextReminder ?? instant.advanced(by: Self.reminderInterval)
    return add(AdoptedSensor(address: address, model: model, way: .itself, hasMeasured: true))
  }

  /// The time between two measurements that a sensor tells, as far as it can be set so, or in which it is asked.
  private static func interval(of reading: Reading, _ model: SensorModel) -> Duration? {
    if let told = reading.intervalSeconds { return .seconds(min(Int(told), 600)) }
    return Catalogue.entry(for: model).measuresEvery
  }

  private mutating func add(_ sensor: AdoptedSensor) -> AdoptedSensor {
    sensors.append(sensor)
    noteKinds()
    return sensor
  }

  /// More is known of one's own sensor.
  package mutating func learn(_ address: DeviceAddress, model: SensorModel, hasMeasured: Bool) {
    guard let place = place(of: address) else { return }
    let sensor = sensors[place]
    guard sensor.model != model || (hasMeasured && !sensor.hasMeasured) else { return }
    sensors[place].model = model
    if hasMeasured { sensors[place].hasMeasured = true }
    noteKinds()
  }

  /// Whether a device was heard lately.
  package func isHeard(_ address: DeviceAddress) -> Bool { heard[address] != nil }

  /// An earlier run, or the configuration, knows a sensor.
  /// - Returns: whether it is one's own.
  package mutating func introduce(_ sensor: RegisteredSensor, at instant: Instant) -> Bool {
    if contains(sensor.address) { return true }
    guard sensors.count < Self.capacity else { return false }
    if scope == .everything {
      _ = add(AdoptedSensor(address: sensor.address, model: sensor.model, way: .recording))
      return true
    }
    // An earlier run has logged it as one's own, and the list of them is lost: somebody is to confirm it.
    guard !isListKnown else { return false }
    nextReminder = nextReminder ?? instant.advanced(by: Self.reminderInterval)
    _ = add(AdoptedSensor(address: sensor.address, model: sensor.model, way: .itself))
    return true
  }

  // MARK: What is asked for

  /// What a person's order has changed.
  package struct Change {
    /// The sensor that is one's own now.
    package let sensor: AdoptedSensor
    /// Whether it was that before, and is confirmed or has another name.
    package let wasOwn: Bool
    /// The sensor whose place it takes.
    package let replaced: DeviceAddress?
  }

  /// A person says that a sensor is one's own.
  package mutating func adopt(_ order: AdoptionOrder) throws(LapwingError) -> Change {
    if let name = order.name { try AdoptionOrder.check(name: name) }
    if heard[order.address]?.isLasting == false { throw Self.rotating(order.address) }
    let known = self[order.address]
    var sensor = known ?? AdoptedSensor(address: order.address, way: .person)
    if let device = heard[order.address] {
      var known = KnownModel(sensor.model, isProved: sensor.hasMeasured)
      known.take(device.model, isProved: device.known.isProved)
      sensor.model = known.model
      // Also where it had no place in a crowd.
      sensor.hasMeasured = sensor.hasMeasured || known.isProved
    }
    sensor.way = .person
    sensor.name = order.name ?? sensor.name
    if let old = order.replaced {
      let replaced = try self.replaced(old, by: sensor, mayBeNamed: order.person != nil)
      sensor.name = order.name ?? replaced.name
      sensor.person = order.person ?? replaced.person
      // Until it is heard it is taken for what it replaces, also after a restart.
      if sensor.model == .unknown { sensor.model = replaced.model }
      noteForgotten(old)
      remove(old)
    } else if known == nil, sensors.count >= Self.capacity {
      throw Self.tooMany("\(order.address) has none; forget one first, or use --replaces")
    }
    if let place = place(of: order.address) { sensors[place] = sensor } else { sensors.append(sensor) }
    forgotten.removeAll { $0 == order.address }
    noteKinds()
    endRemindersIfConfirmed()
    return Change(sensor: sensor, wasOwn: known != nil, replaced: order.replaced)
  }

  private func replaced(
    _ old: DeviceAddress, by new: AdoptedSensor, mayBeNamed: Bool
  ) throws(LapwingError) -> AdoptedSensor {
    guard old != new.address else {
      throw LapwingError(.usage, code: "same-sensor", "\(old) cannot replace itself")
    }
    guard let sensor = self[old] else { throw Self.notAdopted(old) }
    guard mayBeNamed || !named.contains(old) else {
      throw LapwingError(
        .usage, code: "named",
        "\(old) is named in \(Self.namingKeys); write \(new.address) there instead, and then lapwing reload")
    }
    if let kind = SensorKind(sensor.model), let other = SensorKind(new.model), kind != other {
      throw LapwingError(
        .usage, code: "other-kind",
        "\(old) is \(kind.text), and \(new.address) is \(other.text); adopt the one and forget the other")
    }
    return sensor
  }

  /// A person says that a sensor is not one's own.
  package mutating func forget(_ address: DeviceAddress) throws(LapwingError) {
    guard contains(address) else { throw Self.notAdopted(address) }
    guard !named.contains(address) else {
      throw LapwingError(
        .usage, code: "named",
        "\(address) is named in \(Self.namingKeys); take its line out there, and then lapwing reload")
    }
    noteForgotten(address)
    remove(address)
    endRemindersIfConfirmed()
  }

  private mutating func noteForgotten(_ address: DeviceAddress) {
    forgotten.removeAll { $0 == address }
    if forgotten.count >= Self.mostForgotten { forgotten.removeFirst() }
    forgotten.append(address)
  }

  private mutating func remove(_ address: DeviceAddress) {
    sensors.removeAll { $0.address == address }
    noteKinds()
  }

  /// Whether a sensor of a recording is not one's own only because there is no place left.
  package func lacksPlace(for address: DeviceAddress) -> Bool {
    scope == .everything && sensors.count >= Self.capacity && !contains(address) && !forgotten.contains(address)
  }

  /// A sensor of a recording leaves its place to one that matters more.
  package mutating func giveUp(_ address: DeviceAddress) {
    if refused == nil { refused = (address, isTold: false) }
    sensors.removeAll { $0.address == address }
    noteKinds()
  }

  /// The configuration names these sensors from now on.
  /// - Returns: those that are one's own only now, and those that are it no more.
  package mutating func use(_ addresses: [DeviceAddress]) -> (added: [DeviceAddress], removed: [DeviceAddress]) {
    named = Set(addresses)
    forgotten.removeAll { named.contains($0) }
    var removed: [DeviceAddress] = []
    for place in sensors.indices where sensors[place].way == .configuration && !named.contains(sensors[place].address) {
      // In a recording whatever nobody names counts too.
      if scope == .everything { sensors[place].way = .recording } else { removed.append(sensors[place].address) }
    }
    for address in removed { remove(address) }
    var added: [DeviceAddress] = []
    for address in addresses where sensors.count < Self.capacity && !contains(address) {
      let model = heard[address]?.model ?? .unknown
      _ = add(AdoptedSensor(address: address, model: model, way: .configuration))
      added.append(address)
    }
    unplaced = addresses.filter { !contains($0) }
    // What is named needs nobody to confirm it.
    for place in sensors.indices where sensors[place].way == .itself && named.contains(sensors[place].address) {
      sensors[place].way = .configuration
    }
    noteKinds()
    endRemindersIfConfirmed()
    return (added, removed)
  }

  /// What the configuration names and is not watched for lack of a place.
  package var gaps: [Unwatched.Gap] { unplaced.map { .noPlace($0.description) } }

  /// Why a sensor that the configuration names does not count.
  package var refusals: [LapwingError] {
    unplaced.map {
      Self.tooMany("\($0) is named in the configuration and has none; forget another one, and then lapwing reload")
    }
  }

  /// Why a sensor of a recording does not count, once.
  package mutating func takeRefusal() -> LapwingError? {
    guard let (address, isTold) = refused, !isTold else { return nil }
    refused = (address, isTold: true)
    return Self.tooMany("\(address) and others of this file are passed over; name yours in the configuration")
  }

  /// Where the configuration may name a sensor.
  private static let namingKeys =
    "the configuration (\(SensorKeys.use), \(SensorKeys.own) or \(SensorKeys.persons))"

  private static func tooMany(_ rest: String) -> LapwingError {
    LapwingError(
      .usage, code: "too-many", "\(capacity) sensors are adopted, and no more have a place: \(rest)")
  }

  package static func rotating(_ address: DeviceAddress) -> LapwingError {
    LapwingError(
      .usage, code: "rotating-address",
      "\(address) is an address that its device changes every few minutes; pair the device (lapwing pair), so that it is "
        + "known by its key, or use another sensor")
  }

  private static func notAdopted(_ address: DeviceAddress) -> LapwingError {
    LapwingError(.usage, code: "not-adopted", "\(address) is not adopted; lapwing status shows which sensors are")
  }

  // MARK: Reminders

  /// Those that nobody has confirmed.
  package var unconfirmed: [AdoptedSensor] { sensors.filter { $0.way == .itself } }

  /// A run begins, or somebody is reminded now.
  package mutating func remind(at instant: Instant) {
    nextReminder = unconfirmed.isEmpty ? nil : instant.advanced(by: Self.reminderInterval)
  }

  private mutating func endRemindersIfConfirmed() { if unconfirmed.isEmpty { nextReminder = nil } }

  /// A person confirms a sensor that the box adopted by itself.
  package mutating func confirm(_ address: DeviceAddress) -> AdoptedSensor? {
    guard let place = place(of: address), sensors[place].way == .itself else { return nil }
    sensors[place].way = .person
    noteKinds()
    endRemindersIfConfirmed()
    return sensors[place]
  }

  /// When a sensor's signal is told to others.
  package mutating func signalToTell(of address: DeviceAddress, at instant: Instant) -> Int8? {
    heard.signalToTell(of: address, at: instant)
  }
}
