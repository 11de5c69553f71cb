import Bluetooth
import Monitor
import Readings
import SensorProtocols

/// Turns radio reports into readings and gives every received sensor a place. It decodes messages, drops repeats and
/// replays, and keeps the adopted sensors apart from strangers.
package struct SensorRegistry: Sendable {
  package typealias Sensor = RegisteredSensor

  package enum Result: Sendable {
    /// A reading, written to the caller's variable.
    case reading(from: SensorIndex, isNew: Bool)
    /// A message of a known sensor that holds no measurement.
    case noticed(from: SensorIndex, isNew: Bool)
    /// Not from a known sensor, without a measurement, or from a stranger that has no place.
    case nothing
    /// A malformed message of a known sensor, and what that newly says of the sensor.
    case malformed(from: SensorIndex, Sensor, SensorTrouble?, isNew: Bool)
    /// A message of a known sensor that does not count, and how many there were in a row.
    case refused(from: SensorIndex, SensorTrouble, messages: Int)
  }

  package var places: SensorPlaces
  package var adoption: Adoption
  private var adopted: AdoptedSensor?
  /// The place that a sensor of a recording has lost.
  private var left: LeftPlace?
  /// The keys of the sensors that encrypt their advertisements.
  package var bindKeys: [DeviceAddress: BindKey]
  private var replayGuards: [DeviceAddress: BTHomeReplayGuard] = [:]
  /// When the latest rightly signed message of a sensor came, and how many unsigned ones have come since.
  private var signed: [DeviceAddress: (at: Instant, unsigned: Int)] = [:]
  /// The sensors whose latest message could not be decrypted with their key.
  private var keyless: Set<DeviceAddress> = []
  /// The owner of a sensor may switch its encryption off. Own choice.
  private static let signedFor = Duration.seconds(600)
  package var heartSource: HeartRateSource
  package var selection: SensorSelection
  /// The keys that identify devices with changing addresses.
  package var bonds: Bonds { didSet { identities.removeAll(keepingCapacity: true) } }
  /// Addresses that were looked up, with the result.
  private var identities: [DeviceAddress: DeviceAddress] = [:]
  /// Battery levels in percent that arrived before the first reading of their sensor: the battery of a strap is read
  /// before its first heart rate.
  private var batteries: [DeviceAddress: Double] = [:]
  /// The models of sensors whose messages do not all show it. Addresses with a place are never deleted, so there is
  /// always room for one more.
  private var shown = ShownKinds(capacity: 2 * Monitor.sensorCapacity)
  /// The beginnings of frames whose ends are in the next notification.
  private var cut = CutFrames()

  /// The number of malformed reports of known sensors.
  package private(set) var malformed = 0
  /// The number of reports of strangers for which there was no place.
  package private(set) var turnedAway = 0
  /// The number of encrypted reports that were replays of old ones.
  package private(set) var replayed = 0

  /// A registry without sensors.
  /// - Parameters:
  ///   - bindKeys: the keys of the sensors that encrypt their advertisements.
  ///   - heartSource: where heart rates are taken from.
  ///   - selection: which sensors are used.
  ///   - adoption: which of them are adopted.
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
    places = SensorPlaces(separatesStrangers: adoption.scope == .adopted)
  }

  package var sensors: [Sensor] { places.all.map(\.tenant.sensor) }

  package func sensor(at index: SensorIndex) -> Sensor? { places[index]?.sensor }

  package func isShownAsOwn(_ index: SensorIndex) -> Bool {
    places[index].map { adoption.mayCount($0.sensor.address) } ?? false
  }

  /// Whether the sensor at a place counts for alarms: it is adopted and has measured something that is watched.
  package func isWatched(_ index: SensorIndex) -> Bool { places[index].map { $0.isOwn && $0.hasMeasured } ?? false }

  /// Returns the sensor that the latest report has adopted, once.
  package mutating func takeAdopted() -> AdoptedSensor? {
    defer { adopted = nil }
    return adopted
  }

  /// Returns the place that a sensor of a recording has lost, once. Another sensor may already have it.
  package mutating func takeLeft() -> LeftPlace? {
    defer { left = nil }
    return left
  }

  // MARK: Received reports

  /// Decodes a report.
  /// - Parameter reading: receives the reading if the result says so; else its content is undefined. It is large, so it
  ///   is not copied.
  package mutating func decode(_ report: RadioReport, at instant: Instant, into reading: inout Reading) -> Result {
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
        if let refusal = refusal(of: reading, at: address, instant) { return refusal }
        noteKind(reading.model, of: address)
        return result(&reading, at: address, isAdvertised: true, instant)
      case .attributeValue(let value):
        let data = cut.joined(value.data, of: value.characteristic, from: value.address)
        guard let found = try SensorDecoder.reading(characteristic: value.characteristic, value: data.span.bytes)
        else { return .nothing }
        reading = found
        guard isUsed(address, found.model) else { return .nothing }
        adoption.note(
          address, as: found.model, isProved: found.hasMain(of: found.model), signal: value.rssi, at: instant)
        return result(&reading, at: address, isAdvertised: false, instant)
      case .connected, .disconnected:
        cut.forget(report.address)
        return .nothing
      }
    } catch {
      return result(error, at: address, instant)
    }
  }

  package func isUsed(_ address: DeviceAddress, _ model: SensorModel) -> Bool {
    selection.way(of: address, as: model) != .off
  }

  /// The permanent address of a device, if its address changes and its key is known; else the address itself.
  package mutating func identity(of address: DeviceAddress) -> DeviceAddress {
    // Only addresses with these highest bits can be resolved, and most boxes have no paired device.
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
    // An address that a key has resolved is permanent, whatever type was received.
    let type = address == advertisement.address ? advertisement.addressType : .public
    adoption.note(
      address, as: model, isProved: isProved, type: type, signal: advertisement.rssi, at: instant)
  }

  /// Handles an advertisement that no decoder reads. It may still be that of a sensor, to which the box must connect.
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
      // A battery belongs to the sensor at the same address.
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
    adopted = adoption.receive(reading, from: address, at: instant) ?? adopted
    let isProved = reading.hasMain(of: reading.model)
    guard let (index, isNew) = place(address, as: reading.model, isProved: isProved, at: instant) else {
      return .nothing
    }
    assign(&reading, at: index, isNew: isNew, isNotified: isHeart && !isAdvertised, instant)
    // An adopted sensor must be reported at once; a repeat of the measurement follows anyway.
    if isAdvertised || Catalogue.notifiesOften(reading.model), !places.isNews(reading, at: index, instant), !isNew {
      return .nothing
    }
    return .reading(from: index, isNew: isNew)
  }

  /// Makes room for a heart-rate sensor in a recording in which every sensor counts: the sensor that is not worn and
  /// was silent for longest loses its place.
  private mutating func makePlace(for reading: Reading) {
    guard SensorKind(reading.model)?.isWorn == true, reading.hasWanted(of: reading.model) else { return }
    let others = places.all.filter {
      adoption[$0.tenant.address]?.way == .recording && SensorKind($0.tenant.sensor.model)?.isWorn == false
    }
    guard let other = others.min(by: { ($0.tenant.receivedAt ?? .start) < ($1.tenant.receivedAt ?? .start) }) else {
      return
    }
    adoption.giveUp(other.tenant.address)
    places.free(other.index)
    left = LeftPlace(index: other.index, stranger: nil, wasOwn: true)
  }

  /// Assigns a reading to the sensor at a place, under the model of that sensor.
  private mutating func assign(
    _ reading: inout Reading, at index: SensorIndex, isNew: Bool, isNotified: Bool, _ instant: Instant
  ) {
    guard let tenant = places[index] else { return }
    let model = tenant.sensor.model
    // The way in which a strap is received decides how soon it is missed, so its reading keeps its model.
    if !(Catalogue.isHeartRateSensor(model) && Catalogue.isHeartRateSensor(reading.model)) { reading.model = model }
    if isNotified, reading.measurements[.heartRateBeatsPerMinute] != nil {
      places.noteNotification(index, at: instant)
    }
    if !tenant.hasBeats, WithoutBeats.isDisproved(by: reading) { places.noteBeats(index) }
    let isFirst = !tenant.hasMeasured && reading.hasWanted(of: model)
    if isFirst { places.noteMeasurement(index) }
    if tenant.isOwn, isNew || isFirst { learn(index) }
  }

  /// Stores with an adopted sensor which model it is and whether it measures.
  package mutating func learn(_ index: SensorIndex) {
    guard let tenant = places[index] else { return }
    adoption.learn(tenant.sensor.address, model: tenant.sensor.model, hasMeasured: tenant.hasMeasured)
  }

  private mutating func rememberBattery(_ reading: Reading, of address: DeviceAddress) {
    // In a crowd it may be a stranger's battery. The battery of an adopted sensor is read again.
    if batteries.count >= Monitor.sensorCapacity, batteries[address] == nil { batteries.removeAll() }
    batteries[address] = reading.measurements[.batteryPercent]
  }

  /// Whether the reading of an advertisement counts.
  ///
  /// A strap also advertises while it is connected or idle: an advertisement without values is ignored, and notified
  /// heart rates have precedence over advertised ones.
  private func isWorthwhile(_ reading: Reading, at address: DeviceAddress, _ instant: Instant) -> Bool {
    if Catalogue.isHeartRateSensor(reading.model) {
      guard !reading.measurements.isEmpty else { return false }
      guard heartSource == .automatic,
        let notified = places.index(of: address).flatMap({ places[$0] })?.notifiedAt
      else { return true }
      return notified.duration(to: instant) >= HeartRateSource.longestSilence
    }
    return true
  }

  /// Whether a message is a replay of an old one, or lacks the signature that its sensor uses; `nil` if it counts.
  private mutating func refusal(of reading: Reading, at address: DeviceAddress, _ instant: Instant) -> Result? {
    let refused: (trouble: SensorTrouble, messages: Int)
    if reading.isEncrypted == true, let counter = reading.counter {
      keyless.remove(address)
      guard case .refused(let messages) = replayGuards[address, default: BTHomeReplayGuard()].judge(counter) else {
        signed[address] = (instant, 0)
        return nil
      }
      refused = (.counterWentBack, messages)
    } else if let last = signed[address], last.at.duration(to: instant) < Self.signedFor {
      signed[address]?.unsigned += 1
      refused = (.unsigned, last.unsigned + 1)
    } else {
      return nil
    }
    // "Detected" counts: a false message of it raises an alarm at worst, and ends nothing.
    guard reading.measurements[.carbonMonoxideDetected] != 1 else { return nil }
    replayed += 1
    guard let index = places.index(of: address) else { return .nothing }
    return .refused(from: index, refused.trouble, messages: refused.messages)
  }

  private mutating func result(_ error: DecodeError, at address: DeviceAddress, _ instant: Instant) -> Result {
    malformed += 1
    guard let model = error.model, isUsed(address, model) else { return .nothing }
    adoption.note(address, as: model, at: instant)
    guard let (index, isNew) = place(address, as: model, at: instant), let sensor = sensor(at: index) else {
      return .nothing
    }
    let lacksKey = error.fault == .wrongKey && keyless.insert(address).inserted
    return .malformed(from: index, sensor, lacksKey ? .lacksKey : nil, isNew: isNew)
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
      address, as: model, isProved: isProved, isOwn: adoption.contains(address), receivedAt: instant, at: instant)
    if found == nil { turnedAway += 1 }
    return found
  }
}
