import Alarms
import Readings
import SensorProtocols

/// The persons whose hearts the monitor watches: which sensor belongs to whom, who is not watched, and standby.
extension Monitor {
  /// While anybody is in standby, one beep reminds of it at this interval.
  static let reminder = Duration.seconds(3600)
  /// `not-watched` is raised after this time.
  private static let unwatchedTime = Duration.seconds(60)
  static let longestStandby = Duration.seconds(12 * 3600)

  func place(of person: PersonIndex) -> Int? {
    let place = personPlaces[Int(person.position) % 64]
    return place >= 0 ? Int(place) : nil
  }

  /// The index in `persons` of the person who wears a sensor.
  func personPlace(of place: Int) -> Int? { sensors[place].person.flatMap { self.place(of: $0) } }

  private func settings(of person: PersonIndex) -> PersonSettings? {
    let place = Int(person.position)
    let named = settings.persons.indices.contains(place) ? settings.persons[place] : nil
    return PersonSettings.wearer(
      named, of: sensors.first { $0.person == person && $0.role.kind != nil }.flatMap(\.role.kind))
  }

  package func hasKind(_ person: PersonIndex?) -> Bool {
    person.map { Int($0.position) }.map { settings.persons.indices.contains($0) && settings.persons[$0].kind != nil }
      ?? false
  }

  /// Assigns a heart sensor to the person of its role, or to a new person without a name.
  mutating func joinPerson(_ place: Int, at instant: Instant) {
    // A sensor that the configuration assigns to a person counts as a heart sensor until it is received.
    let isNamed = sensors[place].role.person != nil && sensors[place].traits.model == .unknown
    guard sensors[place].isHeartSource || isNamed, sensors[place].role.isAdopted, sensors[place].person == nil,
      let person = sensors[place].role.person ?? freePerson()
    else { return }
    let at = open(person)
    sensors[place].person = person
    limits.assign(person, to: sensors[place].sensor)
    persons[at].add(sensors[place].sensor, isStrap: sensors[place].traits.isHeartRateSensor || isNamed)
    persons[at].advance(to: instant, &alarms)
    if settings(of: person) != nil { adoptLimits(at: instant) }
  }

  private mutating func open(_ person: PersonIndex) -> Int {
    if let at = place(of: person) { return at }
    let own = settings(of: person)
    persons.append(
      PersonWatch(person, settings.heartLimits(of: own, at: minuteOfDay), settings.heartRule(of: own)))
    personPlaces[Int(person.position) % 64] = Int8(persons.count - 1)
    alarms.setLoud(own?.sound == .loud, of: person)
    return persons.count - 1
  }

  /// Moves a sensor to another person, because its role has changed. If it is the only sensor of the old person, the
  /// alarms with their pause, escalation and latched sound, and the standby, move to the new person too.
  mutating func changePerson(_ place: Int, at instant: Instant) {
    guard let from = personPlace(of: place) else { return joinPerson(place, at: instant) }
    guard let person = sensors[place].role.person ?? freePerson(), person != persons[from].index else { return }
    let sensor = sensors[place].sensor, isOnly = persons[from].sources.count == 1
    let to = open(person)
    var heir = persons[to]
    persons[from].hand(sensor, to: &heir, at: instant, &alarms)
    persons[to] = heir
    alarms.move(persons[from].subject, to: heir.subject, at: isOnly ? nil : sensor, at: instant)
    sensors[place].person = person
    limits.assign(person, to: sensor)
    adoptLimits(at: instant)
    for at in [from, to] { persons[at].advance(to: instant, &alarms) }
  }

  /// An unused index for a person without a name. It is counted down from 63, so that it stays free if the
  /// configuration changes.
  private func freePerson() -> PersonIndex? {
    for position in stride(from: 63, through: settings.persons.count, by: -1) {
      let index = PersonIndex(UInt8(position))
      if place(of: index).map({ persons[$0].sources.isEmpty }) ?? true { return index }
    }
    return nil
  }

  /// The model of a sensor has become known. Until now it counted as a heart sensor if the configuration assigned it to
  /// a person.
  mutating func noteKind(_ place: Int, at instant: Instant) {
    guard let at = personPlace(of: place) else { return joinPerson(place, at: instant) }
    let sensor = sensors[place].sensor
    guard !sensors[place].isHeartSource else {
      return persons[at].setStrap(sensors[place].traits.isHeartRateSensor, sensor)
    }
    leavePerson(place)
    alarms.forget(sensor, of: persons[at].sources.isEmpty ? nil : persons[at].index, at: instant)
  }

