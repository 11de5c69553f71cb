import Alarms
import Monitor
import Readings
import SensorProtocols

/// Whose the sensors are: one's own have a place and are told to the rules, and others are only shown.
extension Engine {
  /// A run begins: one's own sensors have their places.
  /// - Parameter isAwaiting: whether they should be heard. A recording holds what was heard, wherever it was made.
  package mutating func begin(at instant: Instant, isAwaiting: Bool, into outputs: inout [TimedOutput]) {
    registry.adoption.remind(at: instant)
    for refusal in registry.adoption.refusals {
      outputs.append(TimedOutput(instant: instant, record: .adoption(.refused(refusal))))
    }
    for sensor in registry.adoption.sensors {
      let known = SensorRegistry.Sensor(address: sensor.address, model: sensor.model)
      guard let index = introduce(known, hasMeasured: sensor.hasMeasured, at: instant, &outputs) else { continue }
      if isAwaiting { beginAwaiting(index) }
    }
  }

  /// The sensor at a place should be heard: its silence is a loss of data. One that was heard and never measured anything
  /// is not missed.
  private mutating func beginAwaiting(_ index: SensorIndex) {
    guard let sensor = registry.sensor(at: index) else { return }
    if !registry.isWatched(index) {
      guard sensor.model == .unknown else { return }
      awaited.insert(index)
    }
    monitor.expect(index, of: sensor.model, at: instant)
  }

  /// One's own sensor was heard, and does not measure what is watched: so it was in vain to wait for it.
  package mutating func noteUnmeasured(_ index: SensorIndex) {
    guard awaited.remove(index) != nil else { return }
    monitor.handle(.forgotten(index), at: instant, into: &actions)
    assign(index)
  }

  /// Gives a sensor its place that an earlier run knows, or somebody names.
  package mutating func introduce(
    _ sensor: SensorRegistry.Sensor, hasMeasured: Bool, at instant: Instant, _ outputs: inout [TimedOutput]
  ) -> SensorIndex? {
    guard let (index, isNew) = registry.introduce(sensor, hasMeasured: hasMeasured, at: instant) else { return nil }
    self.instant = max(self.instant, instant)
    if hasMeasured { awaited.remove(index) }
    if isNew { tellPlace(index, &outputs) }
    return index
  }

  // MARK: Orders

  /// A person says that a sensor is one's own.
  package mutating func adopt(
    _ order: AdoptionOrder, at instant: Instant, into outputs: inout [TimedOutput]
  ) -> OrderAnswer {
    self.instant = max(self.instant, instant)
    var order = order
    order.person = order.replaced.flatMap { personToHandOn(of: $0) }
    do throws(LapwingError) {
      try refuseLoss(by: order)
      let placed = try registry.adopt(order, at: self.instant)
      take(placed, &outputs)
      tellListIfChanged(&outputs)
      let new = placed.change.sensor.address
      var notes: [String] = []
      if !placed.wasHeard { notes.append("\(new) has not been heard yet; it is awaited, and its silence is an alarm") }
      if let person = order.person, let old = placed.change.replaced {
        notes.append("the configuration has \(old) for \(person) still; write \(new) there, or \(old) is awaited again")
      }
      return .done(note: notes.isEmpty ? nil : notes.joined(separator: "\n"))
    } catch {
      return .refused(error)
    }
  }

  /// One's own sensor that takes the place of another one leaves its own, and whatever is told there ends: no alarm and no
  /// latched sound may end so.
  private mutating func refuseLoss(by order: AdoptionOrder) throws(LapwingError) {
    let address = registry.identity(of: order.address)
    guard order.replaced != nil, registry.adoption.contains(address), let index = registry.places.index(of: address),
      let condition = monitor.alarmOnData(of: index)
    else { return }
    throw LapwingError(
      .usage, code: "alarm-there",
      "\(address) is adopted itself, and has an alarm (\(condition.name)), which would be lost; see to it, reset it "
        + "(lapwing reset), and then give this order again")
  }

  /// Whose heart a sensor measures that the configuration lists for a person and says nothing else of: another sensor may
  /// take it over by an order, since a night does not wait for somebody who edits a file.
  private func personToHandOn(of address: DeviceAddress) -> String? {
    guard let role = roles[address], role.limits.isEmpty, !registry.selection.named.contains(address) else {
      return nil
    }
    return role.person.flatMap { persons.indices.contains(Int($0.position)) ? persons[Int($0.position)] : nil }
  }

  /// A person says that a sensor is not one's own.
  package mutating func forget(
    _ address: DeviceAddress, at instant: Instant, into outputs: inout [TimedOutput]
  ) -> OrderAnswer {
    self.instant = max(self.instant, instant)
    do throws(LapwingError) {
      if let left = try registry.forget(address) { take(left, &outputs) }
      outputs.append(TimedOutput(instant: self.instant, record: .adoption(.forgotten(address))))
      tellListIfChanged(&outputs)
      return .done(note: nil)
    } catch {
      return .refused(error)
    }
  }

  /// Adopts the nearest sensor of each kind. The answer is a sound: two beeps if a sensor is adopted now, and four if not.
  mutating func adoptNearest(at instant: Instant, _ outputs: inout [TimedOutput]) {
    self.instant = max(self.instant, instant)
    var outcome = registry.adoption.adoptNearest(at: self.instant)
    for change in outcome.adopted {
      do throws(LapwingError) {
        take(try registry.settle(change, at: self.instant), &outputs)
      } catch {
        outcome.refused.append(error)
      }
    }
    for error in outcome.refused {
      outputs.append(TimedOutput(instant: self.instant, record: .adoption(.refused(error))))
    }
    tellListIfChanged(&outputs)
    handle(.beeps(outcome.isDone ? Self.doneBeeps : Self.refusedBeeps), at: self.instant, &outputs)
  }

