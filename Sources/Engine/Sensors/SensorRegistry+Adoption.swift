import Monitor
import Readings
import SensorProtocols

extension SensorRegistry {
  /// Gives an adopted sensor its place, also before it is received: an earlier run has received it, or a person names
  /// it. Returns `nil` if it is not adopted or not used.
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
      sensor.address, as: model, isProved: isProved, isOwn: true, receivedAt: nil, at: instant)
    if let found {
      if isProved { places.noteMeasurement(found.index) }
      learn(found.index)
    }
    return found
  }

  /// The signal strength of a device in dBm, if it is time to report it, and the place of the device.
  package mutating func signalToReport(of address: DeviceAddress, at instant: Instant) -> (SensorIndex, Int8)? {
    let address = identity(of: address)
    guard let signal = adoption.signalToReport(of: address, at: instant), let index = places.index(of: address) else {
      return nil
    }
    return (index, signal)
  }

  package struct Placed {
    package let change: Adoption.Change
    package let index: SensorIndex
    /// The place that it had before, and whether it was adopted there.
    package let left: (index: SensorIndex, wasOwn: Bool)?
    package let wasReceived: Bool
  }

  package mutating func adopt(_ order: AdoptionOrder, at instant: Instant) throws(LapwingError) -> Placed {
    var order = order
    order.address = identity(of: order.address)
    order.replaced = order.replaced.map { identity(of: $0) }
    let model = places.index(of: order.address).flatMap { places[$0] }?.sensor.model ?? .unknown
    guard selection.mayUse(order.address, as: model) else {
      throw LapwingError(
        .usage, code: "switched-off",
        "\(order.address) is switched off by \(SensorKeys.use); add a line for it there, and then use lapwing reload"
      )
    }
    return try settle(try adoption.adopt(order), at: instant)
  }

  /// Gives a sensor that was adopted just now its place.
  package mutating func settle(_ change: Adoption.Change, at instant: Instant) throws(LapwingError) -> Placed {
    let sensor = Sensor(address: change.sensor.address, model: change.sensor.model)
    let tenant = places.index(of: sensor.address).flatMap { places[$0] }
    let wasReceived = tenant?.receivedAt != nil || adoption.isReceived(sensor.address)
    if let old = change.replaced, let (index, left) = places.hand(from: old, to: sensor) {
      learn(index)
      return Placed(change: change, index: index, left: left, wasReceived: wasReceived)
    }
    guard
      let (index, _) = places.place(
        sensor.address, as: sensor.model, isProved: change.sensor.hasMeasured, isOwn: true, receivedAt: nil, at: instant
      )
    else {
      // There are as many places as sensors can be adopted, so this does not happen.
      throw LapwingError(.unavailable, code: "no-place", "\(sensor.address) got no place; restart the box")
    }
    if change.sensor.hasMeasured { places.noteMeasurement(index) }
    learn(index)
    return Placed(change: change, index: index, left: nil, wasReceived: wasReceived)
  }

  /// Ends the adoption of a sensor by order of a person.
  package mutating func forget(_ address: DeviceAddress) throws(LapwingError) -> LeftPlace? {
    let address = identity(of: address)
    try adoption.forget(address)
    return disown(address)
  }

  private mutating func disown(_ address: DeviceAddress) -> LeftPlace? {
    guard let index = places.index(of: address), let tenant = places[index] else { return nil }
    guard tenant.receivedAt != nil, isUsed(address, tenant.sensor.model) else {
      places.free(index)
      return LeftPlace(index: index, stranger: nil, wasOwn: true)
    }
    places.disown(index)
    return LeftPlace(index: index, stranger: tenant.sensor, wasOwn: true)
  }

  /// Changes which sensors are used.
  /// - Returns: the sensors that are adopted only now, and the places that sensors have left.
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
