import Alarms
import Readings
import SensorProtocols

/// What the monitor does with the persons whose hearts it watches.
extension Monitor {
  /// A reminder that somebody is in standby.
  private static let reminder = Duration.seconds(3600)
  /// A person who is not watched for so long is told.
  private static let unwatchedTime = Duration.seconds(60)
  /// The longest standby.
  static let longestStandby = Duration.seconds(12 * 3600)

  /// The place of a person's watch.
  func place(of person: PersonIndex) -> Int? {
    let place = personPlaces[Int(person.position) % 64]
    return place >= 0 ? Int(place) : nil
  }

  /// The place of the watch of the person whom a sensor is about.
  func personPlace(of place: Int) -> Int? { watches[place].person.flatMap { self.place(of: $0) } }

  private func settings(of person: PersonIndex) -> PersonSettings? {
    settings.persons.indices.contains(Int(person.position)) ? settings.persons[Int(person.position)] : nil
  }

  /// A heart sensor belongs to the person whom its role names, else to one of its own.
  mutating func joinPerson(_ place: Int, at instant: Instant) {
    // A sensor that has not been heard is what the configuration says: one of a person's.
    let isNamed = watches[place].role.person != nil && watches[place].traits.model == .unknown
    guard watches[place].isHeartSource || isNamed, watches[place].role.isAdopted, watches[place].person == nil,
      let person = watches[place].role.person ?? freePerson()
    else { return }
    let at = open(person)
    watches[place].person = person
    limits.assign(person, to: watches[place].sensor)
    persons[at].add(watches[place].sensor, isStrap: watches[place].traits.isHeartRateSensor || isNamed)
    persons[at].advance(to: instant, &alarms)
    if settings(of: person) != nil { adoptLimits(at: instant) }
  }

  /// The place of a person's watch, a new one where there is none.
  private mutating func open(_ person: PersonIndex) -> Int {
    if let at = place(of: person) { return at }
    let own = settings(of: person)
    persons.append(
      PersonWatch(person, settings.heartLimits(of: own, at: minuteOfDay), settings.heartRule(of: own)))
    personPlaces[Int(person.position) % 64] = Int8(persons.count - 1)
    alarms.setLoud(own?.sound == .loud, of: person)
    return persons.count - 1
  }

  /// A sensor is another person's from now on, or its wearer has a name now, another one, or no name any more. What is
  /// known of somebody who has no other sensor goes along: the alarm with its pause, growth and latch, and a standby.
  mutating func changePerson(_ place: Int, at instant: Instant) {
    guard let from = personPlace(of: place) else { return joinPerson(place, at: instant) }
    guard let person = watches[place].role.person ?? freePerson(), person != persons[from].index else { return }
    let sensor = watches[place].sensor, isOnly = persons[from].sources.count == 1
    let to = open(person)
    var heir = persons[to]
    persons[from].hand(sensor, to: &heir, at: instant, &alarms)
    persons[to] = heir
    alarms.move(persons[from].subject, to: heir.subject, at: isOnly ? nil : sensor, at: instant)
    watches[place].person = person
    limits.assign(person, to: sensor)
    adoptLimits(at: instant)
    for at in [from, to] { persons[at].advance(to: instant, &alarms) }
  }

  /// Persons whom nobody names are counted from the end, so that they keep their places when the configuration changes.
  private func freePerson() -> PersonIndex? {
    for position in stride(from: 63, through: settings.persons.count, by: -1) {
      let index = PersonIndex(UInt8(position))
      if place(of: index).map({ persons[$0].sources.isEmpty }) ?? true { return index }
    }
    return nil
  }

  /// What a sensor is, is known now. Until now it counted as what it was named for.
  mutating func noteKind(_ place: Int, at instant: Instant) {
    guard let at = personPlace(of: place) else { return joinPerson(place, at: instant) }
    let sensor = watches[place].sensor
    guard !watches[place].isHeartSource else {
      return persons[at].setStrap(watches[place].traits.isHeartRateSensor, sensor)
    }
    leavePerson(place)
    alarms.forget(sensor, of: persons[at].sources.isEmpty ? nil : persons[at].index, at: instant)
  }

  mutating func leavePerson(_ place: Int) {
    guard let at = personPlace(of: place) else { return }
    persons[at].remove(watches[place].sensor)
    watches[place].person = nil
    limits.assign(nil, to: watches[place].sensor)
  }

  /// Puts the limits in force that hold for each person and sensor now.
  mutating func adoptLimits(at instant: Instant) {
    for place in persons.indices {
      let own = settings(of: persons[place].index)
      persons[place].adopt(settings.heartLimits(of: own, at: minuteOfDay), settings.heartRule(of: own))
      alarms.setLoud(own?.sound == .loud, of: persons[place].index)
    }
    var own: [Int: [ConditionID: Double]] = [:]
    for watch in watches {
      let person = watch.person.flatMap { settings(of: $0) }
      let limits = settings.oxygenLimits(of: person, at: minuteOfDay).merging(watch.role.limits) { $1 }
      if !limits.isEmpty { own[Int(watch.sensor.position)] = limits }
    }
    limits.adopt(settings.conditions, own: own)
  }