  mutating func leavePerson(_ place: Int) {
    guard let at = personPlace(of: place) else { return }
    persons[at].remove(sensors[place].sensor)
    sensors[place].person = nil
    sensors[place].trust.pacedRates = nil
    limits.assign(nil, to: sensors[place].sensor)
  }

  /// Sets the limits that are in force now for each person and each sensor.
  mutating func adoptLimits(at instant: Instant) {
    for place in persons.indices {
      let own = settings(of: persons[place].index)
      persons[place].adopt(settings.heartLimits(of: own, at: minuteOfDay), settings.heartRule(of: own))
      alarms.setLoud(own?.sound == .loud, of: persons[place].index)
    }
    var own: [Int: [ConditionID: Double]] = [:]
    var bounds: [Int: [ConditionID: Bounds]] = [:]
    for place in sensors.indices {
      let watch = sensors[place]
      let person = watch.person.flatMap { settings(of: $0) }
      sensors[place].trust.pacedRates = person?.kind?.pacedRates
      let limits = settings.oxygenLimits(of: person, at: minuteOfDay).merging(watch.role.limits) { $1 }
      if !limits.isEmpty { own[Int(watch.sensor.position)] = limits }
      if let oxygen = person?.oxygenBounds { bounds[Int(watch.sensor.position)] = [.spo2Medium: oxygen] }
    }
    limits.adopt(settings.conditions, own: own, bounds: bounds)
  }

  mutating func setTime(_ minute: Int?, at instant: Instant) {
    guard minute != minuteOfDay else { return }
    minuteOfDay = minute
    if settings.persons.contains(where: { $0.night != nil }) { adoptLimits(at: instant) }
  }

  /// Passes the heart data of a reading to the person who wears the sensor.
  mutating func receiveHeart(_ reading: Reading, _ place: Int, at instant: Instant) {
    guard let at = personPlace(of: place), sensors[place].isHeartSource else { return }
    let rate =
      reading.measurements[.heartRateBeatsPerMinute] ?? reading.measurements[.pulseBeatsPerMinute]
    let contact = reading.skinContact
    // A message without heart data changes nothing, but the time before it ends no alarm.
    guard rate != nil || contact == .notDetected || (contact == .detected && reading.isHeartMessage) else {
      return persons[at].interrupt(sensors[place].sensor)
    }
    let quantity: Quantity =
      reading.measurements[.heartRateBeatsPerMinute] == nil ? .pulseBeatsPerMinute : .heartRateBeatsPerMinute
    let isOffScale = rate.map {
      $0 > 0 && !sensors[place].traits.isPlausible($0, of: quantity)
        && !persons[at].isBeyond($0)
    }
    persons[at].setFrozen(sensors[place].trust.isFrozen, at: sensors[place].sensor)
    persons[at].take(
      rate: rate, isOffScale: isOffScale ?? false, contact, reading.rrIntervals,
      freshUntil: instant.advanced(by: sensors[place].freshness), from: sensors[place].sensor, at: instant, &alarms)
  }

  // A watch is large, so code that runs for every event reads it in place.

  var personDeadline: Instant? {
    var next = reminderAt
    for at in persons.indices {
      if persons[at].deadline != .never { next.lower(to: persons[at].deadline) }
    }
    if settings.profile == .bedside, isNobodyThere, let nobodySince, !alarms.isOn(.notWatched, at: nil) {
      next.lower(to: nobodySince.advanced(by: Self.unwatchedTime))
    }
    return next
  }

  private func wantsWatch(_ at: Int) -> Bool {
    // A person whose sensors are all removed is not to be watched.
    !persons[at].sources.isEmpty
      && (settings.profile == .bedside || persons[at].wasInStandby || persons[at].isDismissed)
      && persons[at].standbyUntil == nil && settings.conditions[.notWatched].isEnabled
  }

  /// Whether an alarm sounds for it. A loss that is only shown does not.
  private func isLossReported(_ at: Int) -> Bool {
    if persons[at].shown != nil { return true }
    for source in persons[at].sources.all.indices {
      if isSounding(.noData, at: persons[at].sources.all[source].sensor) { return true }
    }
    return false
  }

