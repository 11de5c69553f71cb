import Monitor
import Readings

/// The places of the sensors of a run. There are as many as the monitor has. An adopted sensor always gets a place; if
/// necessary, a stranger loses its place.
package struct SensorPlaces: Sendable {
  /// What is stored for a sensor that has a place.
  package struct Tenant: Sendable {
    package let address: DeviceAddress
    package var known: KnownModel
    package var isOwn: Bool
    /// When it was received last; `nil` if it is awaited.
    package var receivedAt: Instant?
    /// When a heart-rate sensor sent its last notification.
    package var notifiedAt: Instant?
    /// Whether it has ever measured something that is watched.
    package var hasMeasured = false
    /// Whether it has sent beats and reported skin contact.
    package var hasBeats = false

    package var sensor: RegisteredSensor { RegisteredSensor(address: address, model: known.model) }
  }

  /// The parts of an advertised measurement that distinguish it from the next one.
  package struct Advertised: Sendable {
    package let at: Instant
    package let measurements: Measurements
    package let counter: UInt32?
    package let contact: SkinContact?
    package let status: AirStatus?

    package init(_ reading: Reading, at instant: Instant) {
      at = instant
      measurements = reading.measurements
      counter = reading.counter
      contact = reading.contact
      status = reading.status
    }

    package func says(_ reading: Reading) -> Bool {
      counter == reading.counter && contact == reading.contact && status == reading.status
        && measurements == reading.measurements
    }
  }

  private var tenants: [Tenant?] = []
  /// Whether strangers are kept apart from adopted sensors. In a recording in which every sensor counts, a stranger is
  /// a sensor that has not measured anything yet.
  private let separatesStrangers: Bool
  /// Stored beside the tenants, because it is large and rarely needed.
  private var advertised: [Advertised?] = []

  package static let capacity = Monitor.sensorCapacity
  /// A stranger that was received within this time keeps its place before other strangers. Otherwise strangers in a
  /// crowd would take places from each other all the time.
  private static let visit = Duration.seconds(60)

  package init(separatesStrangers: Bool) {
    self.separatesStrangers = separatesStrangers
    tenants.reserveCapacity(Self.capacity)
    advertised.reserveCapacity(Self.capacity)
  }

  package var all: [(index: SensorIndex, tenant: Tenant)] {
    tenants.enumerated().compactMap { place, tenant in tenant.map { (SensorIndex(UInt16(clamping: place)), $0) } }
  }

  package subscript(index: SensorIndex) -> Tenant? {
    let place = Int(index.position)
    return tenants.indices.contains(place) ? tenants[place] : nil
  }

  /// Compares all places: there are so few that this is faster than a hash.
  package func index(of address: DeviceAddress) -> SensorIndex? {
    for place in tenants.indices where tenants[place]?.address == address {
      return SensorIndex(UInt16(clamping: place))
    }
    return nil
  }

  /// Gives a sensor a place, or finds the place that it has.
  /// - Parameter isProved: whether it has measured the main quantity of this model.
  /// - Returns: the place, and whether to report it, because the sensor, its adoption or its model is new; `nil` if
  ///   there is no place for a stranger.
  package mutating func place(
    _ address: DeviceAddress, as model: SensorModel, isProved: Bool, isOwn: Bool, receivedAt instant: Instant?,
    at now: Instant
  ) -> (index: SensorIndex, isNew: Bool)? {
    if let index = index(of: address), var tenant = self[index] {
      let known = tenant.known.model
      tenant.known.record(model, isProved: isProved)
      let isNew = tenant.known.model != known || (tenant.isOwn != isOwn && separatesStrangers)
      tenant.isOwn = isOwn
      tenant.receivedAt = instant ?? tenant.receivedAt
      tenants[Int(index.position)] = tenant
      return (index, isNew)
    }
    guard let place = room(isOwn: isOwn, at: now) else { return nil }
    let tenant = Tenant(
      address: address, known: KnownModel(model, isProved: isProved), isOwn: isOwn, receivedAt: instant)
    if place == tenants.count {
      tenants.append(tenant)
      advertised.append(nil)
    } else {
      tenants[place] = tenant
      advertised[place] = nil
    }
    return (SensorIndex(UInt16(clamping: place)), true)
  }

  /// A free place, or that of the stranger that was silent for longest.
  private func room(isOwn: Bool, at now: Instant) -> Int? {
    if let free = tenants.firstIndex(where: { $0 == nil }) { return free }
    if tenants.count < Self.capacity { return tenants.count }
    var longest: (place: Int, receivedAt: Instant)?
    for place in tenants.indices {
      guard let tenant = tenants[place], !tenant.isOwn else { continue }
      let receivedAt = tenant.receivedAt ?? .start
      if longest.map({ receivedAt < $0.receivedAt }) ?? true { longest = (place, receivedAt) }
    }
    guard let longest, isOwn || longest.receivedAt.duration(to: now) > Self.visit else { return nil }
    return longest.place
  }

  /// Gives the place of an adopted sensor to another sensor, which leaves its own place.
  /// - Returns: the place that changes hands, and the place that is left; `nil` if the first sensor has no place.
  package mutating func hand(
    from old: DeviceAddress, to sensor: RegisteredSensor
  ) -> (index: SensorIndex, left: (index: SensorIndex, wasOwn: Bool)?)? {
    guard let index = index(of: old), let tenant = self[index] else { return nil }
    var left: (index: SensorIndex, wasOwn: Bool)?, hasBeats = false
    if let other = self.index(of: sensor.address), let leaver = self[other] {
      left = (other, leaver.isOwn)
      hasBeats = leaver.hasBeats
      free(other)
    }
    tenants[Int(index.position)] = Tenant(
      address: sensor.address, known: KnownModel(sensor.model), isOwn: true, hasMeasured: tenant.hasMeasured,
      hasBeats: hasBeats)
    advertised[Int(index.position)] = nil
    return (index, left)
  }

  package mutating func free(_ index: SensorIndex) {
    guard self[index] != nil else { return }
    tenants[Int(index.position)] = nil
    advertised[Int(index.position)] = nil
  }

  /// Marks the sensor at a place as no longer adopted.
  package mutating func disown(_ index: SensorIndex) {
    guard self[index] != nil else { return }
    tenants[Int(index.position)]?.isOwn = false
  }

  package mutating func noteMeasurement(_ index: SensorIndex) {
    guard self[index] != nil else { return }
    tenants[Int(index.position)]?.hasMeasured = true
  }

  package mutating func noteBeats(_ index: SensorIndex) {
    guard self[index] != nil else { return }
    tenants[Int(index.position)]?.hasBeats = true
  }

  package mutating func noteNotification(_ index: SensorIndex, at instant: Instant) {
    guard self[index] != nil else { return }
    tenants[Int(index.position)]?.notifiedAt = instant
  }

  /// Whether an advertisement differs from the last one, or repeats it after a while. Repeats are needed because the
  /// time of an alarm advances by them.
  package mutating func isNews(_ reading: Reading, at index: SensorIndex, _ instant: Instant) -> Bool {
    let place = Int(index.position)
    guard advertised.indices.contains(place) else { return false }
    if let latest = advertised[place], latest.at.duration(to: instant) < Self.shortestInterval, latest.says(reading) {
      return false
    }
    advertised[place] = Advertised(reading, at: instant)
    return true
  }

  /// The same advertisement is sent ten times a second on three channels. It counts once in this time.
  private static let shortestInterval = Duration.seconds(1)
}
