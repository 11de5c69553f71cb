import Alarms
import Monitor
import Readings
import SensorProtocols

/// Adopted sensors and strangers: adopted sensors have a place and reach the rules, strangers are only shown.
extension Engine {
  /// Starts a run: gives the adopted sensors their places.
  /// - Parameter isAwaiting: whether their silence counts. A recording holds what was received, wherever it was made.
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

  /// Expects the sensor at a place: its silence is a loss of data. A sensor that was received and never measured
  /// anything is not missed.
  private mutating func beginAwaiting(_ index: SensorIndex) {
    guard let sensor = registry.sensor(at: index) else { return }
    if !registry.isWatched(index) {
      guard sensor.model == .unknown else { return }
      awaited.insert(index)
    }
    monitor.expect(index, of: sensor.model, at: instant)
  }

  /// Stops waiting for an adopted sensor that was received and does not measure anything that is watched.
  package mutating func noteUnmeasured(_ index: SensorIndex) {
    guard awaited.remove(index) != nil else { return }
    monitor.handle(.forgotten(index), at: instant, into: &actions)
    assign(index)
  }

  /// Gives a place to a sensor that an earlier run knows or that a person names.
  package mutating func introduce(
    _ sensor: SensorRegistry.Sensor, hasMeasured: Bool, at instant: Instant, _ outputs: inout [TimedOutput]
  ) -> SensorIndex? {
    guard let (index, isNew) = registry.introduce(sensor, hasMeasured: hasMeasured, at: instant) else { return nil }
    self.instant = max(self.instant, instant)
    if hasMeasured { awaited.remove(index) }
    if isNew { reportPlace(index, &outputs) }
    return index
  }

  // MARK: Orders

  /// Adopts a sensor by order of a person.
  package mutating func adopt(
    _ order: AdoptionOrder, at instant: Instant, into outputs: inout [TimedOutput]
  ) -> OrderAnswer {
    self.instant = max(self.instant, instant)
    var order = order
    order.person = order.replaced.flatMap { personToHandOn(of: $0) }
    do throws(LapwingError) {
      try refuseLoss(by: order)
      let placed = try registry.adopt(order, at: self.instant)
      applyPlacement(placed, &outputs)
      reportListIfChanged(&outputs)
      let new = placed.change.sensor.address
      var notices: [OrderNotice] = []
      if !placed.wasReceived { notices.append(.notReceived(new)) }
      if let person = order.person, let old = placed.change.replaced {
        notices.append(.stillListed(old, person: person, new: new))
      }
      if asksForKind(after: placed) { notices.append(.limitsOfAdult(new)) }
      if lacksBeats(placed.index) { notices.append(.withoutBeats(new)) }
      return .done(notices)
    } catch {
      return .refused(error)
    }
  }

  /// Whether to ask for the kind of the person beside whose bed a heart sensor was adopted. Until it is given the limits
  /// of an adult hold.
  private func asksForKind(after placed: SensorRegistry.Placed) -> Bool {
    // One that replaces another is worn by the same person.
    guard monitor.profile == .bedside, placed.change.replaced == nil else { return false }
    let sensor = placed.change.sensor, model = registry.sensor(at: placed.index)?.model ?? sensor.model
    let role = role(of: sensor)
    return SensorKind(model)?.isWorn == true && role.kind == nil && !monitor.hasKind(role.person)
  }

  /// Whether the sensor at a place beside a bed has sent no beats with skin contact so far, though it is worn.
  private func lacksBeats(_ index: SensorIndex) -> Bool {
    guard monitor.profile == .bedside, let tenant = registry.places[index], tenant.isOwn, !tenant.hasBeats else {
      return false
    }
    return SensorKind(tenant.sensor.model)?.isWorn == true
  }

