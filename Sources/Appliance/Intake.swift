import Bluetooth
import Monitor
import Readings
import SensorProtocols

/// Gives every sensor that is heard its place in the tables, and turns what it sent into readings.
public struct Intake: Sendable {
  /// A sensor that has a place.
  public struct Sensor: Sendable, Hashable {
    /// Its address.
    public let address: DeviceAddress
    /// Its kind. One address that speaks as two kinds is two sensors, but for heart rates: a strap is one sensor, however
    /// it was heard first.
    public let model: SensorModel
  }

  /// What became of a report.
  public enum Result: Sendable {
    /// A reading, which stands where the caller has room for it.
    case reading(from: SensorIndex, isNew: Bool)
    /// Not from a known sensor, or not about a measurement.
    case nothing
    /// From a known sensor, and broken.
    case malformed(from: SensorIndex, Sensor, isNew: Bool)
    /// From one sensor too many.
    case tooManySensors
  }

  /// The sensors by their place.
  public private(set) var sensors: [Sensor] = []
  /// The keys of the sensors that encrypt what they send.
  public var bindKeys: [DeviceAddress: BindKey]
  private var replayGuards: [DeviceAddress: BTHomeReplayGuard] = [:]
  /// Where heart rates are taken from.
  public var heartSource: HeartSource
  let selection: SensorSelection
  /// The places of the heart-rate sensors, and when each last notified.
  private var hearts: [DeviceAddress: Heart] = [:]
  /// What a battery said before its sensor said anything, percent: a strap's is read before its first heart rate comes.
  private var batteries: [DeviceAddress: Double] = [:]
  /// What was last taken from the advertisements of each sensor, by its place.
  private var advertised: [Advertised?] = []

  private struct Heart {
    let index: SensorIndex
    var notifiedAt: Instant?
  }

  /// What tells one advertised measurement from the next.
  private struct Advertised {
    let at: Instant
    let measurements: Measurements
    let counter: UInt32?
    let contact: SkinContact?
    let status: AirStatus?

    func says(_ reading: Reading) -> Bool {
      counter == reading.counter && contact == reading.contact && status == reading.status
        && measurements == reading.measurements
    }
  }

  /// The same advertisement is sent ten times a second, on three channels; it is taken once in this time.
  private static let shortestInterval = Duration.seconds(1)
  /// How many reports of known sensors were broken.
  public private(set) var malformed = 0
  /// How many reports came from more sensors than there are places for.
  public private(set) var turnedAway = 0

  /// How many encrypted reports were old ones once more.
  public private(set) var replayed = 0

  /// No sensor yet.
  /// - Parameters:
  ///   - bindKeys: of the sensors that encrypt what they send.
  ///   - heartSource: where heart rates are taken from.
  ///   - selection: which sensors are used.
  public init(
    bindKeys: [DeviceAddress: BindKey] = [:], heartSource: HeartSource = .automatic,
    selection: SensorSelection = .anyKnown
  ) {
    self.selection = selection
    self.bindKeys = bindKeys
    self.heartSource = heartSource
  }

  /// Decodes a report.
  /// - Parameter reading: becomes what the report says, where the result is a reading; else it may hold anything. It is
  ///   large, so nobody hands it on.
  public mutating func take(_ report: RadioReport, at instant: Instant, into reading: inout Reading) -> Result {
    do {
      switch report {
      case .advertisement(let advertisement):
        let data = advertisement.data.span.bytes, scanResponse = advertisement.scanResponse.span.bytes
        guard
          try SensorDecoder.read(
            advertisement: data, scanResponse: scanResponse,
            hints: DecodingHints(address: advertisement.address, bindKey: bindKeys[advertisement.address]),
            into: &reading),
          isWorthwhile(reading, at: advertisement.address, instant)
        else { return .nothing }
        return result(&reading, at: advertisement.address, isAdvertised: true, instant)
      case .attributeValue(let value):
        guard
          let found = try SensorDecoder.reading(characteristic: value.characteristic, value: value.data.span.bytes)
        else { return .nothing }
        reading = found
        return result(&reading, at: value.address, isAdvertised: false, instant)
      case .connected, .disconnected: return .nothing
      }
    } catch {
      return result(error, at: report.address)
    }
  }