  private var isNobodyThere: Bool { persons.indices.allSatisfy { persons[$0].sources.isEmpty } }

  mutating func advancePersons(to instant: Instant) {
    for at in persons.indices {
      if persons[at].deadline <= instant { persons[at].advance(to: instant, &alarms) }
      if persons[at].takeNewlyShown() {
        showAgain(at, at: instant)
        if persons[at].standbyUntil == nil { endStandbyLamp(at, at: instant) }
      }
      for source in persons[at].sources.all.indices {
        if let place = place(of: persons[at].sources.all[source].sensor) {
          refreshLoss(place, at: instant)
          showQuietFaultsAgain(place, at: instant)
        }
      }
      watchOver(at, at: instant)
    }
    watchOverNobody(at: instant)
    remind(at: instant)
  }

  /// Shows the faults of a person's sensors again, which were hidden while they stood for an alarm.
  mutating func showAgain(_ at: Int, at instant: Instant) {
    for source in persons[at].sources.all {
      if let place = place(of: source.sensor) { showFaultsAgain(place, at: instant) }
    }
  }

  private mutating func watchOver(_ at: Int, at instant: Instant) {
    guard let lead = persons[at].lead else { return }
    let isReported = isLossReported(at)
    if persons[at].isUnwatched, wantsWatch(at), !isReported {
      guard !isNotWatchedReported(at) else { return }
      var cause = AlarmCause(.notWatched, at: lead, of: persons[at].subject)
      // In a cabin or cockpit a person has taken the strap off and said so: that is only shown.
      if settings.profile != .bedside, persons[at].isDismissed { cause.soundsAt = .never }
      alarms.raise(cause, at: instant)
    } else if isReported || persons[at].standbyUntil != nil || persons[at].isBack {
      // The alarm may be on at another sensor than the present lead.
      for source in persons[at].sources.all.indices {
        alarms.end(.notWatched, at: persons[at].sources.all[source].sensor, isCalm: true, at: instant)
      }
    }
  }

  private func isNotWatchedReported(_ at: Int) -> Bool {
    for source in persons[at].sources.all.indices {
      if alarms.isOn(.notWatched, at: persons[at].sources.all[source].sensor) { return true }
    }
    return false
  }

  /// In the profile `bedside`, raises `not-watched` if there is no heart sensor.
  private mutating func watchOverNobody(at instant: Instant) {
    guard settings.profile == .bedside, isNobodyThere else {
      nobodySince = nil
      return alarms.end(.notWatched, at: nil, isCalm: true, at: instant)
    }
    let since = nobodySince ?? instant
    nobodySince = since
    if since.advanced(by: Self.unwatchedTime) <= instant {
      alarms.raise(AlarmCause(.notWatched, at: nil, of: .room), at: instant)
    }
  }

  /// Until when no person is watched, because all are in standby; `nil` if a person is watched, or should be.
  private var standbyOfAll: Instant? {
    guard settings.profile == .bedside else { return nil }
    var end: Instant?
    for at in persons.indices where !persons[at].sources.isEmpty {
      guard let standbyUntil = persons[at].standbyUntil else { return nil }
      end = min(end ?? standbyUntil, standbyUntil)
    }
    return end
  }

  /// A radio that is not needed now is shown by the lamp alone, without a sound.
  mutating func quietAdapter(at instant: Instant) { alarms.setQuiet(.adapterGone, until: standbyOfAll, at: instant) }

  /// Whether any adopted sensor has fresh data and, in the profile `bedside`, all persons are watched.
  var isEverybodyWatched: Bool {
    guard sensors.indices.contains(where: { sensors[$0].isFresh && sensors[$0].role.isAdopted }) else { return false }
    if persons.indices.contains(where: { persons[$0].isLeftUnwatched }) { return false }
    guard settings.profile == .bedside else { return true }
    return !isNobodyThere && persons.indices.allSatisfy { persons[$0].sources.isEmpty || persons[$0].isWatched }
  }
}

extension Reading {
  /// Whether it is a periodic message of an oximeter, with or without a pulse. A strap always sends a number: 0 if it finds
  /// no beat, and one that means none is no data.
  var isHeartMessage: Bool { measurementStatus != nil || sensorStatus != nil }
}
