import Alarms
import Bluetooth
import Monitor
import Readings
import SensorProtocols

/// Decides which sensors are adopted: by the configuration, by a person, or by the box itself. The caller passes the
/// time. Errors are orders that cannot be carried out, with what to do instead.
package struct Adoption: Sendable {
  package enum Scope: Sendable {
    case adopted
    /// All sensors of a recording.
    case everything
  }

  package let scope: Scope
  /// Whether the earlier adoptions could be read. If not, the box adopts nothing by itself: it might take a neighbour's
  /// sensor instead of one that was in the list.
  package let isListKnown: Bool
  /// What the box is for. By itself it adopts only what that watches.
  var profile = BoxProfile.cabin
  /// The adopted sensors, in the order of their adoption.
  package internal(set) var sensors: [AdoptedSensor] = []
  var received = ReceivedDevices()
  /// Increases with every change of the list.
  package private(set) var revision: UInt32 = 0
  /// When the next reminder of unconfirmed sensors is due.
  private(set) var nextReminder: Instant?
  var named: Set<DeviceAddress> = []
  /// The sensors that the configuration names and that have no place.
  private(set) var unplaced: [DeviceAddress] = []
  /// The sensors whose adoption a person has ended, the latest last. Only an order or the configuration can adopt them
  /// again.
  var forgotten: [DeviceAddress]
  /// The first sensor of a recording without a place, and whether that was reported.
  private var refused: (address: DeviceAddress, isReported: Bool)?
  /// One for each kind, by its number.
  private var candidates = [AdoptionCandidate](repeating: AdoptionCandidate(), count: SensorKind.allCases.count)
  /// The kinds of the adopted sensors, one bit per kind.
  private var ownKinds: UInt16 = 0
  /// Whether the kind of an adopted sensor is still unknown. It may be any kind.
  private var isAnyKindUnknown = false

  /// The largest number of adopted sensors: the number of places in the monitor.
  package static let capacity = Monitor.sensorCapacity
  /// More than anyone removes by hand in one house. Beyond this number the oldest are deleted.
  package static let mostForgotten = 256
  /// How often people are reminded of unconfirmed sensors.
  package static let reminderInterval = Duration.seconds(3_600)

  /// - Parameters:
  ///   - scope: which sensors count.
  ///   - stored: the sensors that were adopted in an earlier run; `nil` if the list cannot be read.
  ///   - forgotten: the sensors whose adoption a person has ended since.
  ///   - named: the sensors that the configuration names.
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

  /// What is stored for the next start.
  package var list: AdoptionList { AdoptionList(sensors: sensors.filter(\.isToBeKept), forgotten: forgotten) }

  /// What is known of an adopted sensor; `nil` for any other.
  package subscript(address: DeviceAddress) -> AdoptedSensor? { sensors.first { $0.address == address } }

  package func contains(_ address: DeviceAddress) -> Bool { sensors.contains { $0.address == address } }

  /// Whether a sensor counts, or will count after its first measurement.
  package func mayCount(_ address: DeviceAddress) -> Bool {
    contains(address) || (scope == .everything && !forgotten.contains(address))
  }

  package func hasOwn(_ kind: SensorKind) -> Bool { ownKinds & Self.bit(kind) != 0 }

  func place(of address: DeviceAddress) -> Int? { sensors.firstIndex { $0.address == address } }

  private static func bit(_ kind: SensorKind) -> UInt16 { 1 &<< UInt16(kind.rawValue) }

  /// Updates what depends on the list, after a change.
  mutating func noteKinds() {
    revision &+= 1
    ownKinds = 0
    isAnyKindUnknown = false
    for sensor in sensors {
      if let kind = SensorKind(sensor.model) { ownKinds |= Self.bit(kind) } else { isAnyKindUnknown = true }
    }
  }

  // MARK: Received devices

  /// Records that a device was received.
  /// - Parameters:
  ///   - model: the model that this message points to; `nil` if it does not say.
  ///   - isProved: whether the message holds the main quantity of that model.
  package mutating func note(
    _ address: DeviceAddress, as model: SensorModel?, isProved: Bool = false, type: LEAddressType? = nil,
    signal: Int8? = nil, at instant: Instant
  ) {
    guard
      let model = received.note(address, as: model, isProved: isProved, type: type, signal: signal, at: instant),
      let kind = SensorKind(model)
    else { return }
    candidates[Int(kind.rawValue)].receive(address, signal: signal, at: instant)
  }

  /// Handles a reading. The sensor may be adopted by it.
  /// - Returns: the sensor, if it was adopted just now.
  package mutating func receive(_ reading: Reading, from address: DeviceAddress, at instant: Instant) -> AdoptedSensor?
  {
    guard !contains(address) else { return nil }
    guard sensors.count < Self.capacity else {
      if scope == .everything, refused == nil { refused = (address, isReported: false) }
      return nil
    }
    let device = received[address]
    let model = device?.model ?? reading.model
    guard let kind = SensorKind(model) else { return nil }
    if scope == .everything {
      guard reading.hasWanted(of: model), !forgotten.contains(address) else { return nil }
      return add(AdoptedSensor(address: address, model: model, way: .recording, hasMeasured: true))
    }
    guard isListKnown, !isAnyKindUnknown, !hasOwn(kind), kind.isAdoptedByItself(in: profile),
      device?.isLasting == true, !forgotten.contains(address), reading.provesPresence(of: model)
    else { return nil }
    let isSure = candidates[Int(kind.rawValue)].noteMeasurement(
      address, signal: device?.signal, interval: Self.interval(of: reading, model), at: instant)
    guard isSure else { return nil }
    nextReminder = nextReminder ?? instant.advanced(by: Self.reminderInterval)
    return add(AdoptedSensor(address: address, model: model, way: .itself, hasMeasured: true))
  }

  /// The interval between two measurements: the one that the sensor reports, as far as it can be set, or the one at
  /// which the box asks it.
  private static func interval(of reading: Reading, _ model: SensorModel) -> Duration? {
    if let interval = reading.intervalSeconds { return .seconds(min(Int(interval), 600)) }
    return Catalogue.entry(for: model).measuresEvery
  }

  private mutating func add(_ sensor: AdoptedSensor) -> AdoptedSensor {
    sensors.append(sensor)
    noteKinds()
    return sensor
  }

  package mutating func learn(_ address: DeviceAddress, model: SensorModel, hasMeasured: Bool) {
    guard let place = place(of: address) else { return }
    let sensor = sensors[place]
    guard sensor.model != model || (hasMeasured && !sensor.hasMeasured) else { return }
    sensors[place].model = model
    if hasMeasured { sensors[place].hasMeasured = true }
    noteKinds()
  }

  package func isReceived(_ address: DeviceAddress) -> Bool { received[address] != nil }

  /// Adds a sensor of an earlier run or of the configuration.
  /// - Returns: whether it is adopted.
  package mutating func introduce(_ sensor: RegisteredSensor, at instant: Instant) -> Bool {
    if contains(sensor.address) { return true }
    guard sensors.count < Self.capacity else { return false }
    if scope == .everything {
      _ = add(AdoptedSensor(address: sensor.address, model: sensor.model, way: .recording))
      return true
    }
    // An earlier run logged it as adopted, and the list of adopted sensors is lost: a person must confirm it.
    guard !isListKnown else { return false }
    nextReminder = nextReminder ?? instant.advanced(by: Self.reminderInterval)
    _ = add(AdoptedSensor(address: sensor.address, model: sensor.model, way: .itself))
    return true
  }

  /// Whether a sensor of a recording is not adopted only because all places are in use.
  package func lacksPlace(for address: DeviceAddress) -> Bool {
    scope == .everything && sensors.count >= Self.capacity && !contains(address) && !forgotten.contains(address)
  }

  /// Takes the place of a sensor of a recording for one that matters more.
  package mutating func giveUp(_ address: DeviceAddress) {
    if refused == nil { refused = (address, isReported: false) }
    sensors.removeAll { $0.address == address }
    noteKinds()
  }

  /// Sets the sensors that the configuration names.
  /// - Returns: the sensors that are adopted only now, and those that are no longer adopted.
  package mutating func use(_ addresses: [DeviceAddress]) -> (added: [DeviceAddress], removed: [DeviceAddress]) {
    named = Set(addresses)
    forgotten.removeAll { named.contains($0) }
    var removed: [DeviceAddress] = []
    for place in sensors.indices where sensors[place].way == .configuration && !named.contains(sensors[place].address) {
      // In a recording all sensors count, named or not.
      if scope == .everything { sensors[place].way = .recording } else { removed.append(sensors[place].address) }
    }
    for address in removed { remove(address) }
    var added: [DeviceAddress] = []
    for address in addresses where sensors.count < Self.capacity && !contains(address) {
      let model = received[address]?.model ?? .unknown
      _ = add(AdoptedSensor(address: address, model: model, way: .configuration))
      added.append(address)
    }
    unplaced = addresses.filter { !contains($0) }
    // A sensor that the configuration names needs no confirmation.
    for place in sensors.indices where sensors[place].way == .itself && named.contains(sensors[place].address) {
      sensors[place].way = .configuration
    }
    noteKinds()
    endRemindersIfConfirmed()
    return (added, removed)
  }

  /// Named sensors that are not watched because all places are in use.
  package var gaps: [Unwatched.Gap] { unplaced.map { .noPlace($0.description) } }

  /// Why sensors that the configuration names do not count.
  package var refusals: [LapwingError] {
    unplaced.map {
      Self.tooMany(
        "\($0) is named in the configuration and has no place; forget another one, and then use lapwing reload")
    }
  }

  /// Why a sensor of a recording does not count. Returned once.
  package mutating func takeRefusal() -> LapwingError? {
    guard let (address, isReported) = refused, !isReported else { return nil }
    refused = (address, isReported: true)
    return Self.tooMany("\(address) and others of this file are ignored; name your sensors in the configuration")
  }

  /// The keys of the configuration that may name a sensor.
  static let namingKeys =
    "the configuration (\(SensorKeys.use), \(SensorKeys.own) or \(SensorKeys.persons))"

  static func tooMany(_ rest: String) -> LapwingError {
    LapwingError(
      .usage, code: "too-many", "\(capacity) sensors are adopted, and there is no place for more: \(rest)")
  }

  package static func rotating(_ address: DeviceAddress) -> LapwingError {
    LapwingError(
      .usage, code: "rotating-address",
      "\(address) is an address that its device changes every few minutes; pair the device (lapwing pair), so that "
        + "the box recognises it by its key, or use another sensor")
  }

  static func notAdopted(_ address: DeviceAddress) -> LapwingError {
    LapwingError(.usage, code: "not-adopted", "\(address) is not adopted; lapwing status shows which sensors are")
  }

  // MARK: Reminders

  /// Sensors that the box adopted by itself and that are not confirmed.
  package var unconfirmed: [AdoptedSensor] { sensors.filter { $0.way == .itself } }

  /// Sets the time of the next reminder: a run begins, or people are reminded now.
  package mutating func remind(at instant: Instant) {
    nextReminder = unconfirmed.isEmpty ? nil : instant.advanced(by: Self.reminderInterval)
  }

  mutating func endRemindersIfConfirmed() { if unconfirmed.isEmpty { nextReminder = nil } }

  package mutating func confirm(_ address: DeviceAddress) -> AdoptedSensor? {
    guard let place = place(of: address), sensors[place].way == .itself else { return nil }
    sensors[place].way = .person
    noteKinds()
    endRemindersIfConfirmed()
    return sensors[place]
  }

  /// The signal strength of a sensor in dBm, if it is time to report it.
  package mutating func signalToReport(of address: DeviceAddress, at instant: Instant) -> Int8? {
    received.signalToReport(of: address, at: instant)
  }
}