  mutating func tellTime(_ minute: Int?, at instant: Instant) {
    guard minute != minuteOfDay else { return }
    minuteOfDay = minute
    if settings.persons.contains(where: { $0.night != nil }) { adoptLimits(at: instant) }
  }

  /// Hands what a sensor says of the heart to its person.
  mutating func hearHeart(_ reading: Reading, _ place: Int, at instant: Instant) {
    guard let at = personPlace(of: place), watches[place].isHeartSource else { return }
    let rate =
      reading.measurements[.heartRateBeatsPerMinute] ?? reading.measurements[.pulseBeatsPerMinute]
    let contact = reading.skinContact
    // A message that says nothing of the heart changes nothing.
    guard rate != nil || contact == .notDetected || (contact == .detected && reading.isHeartMessage) else { return }
    let quantity: Quantity =
      reading.measurements[.heartRateBeatsPerMinute] == nil ? .pulseBeatsPerMinute : .heartRateBeatsPerMinute
    let isOffScale = rate.map {
      $0 > 0 && !watches[place].traits.isPlausible($0, of: quantity)
        && !persons[at].isBeyond($0)
    }
    persons[at].setFrozen(watches[place].trust.isFrozen, at: watches[place].sensor)
    persons[at].take(
      rate: rate, isOffScale: isOffScale ?? false, contact, reading.rrIntervals,
      freshUntil: instant.advanced(by: watches[place].freshness), from: watches[place].sensor, at: instant, &alarms)
  }

  // A watch is large: what is asked at every event is asked where it lies.

  /// When something is due at the first person.
  var personDeadline: Instant? {
    var next = reminderAt
    func consider(_ other: Instant?) { if let other { next = min(next ?? other, other) } }
    for at in persons.indices {
      if persons[at].deadline != .never { consider(persons[at].deadline) }
      if let since = persons[at].unwatchedSince, wantsWatch(at), !isLossTold(at),
        !isNotWatchedTold(at)
      {
        consider(since.advanced(by: Self.unwatchedTime))
      }
    }
    if settings.profile == .bedside, isNobodyThere, let nobodySince, !alarms.isOn(.notWatched, at: nil) {
      consider(nobodySince.advanced(by: Self.unwatchedTime))
    }
    return next
  }

  private func wantsWatch(_ at: Int) -> Bool {
    // Whose sensors are all forgotten is nobody's heart.
    !persons[at].sources.isEmpty
      && (settings.profile == .bedside || persons[at].wasInStandby || persons[at].isDismissed)
      && persons[at].standbyUntil == nil && settings.conditions[.notWatched].isEnabled
  }

  private func isLossTold(_ at: Int) -> Bool {
    if persons[at].shown != nil { return true }
    for source in persons[at].sources.all.indices {
      if alarms.isOn(.noData, at: persons[at].sources.all[source].sensor) { return true }
    }
    return false
  }

  private var isNobodyThere: Bool { persons.indices.allSatisfy { persons[$0].sources.isEmpty } }

  /// Lets happen what is due with every person.
  mutating func advancePersons(to instant: Instant) {
    for at in persons.indices {
      if persons[at].deadline <= instant { persons[at].advance(to: instant, &alarms) }
      if persons[at].takeNewlyShown() {
        showAgain(at, at: instant)
        if persons[at].standbyUntil == nil { endStandbyLamp(at, at: instant) }
      }
      for source in persons[at].sources.all.indices {
        if let place = place(of: persons[at].sources.all[source].sensor) { refreshLoss(place, at: instant) }
      }
      watchOver(at, at: instant)
    }
    watchOverNobody(at: instant)
    remind(at: instant)
  }

  /// Sensors tell of themselves again where they stand for no alarm any more.
  private mutating func showAgain(_ at: Int, at instant: Instant) {
    for source in persons[at].sources.all {
      if let place = place(of: source.sensor) { showFaultsAgain(place, at: instant) }
    }
  }

  private mutating func watchOver(_ at: Int, at instant: Instant) {
    guard let lead = persons[at].lead else { return }
    let isTold = isLossTold(at)
    let isDue = persons[at].unwatchedSince.map { $0.advanced(by: Self.unwatchedTime) <= instant } ?? false
    if isDue, wantsWatch(at), !isTold {
      guard !isNotWatchedTold(at) else { return }
      alarms.raise(AlarmCause(.notWatched, at: lead, of: persons[at].subject), at: instant)
    } else if isTold || persons[at].standbyUntil != nil || persons[at].isBack {
      // It may be told at another sensor than the one that speaks now.
      for source in persons[at].sources.all.indices {
        alarms.end(.notWatched, at: persons[at].sources.all[source].sensor, isCalm: true, at: instant)
      }
    }
  }