  private mutating func result(
    _ reading: inout Reading, at address: DeviceAddress, isAdvertised: Bool, _ instant: Instant
  ) -> Result {
    if reading.model == .batteryService {
      // A battery is part of the sensor that stands at the same address.
      guard let sensor = sensors.first(where: { $0.address == address && $0.model != .unknown }) else {
        if batteries.count < Monitor.sensorCapacity || batteries[address] != nil {
          batteries[address] = reading.measurements[.batteryPercent]
        }
        return .nothing
      }
      reading.model = hearts[address] == nil ? sensor.model : .heartRateService
    }
    guard selection.way(of: address, as: reading.model) != .off else { return .nothing }
    if !batteries.isEmpty, let percent = batteries.removeValue(forKey: address) {
      reading.measurements[.batteryPercent] = reading.measurements[.batteryPercent] ?? percent
    }
    if Catalogue.isHeartRateSensor(reading.model) {
      return heart(reading, at: address, isAdvertised: isAdvertised, instant)
    }
    guard let (index, isNew) = place(Sensor(address: address, model: reading.model)) else { return .tooManySensors }
    if isAdvertised, !isNews(reading, at: index, instant) { return .nothing }
    return .reading(from: index, isNew: isNew)
  }

  /// A heart rate has one place at its address, so that the one that falls silent is no loss while the other goes on.
  private mutating func heart(
    _ reading: Reading, at address: DeviceAddress, isAdvertised: Bool, _ instant: Instant
  ) -> Result {
    guard heartSource != (isAdvertised ? .strap : .advert) else { return .nothing }
    var isNew = false
    var heart: Heart
    if let known = hearts[address] {
      heart = known
    } else {
      // An earlier run may have left it a place.
      let sensor = sensors.first { $0.address == address && Catalogue.isHeartRateSensor($0.model) }
      guard let placed = place(sensor ?? Sensor(address: address, model: reading.model)) else { return .tooManySensors }
      isNew = placed.isNew
      heart = Heart(index: placed.0)
    }
    if isAdvertised {
      guard isNews(reading, at: heart.index, instant) else { return .nothing }
    } else if reading.measurements[.heartRateBeatsPerMinute] != nil {
      heart.notifiedAt = instant
    }
    hearts[address] = heart
    return .reading(from: heart.index, isNew: isNew)
  }

  /// Whether an advertisement says something else than before, or the same after a while: an alarm's time goes on by it.
  private mutating func isNews(_ reading: Reading, at index: SensorIndex, _ instant: Instant) -> Bool {
    let place = Int(index.position)
    while advertised.count <= place { advertised.append(nil) }
    if let latest = advertised[place], latest.at.duration(to: instant) < Self.shortestInterval, latest.says(reading) {
      return false
    }
    advertised[place] = Advertised(
      at: instant, measurements: reading.measurements, counter: reading.counter, contact: reading.contact,
      status: reading.status)
    return true
  }

  /// Whether an advertisement's reading is one to go by.
  ///
  /// A strap advertises while it is connected or idle: that alone is no sensor to watch, and its notified heart rate is
  /// worth more than its advertised one. What was encrypted must not be an old recording.
  private mutating func isWorthwhile(_ reading: Reading, at address: DeviceAddress, _ instant: Instant) -> Bool {
    if Catalogue.isHeartRateSensor(reading.model) {
      guard !reading.measurements.isEmpty else { return false }
      guard heartSource == .automatic, let notified = hearts[address]?.notifiedAt else { return true }
      return notified.duration(to: instant) >= HeartSource.longestSilence
    }
    if reading.isEncrypted == true, let counter = reading.counter {
      guard replayGuards[address, default: BTHomeReplayGuard()].accepts(counter) else {
        replayed += 1
        return false
      }
    }
    return true
  }

  private mutating func result(_ error: DecodeError, at address: DeviceAddress) -> Result {
    malformed += 1
    guard let model = error.model, selection.way(of: address, as: model) != .off else { return .nothing }
    let sensor = Sensor(address: address, model: model)
    guard let (index, isNew) = place(sensor) else { return .tooManySensors }
    return .malformed(from: index, sensor, isNew: isNew)
  }

  /// Gives a sensor that an earlier run has heard its place; `nil` where there is none left, or it is no longer used.
  public mutating func introduce(_ sensor: Sensor) -> (SensorIndex, isNew: Bool)? {
    selection.way(of: sensor.address, as: sensor.model) == .off ? nil : place(sensor)
  }

  private mutating func place(_ sensor: Sensor) -> (SensorIndex, isNew: Bool)? {
    // There are few: a handful is looked at sooner than one is hashed.
    if let position = sensors.firstIndex(of: sensor) { return (SensorIndex(UInt16(position)), false) }
    // The kind of a sensor that was only awaited is known now.
    let awaited = Sensor(address: sensor.address, model: .unknown)
    if let position = sensors.firstIndex(of: awaited) {
      sensors[position] = sensor
      return (SensorIndex(UInt16(position)), true)
    }
    guard sensors.count < Monitor.sensorCapacity else {
      turnedAway += 1
      return nil
    }
    sensors.append(sensor)
    return (SensorIndex(UInt16(sensors.count - 1)), true)
  }
}
