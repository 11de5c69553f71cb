import Bluetooth
import Monitor
import Readings
import SensorProtocols

/// Gives every sensor that is heard its place in the tables, and turns what it sent into readings.
package struct SensorRegistry: Sendable {
  package typealias Sensor = RegisteredSensor

  /// What became of a report.
  package enum Result: Sendable {
    /// A reading, which stands where the caller has room for it.
    case reading(from: SensorIndex, isNew: Bool)
    /// From a device that is known for a sensor, and that said nothing about a measurement.
    case noticed(from: SensorIndex, isNew: Bool)
    /// Not from a known sensor, not about a measurement, or from a stranger that has no place.
    case nothing
    /// From a known sensor, and broken.
    case malformed(from: SensorIndex, Sensor, isNew: Bool)
  }

  package var places: SensorPlaces
  /// Which sensors are one's own.
  package var adoption: Adoption
  /// A sensor that has just become one's own by what it sent.
  private var adopted: AdoptedSensor?
  /// The place that a sensor of a recording has given up.
  private var left: LeftPlace?
  /// The keys of the sensors that encrypt what they send.
  package var bindKeys: [DeviceAddress: BindKey]
  private var replayGuards: [DeviceAddress: BTHomeReplayGuard] = [:]
  /// Where heart rates are taken from.
  package var heartSource: HeartRateSource
  /// Which sensors are used.
  package var selection: SensorSelection
  /// By whose keys devices are recognised that change their address.
  private let bonds: Bonds
  /// What was resolved by them, or was not.
  private var identities: [DeviceAddress: DeviceAddress] = [:]
  /// What a battery said before its sensor said anything, percent: a strap's is read before its first heart rate comes.
  private var batteries: [DeviceAddress: Double] = [:]
  /// What sensors have shown themselves to be whose messages do not all say it. An address that has a place is never
  /// forgotten, so that there is always room for one more.
  private var shown = ShownKinds(capacity: 2 * Monitor.sensorCapacity)

  /// How many reports of known sensors were broken.
  package private(set) var malformed = 0
  /// How many reports came from strangers for whom there was no place.
  package private(set) var turnedAway = 0
  /// How many encrypted reports were old ones once more.
  package private(set) var replayed = 0

  /// No sensor yet.
  /// - Parameters:
  ///   - bindKeys: of the sensors that encrypt what they send.
  ///   - heartSource: where heart rates are taken from.
  ///   - selection: which sensors are used.
  ///   - adoption: which of them are one's own.
  ///   - bonds: the keys of the paired devices.
  package init(
    bindKeys: [DeviceAddress: BindKey] = [:], heartSource: HeartRateSource = .automatic,
    selection: SensorSelection = .anyKnown, adoption: Adoption = Adoption(scope: .everything), bonds: Bonds = Bonds()
  ) {
    self.selection = selection
    self.bindKeys = bindKeys
    self.heartSource = heartSource
    self.adoption = adoption
    self.bonds = bonds
    places = SensorPlaces(tellsStrangers: adoption.scope == .adopted)
  }

  /// The sensors that have a place, in the order of their places.
  package var sensors: [Sensor] { places.all.map(\.tenant.sensor) }

  /// The sensor that has a place.
  package func sensor(at index: SensorIndex) -> Sensor? { places[index]?.sensor }

  /// Whether a place is shown as that of one's own sensor.
  package func isShownAsOwn(_ index: SensorIndex) -> Bool {
    places[index].map { adoption.mayCount($0.sensor.address) } ?? false
  }

  /// Whether the sensor at a place counts for alarms: it is one's own, and has measured something that is watched.
  package func isWatched(_ index: SensorIndex) -> Bool { places[index].map { $0.isOwn && $0.hasMeasured } ?? false }

  /// The sensor that has become one's own by what was taken last.
  package mutating func takeAdopted() -> AdoptedSensor? {
    defer { adopted = nil }
    return adopted
  }

  /// The place that a sensor of a recording has just given up to another one, which may have it by now.
  package mutating func takeLeft() -> LeftPlace? {
    defer { left = nil }
    return left
  }

  // MARK: What is heard

  /// Decodes a report.
  /// - Parameter reading: becomes what the report says, where the result is a reading; else it may hold anything. It is
  ///   large, so nobody hands it on.
  package mutating func take(_ report: RadioReport, at instant: Instant, into reading: inout Reading) -> Result {
    let address = identity(of: report.address)
    do {
      switch report {
      case .advertisement(let advertisement):
        let data = advertisement.data.span.bytes, scanResponse = advertisement.scanResponse.span.bytes
        let isKnown = try SensorDecoder.read(
          advertisement: data, scanResponse: scanResponse,
          hints: DecodingHints(
            address: advertisement.address, bindKey: bindKeys[address], knownAs: shown[address]),
          into: &reading)
        guard isKnown else { return notice(advertisement, address, at: instant) }
        guard isUsed(address, reading.model) else { return .nothing }
        note(advertisement, address, as: reading.model, isProved: reading.hasMain(of: reading.model), at: instant)
        guard isWorthwhile(reading, at: address, instant) else { return .nothing }
        noteKind(reading.model, of: address)
        return result(&reading, at: address, isAdvertised: true, instant)
      case .attributeValue(let value):
        guard
          let found = try SensorDecoder.reading(characteristic: value.characteristic, value: value.data.span.bytes)
        else { return .nothing }
        reading = found
        guard isUsed(address, found.model) else { return .nothing }
        adoption.note(
          address, as: found.model, isProved: found.hasMain(of: found.model), signal: value.rssi, at: instant)
        return result(&reading, at: address, isAdvertised: false, instant)
      case .connected, .disconnected: return .nothing
      }
    } catch {
      return result(error, at: address, instant)
    }
  }

  package func isUsed(_ address: DeviceAddress, _ model: SensorModel) -> Bool {
    selection.way(of: address, as: model) != .off
  }

  /// A device that changes its address, and whose key is known, is the one that was paired.
  package mutating func identity(of address: DeviceAddress) -> DeviceAddress {
    // Only addresses that begin so can be resolved, and most boxes have paired nothing.
    guard address.value >> 46 == 0b01, !bonds.identityKeys.isEmpty else { return address }
    if let known = identities[address] { return known }
    if identities.count >= Self.mostIdentities { identities.removeAll(keepingCapacity: true) }
    let identity = bonds.identity(of: address) ?? address
    identities[address] = identity
    return identity
  }

  private static let mostIdentities = 256

  private mutating func note(
    _ advertisement: Advertisement, _ address: DeviceAddress, as model: SensorModel?, isProved: Bool = false,
    at instant: Instant
  ) {
    // What a key has resolved lasts, whatever the address was that it was heard by.
    let type = address == advertisement.address ? advertisement.addressType : .public
    adoption.note(
      address, as: model, isProved: isProved, type: type, signal: advertisement.rssi, at: instant)
  }

  /// An advertisement that no decoder knows may be that of a sensor all the same, which must be connected to.
  private mutating func notice(
    _ advertisement: Advertisement, _ address: DeviceAddress, at instant: Instant
  ) -> Result {
    let model = Catalogue.model(offeredBy: advertisement.data.span.bytes)
    if let model, !isUsed(address, model) { return .nothing }
    note(advertisement, address, as: model, at: instant)
    guard let model, let (index, isNew) = place(address, as: model, at: instant) else { return .nothing }
    return .noticed(from: index, isNew: isNew)
  }

  private mutating func result(
    _ reading: inout Reading, at address: DeviceAddress, isAdvertised: Bool, _ instant: Instant
  ) -> Result {
    if reading.model == .batteryService {
      // A battery is part of the sensor that stands at the same address.
      guard let model = places.index(of: address).flatMap({ places[$0] })?.sensor.model, model != .unknown else {
        rememberBattery(reading, of: address)
        return .nothing
      }
      reading.model = Catalogue.isHeartRateSensor(model) ? .heartRateService : model
    }
    let isHeart = Catalogue.isHeartRateSensor(reading.model)
    if isHeart, heartSource == (isAdvertised ? .strap : .advert) { return .nothing }
    if !batteries.isEmpty, let percent = batteries.removeValue(forKey: address) {
      reading.measurements[.batteryPercent] = reading.measurements[.batteryPercent] ?? percent
    }
    if adoption.lacksPlace(for: address) { makePlace(for: reading) }
    adopted = adoption.tell(reading, from: address, at: instant) ?? adopted
    let isProved = reading.hasMain(of: reading.model)
    guard let (index, isNew) = place(address, as: reading.model, isProved: isProved, at: instant) else {
      return .nothing
    }
    take(&reading, at: index, isNew: isNew, isNotified: isHeart && !isAdvertised, instant)
    // One's own must be told of at once; the same measurement comes again.
    if isAdvertised, !places.isNews(reading, at: index, instant), !isNew { return .nothing }
    return .reading(from: index, isNew: isNew)
  }

  /// In a recording in which every sensor counts a heart goes before the air: of what is not worn, the sensor that was
  /// silent for longest gives up its place.
  private mutating func makePlace(for reading: Reading) {
    guard SensorKind(reading.model)?.isWorn == true, reading.hasWanted(of: reading.model) else { return }
    let others = places.all.filter {
      adoption[$0.tenant.address]?.way == .recording && SensorKind($0.tenant.sensor.model)?.isWorn == false
    }
    guard let other = others.min(by: { ($0.tenant.heardAt ?? .start) < ($1.tenant.heardAt ?? .start) }) else { return }
    adoption.giveUp(other.tenant.address)
    places.free(other.index)
    left = LeftPlace(index: other.index, stranger: nil, wasOwn: true)
  }

  /// A reading belongs to the sensor that has this place, as what that is known.
  private mutating func take(
    _ reading: inout Reading, at index: SensorIndex, isNew: Bool, isNotified: Bool, _ instant: Instant
  ) {
    guard let tenant = places[index] else { return }
    let model = tenant.sensor.model
    // By which way a strap is heard decides how soon it is missed.
    if !(Catalogue.isHeartRateSensor(model) && Catalogue.isHeartRateSensor(reading.model)) { reading.model = model }
    if isNotified, reading.measurements[.heartRateBeatsPerMinute] != nil {
      places.noteNotification(index, at: instant)
    }
    let isFirst = !tenant.hasMeasured && reading.hasWanted(of: model)
    if isFirst { places.noteMeasurement(index) }
    if tenant.isOwn, isNew || isFirst { learn(index) }
  }

  /// What one's own sensor is, and that it measures, is kept with it.
  package mutating func learn(_ index: SensorIndex) {
    guard let tenant = places[index] else { return }
    adoption.learn(tenant.sensor.address, model: tenant.sensor.model, hasMeasured: tenant.hasMeasured)
  }

  private mutating func rememberBattery(_ reading: Reading, of address: DeviceAddress) {
    // In a crowd it may be anybody's: one's own is read again.
    if batteries.count >= Monitor.sensorCapacity, batteries[address] == nil { batteries.removeAll() }
    batteries[address] = reading.measurements[.batteryPercent]
  }

  /// Whether an advertisement's reading is one to go by.
  ///
  /// A strap advertises while it is connected or idle: that alone is no sensor to watch, and its notified heart rate is
  /// worth more than its advertised one. What was encrypted must not be an old recording.
  private mutating func isWorthwhile(_ reading: Reading, at address: DeviceAddress, _ instant: Instant) -> Bool {
    if Catalogue.isHeartRateSensor(reading.model) {
      guard !reading.measurements.isEmpty else { return false }
      guard heartSource == .automatic,
        let notified = places.index(of: address).flatMap({ places[$0] })?.notifiedAt
      else { return true }
      return notified.duration(to: instant) >= HeartRateSource.longestSilence
    }
    if reading.isEncrypted == true, let counter = reading.counter {
      guard replayGuards[address, default: BTHomeReplayGuard()].accepts(counter) else {
        replayed += 1
        return false
      }
    }
    return true
  }

  private mutating func result(_ error: DecodeError, at address: DeviceAddress, _ instant: Instant) -> Result {
    malformed += 1
    guard let model = error.model, isUsed(address, model) else { return .nothing }
    adoption.note(address, as: model, at: instant)
    guard let (index, isNew) = place(address, as: model, at: instant), let sensor = sensor(at: index) else {
      return .nothing
    }
    return .malformed(from: index, sensor, isNew: isNew)
  }

  private mutating func noteKind(_ model: SensorModel, of address: DeviceAddress) {
    guard !shown.note(model, of: address) else { return }
    shown.forget(allBut: Set(sensors.map(\.address)))
    _ = shown.note(model, of: address)
  }

  private mutating func place(
    _ address: DeviceAddress, as model: SensorModel, isProved: Bool = false, at instant: Instant
  ) -> (index: SensorIndex, isNew: Bool)? {
    let found = places.place(
      address, as: model, isProved: isProved, isOwn: adoption.contains(address), heardAt: instant, at: instant)
    if found == nil { turnedAway += 1 }
    return found
  }
}
