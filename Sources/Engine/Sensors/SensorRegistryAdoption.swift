import Monitor
import Readings
import SensorProtocols

/// Which of the sensors that have a place are one's own.
extension SensorRegistry {
  /// Gives one's own sensor its place, also before it is heard; `nil` for any other, and for one that is not used. An
  /// earlier run has heard it, or somebody names it.
  /// - Parameter hasMeasured: whether it is known to have measured something that is watched.
  package mutating func introduce(
    _ sensor: Sensor, hasMeasured: Bool, at instant: Instant
  ) -> (index: SensorIndex, isNew: Bool)? {
    guard selection.mayUse(sensor.address, as: sensor.model), adoption.introduce(sensor, at: instant),
      let known = adoption[sensor.address]
    else { return nil }
    let isProved = hasMeasured || known.hasMeasured
    let model = known.model == .unknown ? sensor.model : known.model
    let found = places.place(
      sensor.address, as: model, isProved: isProved, isOwn: true, heardAt: nil, at: instant)
    if let found {
      if isProved { places.noteMeasurement(found.index) }
      learn(found.index)
    }
    return found
  }

  /// The signal of a device, where it is time to tell others of it, and the place of the device.
  package mutating func signalToTell(of address: DeviceAddress, at instant: Instant) -> (SensorIndex, Int8)? {
    let address = identity(of: address)
    guard let signal = adoption.signalToTell(of: address, at: instant), let index = places.index(of: address) else {
      return nil
    }
    return (index, signal)
  }

  /// Where a sensor stands that is one's own now.
  package struct Placed {
    /// What a person has changed.
    package let change: Adoption.Change
    package let index: SensorIndex
    /// A place that it had before, and whether it was one's own there.
    package let left: (index: SensorIndex, wasOwn: Bool)?
    /// Whether it has been heard.
    package let wasHeard: Bool
  }

  /// A person says that a sensor is one's own.
  package mutating func adopt(_ order: AdoptionOrder, at instant: Instant) throws(LapwingError) -> Placed {
    var order = order
    order.address = identity(of: order.address)
    order.replaced = order.replaced.map { identity(of: $0) }
    let model = places.index(of: order.address).flatMap { places[$0] }?.sensor.model ?? .unknown
    guard selection.mayUse(order.address, as: model) else {
      throw LapwingError(
        .usage, code: "switched-off",
        "\(order.address) is switched off by \(SensorKeys.use); give it a line there, and then lapwing reload"
      )
    }
    return try settle(try adoption.adopt(order), at: instant)
  }

  /// Gives a sensor its place that is one's own now.
  package mutating func settle(_ change: Adoption.Change, at instant: Instant) throws(LapwingError) -> Placed {
    let sensor = Sensor(address: change.sensor.address, model: change.sensor.model)
    let tenant = places.index(of: sensor.address).flatMap { places[$0] }
    let wasHeard = tenant?.heardAt != nil || adoption.isHeard(sensor.address)
    if let old = change.replaced, let (index, left) = places.hand(from: old, to: sensor) {
      learn(index)
      return Placed(change: change, index: index, left: left, wasHeard: wasHeard)
    }
    guard
      let (index, _) = places.place(
        sensor.address, as: sensor.model, isProved: change.sensor.hasMeasured, isOwn: true, heardAt: nil, at: instant)
    else {
      // There are as many places as sensors can be adopted.
      throw LapwingError(.unavailable, code: "no-place", "\(sensor.address) has found no place; restart the box")
    }
    if change.sensor.hasMeasured { places.noteMeasurement(index) }
    learn(index)
    return Placed(change: change, index: index, left: nil, wasHeard: wasHeard)
  }

  /// A person says that a sensor is not one's own.
  package mutating func forget(_ address: DeviceAddress) throws(LapwingError) -> LeftPlace? {
    let address = identity(of: address)
    try adoption.forget(address)
    return disown(address)
  }

  private mutating func disown(_ address: DeviceAddress) -> LeftPlace? {
    guard let index = places.index(of: address), let tenant = places[index] else { return nil }
    guard tenant.heardAt != nil, isUsed(address, tenant.sensor.model) else {
      places.free(index)
      return LeftPlace(index: index, stranger: nil, wasOwn: true)
    }
    places.disown(index)
    return LeftPlace(index: index, stranger: tenant.sensor, wasOwn: true)
  }

  /// Other sensors are used from now on.
  /// - Returns: the sensors that are one's own only now, and the places that sensors have left.
  package mutating func use(
    _ selection: SensorSelection, naming named: [DeviceAddress]
  ) -> (added: [DeviceAddress], left: [LeftPlace]) {
    self.selection = selection
    let (added, removed) = adoption.use(named)
    var left = removed.compactMap { disown($0) }
    for (index, tenant) in places.all where !selection.mayUse(tenant.sensor.address, as: tenant.sensor.model) {
      places.free(index)
      left.append(LeftPlace(index: index, stranger: nil, wasOwn: tenant.isOwn))
    }
    return (added, left)
  }
}