  private func isNotWatchedTold(_ at: Int) -> Bool {
    for source in persons[at].sources.all.indices {
      if alarms.isOn(.notWatched, at: persons[at].sources.all[source].sensor) { return true }
    }
    return false
  }

  /// Beside a bed without any heart sensor nobody is watched.
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

  /// Whether something of one's own is heard, and beside a bed everybody's heart.
  var isEverybodyWatched: Bool {
    guard watches.indices.contains(where: { watches[$0].isFresh && watches[$0].role.isAdopted }) else { return false }
    if persons.indices.contains(where: { persons[$0].standbyUntil != nil }) { return false }
    guard settings.profile == .bedside else { return true }
    return !isNobodyThere && persons.indices.allSatisfy { persons[$0].sources.isEmpty || persons[$0].isWatched }
  }

  // MARK: What people do

  /// Ends the alarms whose data are gone. A person whose alarm that was is not watched then.
  mutating func dismissLost(at instant: Instant) {
    for at in persons.indices where persons[at].dismiss(at: instant, &alarms) { showAgain(at, at: instant) }
    for place in watches.indices { dismissLoss(place, at: instant) }
  }

  /// Ends the alarms on values of a sensor that are gone.
  private mutating func dismissLoss(_ place: Int, at instant: Instant) {
    guard watches[place].handOver != nil else { return }
    limits.dismissSuspended(watches[place].sensor, &alarms)
    watches[place].handOver = nil
    alarms.end(.noData, at: watches[place].sensor, isCalm: true, at: instant)
    refreshLoss(place, at: instant)
  }

  /// A heart that a sensor is there for.
  package struct Heart: Sendable {
    /// Whose it is.
    package let person: PersonIndex
    /// The sensor that speaks for it.
    package let sensor: SensorIndex
    /// Whether it stays watched, also when standby is asked for.
    package let isHeard: Bool
  }

  /// The hearts of one person, or of all.
  package func hearts(of person: PersonIndex?, at instant: Instant) -> [Heart] {
    persons.filter { person == nil || $0.index == person }.compactMap { watch in
      watch.lead.map { Heart(person: watch.index, sensor: $0, isHeard: watch.isHeard(at: instant)) }
    }
  }

  /// Switches the watch over persons off for a time.
  /// - Returns: ``ConditionID/standby`` where that is refused, since a heart is heard.
  mutating func standBy(_ person: PersonIndex?, for time: Duration, at instant: Instant) -> ConditionID? {
    let end = instant.advanced(by: min(max(time, .zero), Self.longestStandby))
    var isAny = false
    for at in persons.indices where person == nil || persons[at].index == person {
      guard !persons[at].sources.isEmpty, persons[at].standBy(until: end, at: instant, &alarms) else { continue }
      isAny = true
      // An alarm on the oxygen whose data are gone is of the same heart.
      for place in watches.indices where watches[place].person == persons[at].index { dismissLoss(place, at: instant) }
      alarms.calm([.spo2Medium, .spo2High], of: persons[at].subject)
      showStandby(at, until: end, at: instant)
    }
    return isAny ? nil : .standby
  }

  /// Lights the lamp of a standby that has begun.
  mutating func showStandby(_ at: Int, until end: Instant, at instant: Instant) {
    guard let lead = persons[at].lead else { return }
    alarms.raiseSilently(AlarmCause(.standby, at: lead, of: persons[at].subject), until: end, at: instant)
    showAgain(at, at: instant)
    reminderAt = reminderAt ?? instant.advanced(by: Self.reminder)
  }

  mutating func endStandby(_ person: PersonIndex?, at instant: Instant) {
    for at in persons.indices where person == nil || persons[at].index == person {
      guard persons[at].standbyUntil != nil else { continue }
      persons[at].endStandby(at: instant, &alarms)
      endStandbyLamp(at, at: instant)
      showAgain(at, at: instant)
    }
  }

  private mutating func endStandbyLamp(_ at: Int, at instant: Instant) {
    for source in persons[at].sources.all { alarms.end(.standby, at: source.sensor, isCalm: true, at: instant) }
    if persons.allSatisfy({ $0.standbyUntil == nil }) { reminderAt = nil }
  }

  private mutating func remind(at instant: Instant) {
    guard let due = reminderAt, due <= instant else { return }
    guard persons.contains(where: { $0.standbyUntil != nil }) else {
      reminderAt = nil
      return
    }
    reminderAt = due.advanced(by: Self.reminder)
    beeps.tell(1, at: instant)
  }
}

extension Reading {
  /// Whether it is what a heart sensor says again and again, with or without a rate.
  var isHeartMessage: Bool {
    model == .heartRateService && bodyLocation == nil && measurements[.batteryPercent] == nil
      || measurementStatus != nil || sensorStatus != nil
  }
}