  /// Refuses an order that would lose an alarm: an adopted sensor that replaces another one leaves its own place, and
  /// the alarms and latched sounds of that place would end.
  private mutating func refuseLoss(by order: AdoptionOrder) throws(LapwingError) {
    let address = registry.identity(of: order.address)
    guard order.replaced != nil, registry.adoption.contains(address), let index = registry.places.index(of: address),
      let condition = monitor.alarmOnData(of: index)
    else { return }
    throw LapwingError(
      .usage, code: "alarm-there",
      "\(address) is adopted itself, and has an alarm (\(condition.name)) that would be lost; respond to it, reset it "
        + "(lapwing reset), and then give this order again")
  }

  /// The person whose heart a sensor measures, if the configuration lists the sensor for a person and sets nothing else
  /// for it. Then an order may give the person to another sensor: at night a change of the file would take too long.
  private func personToHandOn(of address: DeviceAddress) -> String? {
    guard let role = roles[address], role.limits.isEmpty, !registry.selection.named.contains(address) else {
      return nil
    }
    return role.person.flatMap { persons.indices.contains(Int($0.position)) ? persons[Int($0.position)] : nil }
  }

  /// Ends the adoption of a sensor by order of a person.
  package mutating func forget(
    _ address: DeviceAddress, at instant: Instant, into outputs: inout [TimedOutput]
  ) -> OrderAnswer {
    self.instant = max(self.instant, instant)
    do throws(LapwingError) {
      let notices = try reportEndedAlarms(&outputs) { (engine, outputs) throws(LapwingError) in
        if let left = try engine.registry.forget(address) { engine.applyLeaving(left, &outputs) }
        outputs.append(TimedOutput(instant: engine.instant, record: .adoption(.forgotten(address))))
        engine.reportListIfChanged(&outputs)
      }
      return .done(notices)
    } catch {
      return .refused(error)
    }
  }

  /// Adopts the nearest sensors after two buttons were held. The answer is a sound, because nothing else may be at
  /// hand: two beeps if a sensor is adopted now, four if not.
  mutating func adoptNearest(at instant: Instant, _ outputs: inout [TimedOutput]) {
    self.instant = max(self.instant, instant)
    var outcome = registry.adoption.adoptNearest(at: self.instant)
    for change in outcome.adopted {
      do throws(LapwingError) {
        applyPlacement(try registry.settle(change, at: self.instant), &outputs)
      } catch {
        outcome.refused.append(error)
      }
    }
    for error in outcome.refused {
      outputs.append(TimedOutput(instant: self.instant, record: .adoption(.refused(error))))
    }
    reportListIfChanged(&outputs)
    handle(.beeps(outcome.isDone ? BeepCount.done : BeepCount.refused), at: self.instant, &outputs)
  }

  package mutating func use(_ selection: SensorSelection, at instant: Instant, into outputs: inout [TimedOutput]) {
    self.instant = max(self.instant, instant)
    let isOther = selection != registry.selection
    let (added, left) = registry.use(selection, naming: selection.named(besides: roles))
    for place in left { applyLeaving(place, &outputs) }
    // A sensor that was switched off until now is expected too.
    let back = registry.adoption.sensors.map(\.address).filter { registry.places.index(of: $0) == nil }
    begin(at: self.instant, isAwaiting: false, into: &outputs)
    for address in added + back { if let index = registry.places.index(of: address) { beginAwaiting(index) } }
    if isOther { outputs.append(TimedOutput(instant: self.instant, record: .selection(selection))) }
    reportListIfChanged(&outputs)
    reportActions(&outputs)
  }

  /// The gaps that there would be if these sensors were used: named sensors without a place.
  package func gaps(using selection: SensorSelection, isNew: Bool) -> [Unwatched.Gap] {
    var adoption = registry.adoption
    if isNew { _ = adoption.use(selection.named(besides: roles)) }
    return adoption.gaps
  }

  // MARK: What follows

  private mutating func applyPlacement(_ placed: SensorRegistry.Placed, _ outputs: inout [TimedOutput]) {
    if let (index, wasOwn) = placed.left {
      applyLeaving(LeftPlace(index: index, stranger: nil, wasOwn: wasOwn), &outputs)
    }
    // The place stays, and with it the person and the episode.
    if placed.change.replaced != nil {
      pressure.forget(placed.index)
      monitor.replace(placed.index, by: placed.change.sensor.model, at: instant, into: &actions)
    }
    reportPlace(placed.index, &outputs)
    // The rules never got its readings while it was a stranger. It may have fallen silent since.
    beginAwaiting(placed.index)
    outputs.append(TimedOutput(instant: instant, record: .adoption(.adopted(placed.change.sensor))))
    noteLimitation(of: placed.index, &outputs)
    reportActions(&outputs)
  }

