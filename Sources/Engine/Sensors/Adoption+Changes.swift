import Alarms
import Bluetooth
import Monitor
import Readings
import SensorProtocols

/// Adoption by order of a person, and its end.
extension Adoption {
  package struct Change {
    package let sensor: AdoptedSensor
    /// Whether it was adopted before, and was confirmed or renamed by the order.
    package let wasOwn: Bool
    package let replaced: DeviceAddress?
  }

  package mutating func adopt(_ order: AdoptionOrder) throws(LapwingError) -> Change {
    if let name = order.name { try AdoptionOrder.check(name: name) }
    if received[order.address]?.isLasting == false { throw Self.rotating(order.address) }
    let known = self[order.address]
    var sensor = known ?? AdoptedSensor(address: order.address, way: .person)
    if let device = received[order.address] {
      var known = KnownModel(sensor.model, isProved: sensor.hasMeasured)
      known.record(device.model, isProved: device.known.isProved)
      sensor.model = known.model
      // Also if it had no place in a crowd.
      sensor.hasMeasured = sensor.hasMeasured || known.isProved
    }
    sensor.way = .person
    sensor.name = order.name ?? sensor.name
    sensor.wearer = order.wearer ?? sensor.wearer
    if let old = order.replaced {
      let replaced = try self.replaced(old, by: sensor, mayBeNamed: order.person != nil)
      sensor.name = order.name ?? replaced.name
      sensor.person = order.person ?? replaced.person
      sensor.wearer = order.wearer ?? replaced.wearer
      // Until it is received it counts as the model that it replaces, also after a restart.
      if sensor.model == .unknown { sensor.model = replaced.model }
      noteForgotten(old)
      remove(old)
    } else if known == nil, sensors.count >= Self.capacity {
      throw Self.tooMany("\(order.address) has no place; forget one first, or use --replaces")
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
        "\(old) is named in \(Self.namingKeys); write \(new.address) there instead, and then use lapwing reload")
    }
    if let kind = SensorKind(sensor.model), let other = SensorKind(new.model), kind != other {
      throw LapwingError(
        .usage, code: "other-kind",
        "\(old) is \(kind.text), and \(new.address) is \(other.text); adopt one and forget the other")
    }
    return sensor
  }

  /// Ends the adoption of a sensor by order of a person.
  package mutating func forget(_ address: DeviceAddress) throws(LapwingError) {
    guard contains(address) else { throw Self.notAdopted(address) }
    guard !named.contains(address) else {
      throw LapwingError(
        .usage, code: "named",
        "\(address) is named in \(Self.namingKeys); remove it there, and then use lapwing reload")
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

  mutating func remove(_ address: DeviceAddress) {
    sensors.removeAll { $0.address == address }
    noteKinds()
  }
}