  /// What was asked for by the buttons is done, or all is well.
  static let doneBeeps: UInt8 = 2
  /// It cannot be done, or something is missing.
  static let refusedBeeps: UInt8 = 4
  private static let reminderBeeps: UInt8 = 1

  /// Other sensors are used from now on.
  package mutating func use(_ selection: SensorSelection, at instant: Instant, into outputs: inout [TimedOutput]) {
    self.instant = max(self.instant, instant)
    let isOther = selection != registry.selection
    let (added, left) = registry.use(selection, naming: selection.named(besides: roles))
    for place in left { take(place, &outputs) }
    // A sensor that was switched off until now should be heard too.
    let back = registry.adoption.sensors.map(\.address).filter { registry.places.index(of: $0) == nil }
    begin(at: self.instant, isAwaiting: false, into: &outputs)
    for address in added + back { if let index = registry.places.index(of: address) { beginAwaiting(index) } }
    if isOther { outputs.append(TimedOutput(instant: self.instant, record: .selection(selection))) }
    tellListIfChanged(&outputs)
    tell(&outputs)
  }

  /// What would be named and have no place if these sensors were used.
  package func gaps(using selection: SensorSelection, isNew: Bool) -> [Unwatched.Gap] {
    var adoption = registry.adoption
    if isNew { _ = adoption.use(selection.named(besides: roles)) }
    return adoption.gaps
  }

  // MARK: What follows

  private mutating func take(_ placed: SensorRegistry.Placed, _ outputs: inout [TimedOutput]) {
    if let (index, wasOwn) = placed.left {
      take(LeftPlace(index: index, stranger: nil, wasOwn: wasOwn), &outputs)
    }
    // The place stays, and with it the person and the episode.
    if placed.change.replaced != nil {
      monitor.replace(placed.index, by: placed.change.sensor.model, at: instant, into: &actions)
    }
    tellPlace(placed.index, &outputs)
    // The rules never heard what it said as a stranger: it may have fallen silent since.
    beginAwaiting(placed.index)
    outputs.append(TimedOutput(instant: instant, record: .adoption(.adopted(placed.change.sensor))))
    tell(&outputs)
  }

  package mutating func take(_ left: LeftPlace, _ outputs: inout [TimedOutput]) {
    // The rules never heard of a stranger.
    awaited.remove(left.index)
    if left.wasOwn { handle(.forgotten(left.index), at: instant, &outputs) }
    if let stranger = left.stranger {
      outputs.append(TimedOutput(instant: instant, record: .stranger(left.index, stranger)))
    } else {
      outputs.append(TimedOutput(instant: instant, record: .left(left.index)))
    }
  }

  /// A sensor has become one's own by what it sent.
  package mutating func noteAdopted(_ sensor: AdoptedSensor, _ outputs: inout [TimedOutput]) {
    guard sensor.way == .itself else { return }
    outputs.append(TimedOutput(instant: instant, record: .adoption(.unconfirmed(sensor))))
    handle(.beeps(Self.reminderBeeps), at: instant, &outputs)
  }

  /// Somebody is to confirm what the box adopted by itself.
  package mutating func remind(at instant: Instant, _ outputs: inout [TimedOutput]) {
    self.instant = max(self.instant, instant)
    registry.adoption.remind(at: self.instant)
    for sensor in registry.adoption.unconfirmed {
      outputs.append(TimedOutput(instant: self.instant, record: .adoption(.unconfirmed(sensor))))
    }
    handle(.beeps(Self.reminderBeeps), at: self.instant, &outputs)
  }

  /// Tells everybody, and the rules, who has a place now.
  package mutating func tellPlace(_ index: SensorIndex, _ outputs: inout [TimedOutput]) {
    guard let sensor = registry.sensor(at: index) else { return }
    guard registry.isShownAsOwn(index) else {
      return outputs.append(TimedOutput(instant: instant, record: .stranger(index, sensor)))
    }
    outputs.append(TimedOutput(instant: instant, record: .sensor(index, sensor)))
    assign(index)
    if let adopted = registry.adoption[sensor.address], adopted.way != .recording {
      outputs.append(TimedOutput(instant: instant, record: .adopted(index, adopted)))
    }
  }

  /// What is to be kept of one's own sensors for the next start goes to the keeper of the list, when it has changed.
  package mutating func tellListIfChanged(_ outputs: inout [TimedOutput]) {
    guard registry.adoption.revision != toldList.revision else { return }
    let list = registry.adoption.list
    if list != toldList.list { outputs.append(TimedOutput(instant: instant, record: .adoptions(list))) }
    toldList = (list, registry.adoption.revision)
  }

  /// Persons have other places, or other names.
  package mutating func assignAll() {
    for (index, tenant) in registry.places.all where tenant.isOwn { assign(index) }
  }

  /// Tells the rules whose the sensor at a place is.
  private mutating func assign(_ index: SensorIndex) {
    guard let sensor = registry.sensor(at: index), let adopted = registry.adoption[sensor.address] else { return }
    monitor.assign(role(of: adopted), to: index, at: instant, into: &actions)
  }

  /// What a sensor is to the box.
  package func role(of address: DeviceAddress) -> SensorRole {
    registry.adoption[address].map { role(of: $0) } ?? .stranger
  }

  /// What one's own sensor is to the box: by the configuration, and where that names no person, by the order that adopted
  /// it.
  private func role(of sensor: AdoptedSensor) -> SensorRole {
    var role = roles[sensor.address] ?? .adopted
    if role.person == nil { role.person = sensor.person.flatMap { Standby.person($0, among: persons) } }
    return role
  }
}