  /// An adoption by buttons, or by the box itself, has no other answer than beeps and the log.
  private func noteLimitation(of index: SensorIndex, _ outputs: inout [TimedOutput]) {
    guard lacksBeats(index), let tenant = registry.places[index] else { return }
    let notice = OrderNotice.withoutBeats(tenant.sensor.address)
    outputs.append(TimedOutput(instant: instant, record: .note("adopted  \(notice.sentence)")))
  }

  package mutating func applyLeaving(_ left: LeftPlace, _ outputs: inout [TimedOutput]) {
    // The rules do not know strangers.
    awaited.remove(left.index)
    pressure.forget(left.index)
    if left.wasOwn { handle(.forgotten(left.index), at: instant, &outputs) }
    if let stranger = left.stranger {
      outputs.append(TimedOutput(instant: instant, record: .stranger(left.index, stranger)))
    } else {
      outputs.append(TimedOutput(instant: instant, record: .left(left.index)))
    }
  }

  /// Reports a sensor that the box has adopted by itself.
  package mutating func noteAdopted(_ sensor: AdoptedSensor, _ outputs: inout [TimedOutput]) {
    guard sensor.way == .itself else { return }
    outputs.append(TimedOutput(instant: instant, record: .adoption(.unconfirmed(sensor))))
    if let index = registry.places.index(of: sensor.address) { noteLimitation(of: index, &outputs) }
    handle(.beeps(BeepCount.reminder), at: instant, &outputs)
  }

  /// Reminds people to confirm the sensors that the box has adopted by itself.
  package mutating func remind(at instant: Instant, _ outputs: inout [TimedOutput]) {
    self.instant = max(self.instant, instant)
    registry.adoption.remind(at: self.instant)
    for sensor in registry.adoption.unconfirmed {
      outputs.append(TimedOutput(instant: self.instant, record: .adoption(.unconfirmed(sensor))))
    }
    handle(.beeps(BeepCount.reminder), at: self.instant, &outputs)
  }

  /// Reports the sensor that has a place now, and passes it to the rules.
  package mutating func reportPlace(_ index: SensorIndex, _ outputs: inout [TimedOutput]) {
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

  /// Passes on the list of adopted sensors for the next start, if it has changed.
  package mutating func reportListIfChanged(_ outputs: inout [TimedOutput]) {
    guard registry.adoption.revision != reportedList.revision else { return }
    let list = registry.adoption.list
    if list != reportedList.list { outputs.append(TimedOutput(instant: instant, record: .adoptions(list))) }
    reportedList = (list, registry.adoption.revision)
  }

  /// Assigns all adopted sensors again, because the persons have changed.
  package mutating func assignAll() {
    for (index, tenant) in registry.places.all where tenant.isOwn { assign(index) }
  }

  /// Gives the rules the role of the sensor at a place.
  private mutating func assign(_ index: SensorIndex) {
    guard let sensor = registry.sensor(at: index), let adopted = registry.adoption[sensor.address] else { return }
    monitor.assign(role(of: adopted), to: index, at: instant, into: &actions)
  }

  /// The role of a sensor: its person and limits, or a stranger.
  package func role(of address: DeviceAddress) -> SensorRole {
    registry.adoption[address].map { role(of: $0) } ?? .stranger
  }

  /// The role of an adopted sensor: from the configuration, or, if that names no person, from the order that adopted
  /// it.
  private func role(of sensor: AdoptedSensor) -> SensorRole {
    var role = roles[sensor.address] ?? .adopted
    role.kind = sensor.wearer
    if role.person == nil { role.person = sensor.person.flatMap { Standby.person($0, among: persons) } }
    return role
  }
}
