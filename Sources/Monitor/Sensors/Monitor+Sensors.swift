import Alarms
import Readings
import SensorProtocols

/// The sensors of the monitor: their roles, the loss of their data, and their faults.
extension Monitor {
  package static let expectation = MonitoredSensor.expectation

  /// A loss that replaces no alarm is shown this time after its data have become stale. A strap has been silent for 15 s
  /// then; 38 % of gaps of 3 to 40 s are longer. Own choice.
  private static let shownAfter = Duration.seconds(10)
  /// It sounds after this time: with high priority beside a bed. A strap has been silent for 35 s then; 5 % of such gaps
  /// are longer.
  private static let soundingAfter = HeartAvailability.lostTime
  /// Longer than good data take to end a loss.
  private static let returning = Duration.seconds(8)
  /// The air changes slowly, and most of an Aranet's advertisements may be lost without a fault. Own choice.
  private static let soundingAfterOfAir = Duration.seconds(60)
  /// The bounds of a loss that replaces no alarm, from the end of its data: not shown before the first, sounding by the second.
  package static func boundsOfLoss(isHeart: Bool) -> Bounds {
    isHeart
      ? Bounds(notBefore: shownAfter, mustBy: soundingAfter) : Bounds(notBefore: .zero, mustBy: soundingAfterOfAir)
  }

  /// Sets the role of a sensor. A sensor without a call of this method counts as adopted.
  package mutating func assign(
    _ role: SensorRole, to sensor: SensorIndex, at instant: Instant, into actions: inout [Action]
  ) {
    guard let place = watch(.unknown, sensor, at: instant), sensors[place].role != role else { return }
    let wasPerson = sensors[place].role.person
    sensors[place].role = role
    if !role.isAdopted {
      silence(place, at: instant)
    } else if wasPerson != role.person {
      changePerson(place, at: instant)
    } else {
      joinPerson(place, at: instant)
    }
    adoptLimits(at: instant)
    advancePersons(to: instant)
    noteDeadline(place)
    settle(at: instant, into: &actions)
  }

  /// Ends all alarms of a sensor that is no longer adopted.
  private mutating func silence(_ place: Int, at instant: Instant) {
    let at = personPlace(of: place)
    leavePerson(place)
    limits.forget(sensors[place].sensor)
    let heir = at.flatMap { persons[$0].sources.isEmpty ? nil : persons[$0].index }
    alarms.forget(sensors[place].sensor, of: heir, at: instant)
    // The index of the person may be used for another person next.
    if let at, heir == nil { alarms.forget(persons[at].subject, at: instant) }
    sensors[place].faults = SensorFaults()
    endLoss(place)
  }

  /// Replaces a sensor by another one at the same position. The faults of the old one end; the person, the alarms and
  /// their episodes go on.
  /// - Parameter model: ``SensorModel/unknown`` if the new sensor has not been received yet.
  package mutating func replace(
    _ sensor: SensorIndex, by model: SensorModel, at instant: Instant, into actions: inout [Action]
  ) {
    guard let place = place(of: sensor) else { return }
    countHold(place, at: instant)
    let wasKnownFor = sensors[place].traits
    sensors[place].replace(by: model, awaitingUntil: instant.advanced(by: Self.expectation), at: instant)
    rejoinPerson(place, knownFor: wasKnownFor, at: instant)
    showFaultsAgain(place, at: instant)
    if let at = personPlace(of: place) { persons[at].replace(sensor, at: instant, &alarms) }
    refreshLoss(place, at: instant)
    advancePersons(to: instant)
    noteDeadline(place)
    settle(at: instant, into: &actions)
  }

  /// The alarm on a sensor's data, or its latched sound, that would end if the sensor were removed.
  package func alarmOnData(of sensor: SensorIndex) -> ConditionID? { alarms.alarmOnData(of: sensor) }

  package func isEnabled(_ condition: ConditionID) -> Bool { alarms.isEnabled(condition) }

  package func isFresh(_ sensor: SensorIndex) -> Bool { place(of: sensor).map { sensors[$0].isComplete } ?? false }

  /// Removes a sensor; another one may take its position.
  mutating func forget(_ sensor: SensorIndex, at instant: Instant) {
    guard let place = place(of: sensor) else { return }
    silence(place, at: instant)
    sensors.remove(at: place)
    places[Int(sensor.position)] = -1
    for (place, watch) in sensors.enumerated() { places[Int(watch.sensor.position)] = Int8(place) }
    findNextSensorDeadline()
  }

  func place(of sensor: SensorIndex) -> Int? {
    let position = Int(sensor.position)
    guard position < Self.sensorCapacity, places[position] >= 0 else { return nil }
    return Int(places[position])
  }

  /// Begins to watch a sensor, even if its messages cannot be decoded, since it may never send a value.
  /// - Returns: the index in `sensors`; `nil` if there are too many sensors.
  @discardableResult
  mutating func watch(_ model: SensorModel, _ sensor: SensorIndex, at instant: Instant) -> Int? {
    let position = Int(sensor.position)
    guard position < Self.sensorCapacity else { return nil }
    if let place = place(of: sensor) {
      if model != .unknown, sensors[place].traits.model != model {
        let wasKnownFor = sensors[place].traits
        sensors[place].identify(model)
        rejoinPerson(place, knownFor: wasKnownFor, at: instant)
      }
      return place
    }
    sensors.append(MonitoredSensor(sensor, model: model, at: instant))
    let place = sensors.count - 1
    places[position] = Int8(place)
    joinPerson(place, at: instant)
    noteDeadline(place)
    return place
  }

  /// The model of a sensor has changed, so it may have become, or may no longer be, a heart sensor. (A strap that is
  /// received in another way, by advertisement instead of a connection, stays the same heart sensor.)
  private mutating func rejoinPerson(_ place: Int, knownFor before: SensorTraits, at instant: Instant) {
    let now = sensors[place].traits
    guard before.model != now.model, before.model == .unknown || before.heartSource != now.heartSource else { return }
    noteKind(place, at: instant)
  }

  /// Expects a sensor that an earlier run received to its end, or that the configuration names. If it sends no data
  /// within ``expectation``, this counts as a loss of data. Without effect if the sensor has already been received.
  /// - Parameter model: ``SensorModel/unknown`` if only the address is known.
  package mutating func expect(_ sensor: SensorIndex, of model: SensorModel, at instant: Instant) {
    let isKnown = place(of: sensor).map { sensors[$0].measuredAt != nil || sensors[$0].isAwaited } ?? false
    guard let place = watch(model, sensor, at: instant), !isKnown else { return }
    sensors[place].wait(until: instant.advanced(by: Self.expectation))
    noteDeadline(place)
  }

  mutating func noteDeadline(_ place: Int) {
    let previous = sensors[place].deadline
    sensors[place].noteDeadline()
    let deadline = sensors[place].deadline
    if deadline < nextSensorDeadline {
      nextSensorDeadline = deadline
    } else if previous == nextSensorDeadline, deadline != previous {
      findNextSensorDeadline()
    }
  }

  private mutating func findNextSensorDeadline() {
    nextSensorDeadline = .never
    for place in sensors.indices { nextSensorDeadline = min(nextSensorDeadline, sensors[place].deadline) }
  }

  /// Performs the changes that are due for the sensors. The alarms on stale data are handed over to `no-data`.
  mutating func expireSensors(at instant: Instant) {
    guard nextSensorDeadline <= instant else { return }
    for place in sensors.indices where sensors[place].deadline <= instant {
      showFaults(sensors[place].faults.turn(at: instant), place, at: instant)
      let isDue = !sensors[place].isOverdue && sensors[place].freshUntil <= instant
      let isAnyLost = sensors[place].loseFollowed(at: instant)
      if isDue || isAnyLost { lose(place, isDue: isDue, at: instant) }
      noteDeadline(place)
    }
    // The deadline may have been that of a sensor that was replaced since.
    if nextSensorDeadline <= instant { findNextSensorDeadline() }
  }

  private mutating func lose(_ place: Int, isDue: Bool, at instant: Instant) {
    let sensor = sensors[place].sensor
    if isDue {
      countHold(place, at: instant)
      if sensors[place].expire(at: instant) {
        showFaults(sensors[place].faults.fallSilent(at: instant), place, at: instant)
      }
    }
    guard sensors[place].role.isAdopted else { return }
    guard sensors[place].isMissed else {
      if isDue { limits.releaseReports(of: sensor) }
      return
    }
    if let at = personPlace(of: place), isDue {
      persons[at].miss(sensor, at: instant, &alarms)
    }
    sensors[place].handOver = limits.suspend(
      sensor, sensors[place].stale(of: limits.quantities, at: instant), at: instant, &alarms)
    sensors[place].isLost = true
    refreshLoss(place, at: instant)
  }

  /// Raises or ends `no-data` at a sensor.
  mutating func refreshLoss(_ place: Int, at instant: Instant) {
    guard sensors[place].role.isAdopted,
      sensors[place].isLost || isMissing(place) || alarms.isOn(.noData, at: sensors[place].sensor)
    else { return }
    if let at = personPlace(of: place) { return refreshLoss(place, person: at, at: instant) }
    if sensors[place].isComplete {
      endLoss(place)
      alarms.end(.noData, at: sensors[place].sensor, isCalm: true, at: instant)
    } else if sensors[place].isLost {
      raiseLoss(place, escalates: false, at: instant)
    }
  }

  private mutating func endLoss(_ place: Int) {
    sensors[place].isLost = false
    sensors[place].lostAt = nil
    sensors[place].handOver = nil
  }

  /// Raises or ends `no-data` at a person's sensor. The loss is over when good data have been back for some time, or if
  /// it is not signalled. It is not signalled in standby, after a person has ended it, or while the person's own alarm
  /// shows it.
  private mutating func refreshLoss(_ place: Int, person at: Int, at instant: Instant) {
    let sensor = sensors[place].sensor
    if sensors[place].isComplete {
      // While another sensor speaks for the person, but finds no heart either, the loss goes on.
      let isOver =
        persons[at].isBack || !sensors[place].isHeartSource
        || !persons[at].isLead(sensor) && persons[at].state == .good || !alarms.isOn(.noData, at: sensor)
      if isOver {
        // A loss that has sounded is over, and the next one counts from the start.
        if isSounding(.noData, at: sensor), persons[at].isLead(sensor) { persons[at].endLoss() }
        endLoss(place)
      }
    }
    if let shown = persons[at].shown, shown == (.noData, sensor) { return }
    if sensors[place].isLost || isMissing(place), !isLossQuiet(place, of: at) {
      raiseLoss(place, escalates: escalatesLoss(place, of: at), at: instant)
    } else {
      // A known loss begins when it is no longer known.
      sensors[place].lostAt = persons[at].isLossKnown ? .never : nil
      alarms.end(.noData, at: sensor, isCalm: true, at: instant)
    }
  }

  /// A loss of good heart data that is shown goes on though its cause has ended.
  /// - Parameter sounds: whether it sounds already.
  mutating func goOnLosing(_ place: Int, sounds: Bool, at instant: Instant) {
    guard let at = personPlace(of: place) else { return }
    let since = persons[at].badSince ?? instant
    sensors[place].isLost = true
    sensors[place].lostAt = min(sensors[place].lostAt ?? since, since)
    raiseLoss(place, escalates: escalatesLoss(place, of: at), from: sounds ? .sound : .lamp, at: instant)
  }

  /// What of a loss is there already.
  private enum Begun {
    case lamp, sound
  }

  /// Whether the loss of a sensor becomes high: a strap's, or that of any heart sensor beside a bed, if the person has no other.
  private func escalatesLoss(_ place: Int, of at: Int) -> Bool {
    let isUrgent =
      sensors[place].traits.isHeartRateSensor || (sensors[place].isHeartSource && settings.profile == .bedside)
    return isUrgent && !persons[at].hasGoodData(besides: sensors[place].sensor)
  }

  /// Whether `no-data` is not signalled at a sensor: the loss is known, or the person's alarm already shows it. A strap
  /// that touches the skin and finds no beat is not lost either: that is `no-pulse`, or a loss only after some time. Nor
  /// does a loss by its share begin beside good data that have just ended the alarm which showed it. But neither ends a loss.
  private func isLossQuiet(_ place: Int, of at: Int) -> Bool {
    let sensor = sensors[place].sensor
    if persons[at].isLossKnown || persons[at].shown?.sensor == sensor { return true }
    guard persons[at].isLead(sensor), !alarms.isOn(.noData, at: sensor) else { return false }
    guard persons[at].isMissing else { return persons[at].state == .noPulse }
    return persons[at].givesGoodData(sensor) && !sensors[place].isLost
  }

  /// Whether an alarm is there, and not only shown.
  func isSounding(_ condition: ConditionID, at sensor: SensorIndex) -> Bool {
    alarms.isOn(condition, at: sensor) && !alarms.isQuiet(condition, at: sensor)
  }

  private func isMissing(_ place: Int) -> Bool {
    guard let at = personPlace(of: place) else { return false }
    return persons[at].isMissing && persons[at].isLead(sensors[place].sensor)
  }

  private mutating func raiseLoss(_ place: Int, escalates: Bool, from begun: Begun? = nil, at instant: Instant) {
    var cause = AlarmCause(.noData, at: sensors[place].sensor, of: subject(of: place))
    cause.escalates = escalates
    if sensors[place].handOver == nil, !isMissing(place) {
      // It begins with the end of the data, and a single value does not begin it again.
      let since = min(instant, sensors[place].lostAt ?? sensors[place].silentSince)
      sensors[place].lostAt = since
      if begun != .sound { beQuiet(&cause, place, since: since, at: instant) }
      if begun == .lamp { cause.showsAt = instant }
    }
    // What was missing before makes a silence no later high than the silence alone, and what is missing by its share has had its time.
    if sensors[place].isHeartSource {
      cause.risesAt = isMissing(place) ? instant : sensors[place].lostAt?.advanced(by: Self.soundingAfter)
    }
    if let handOver = sensors[place].handOver {
      cause.priority = handOver.priority
      cause.family = handOver.family
      cause.value = handOver.value
      cause.limit = handOver.limit
      cause.isLastValue = true
    } else {
      cause.bounds = Self.boundsOfLoss(isHeart: sensors[place].isHeartSource)
    }
    alarms.raise(cause, isHandOver: sensors[place].handOver != nil, at: instant)
  }

  /// A plain gap is not an alarm: a loss that replaces no alarm is only shown at first, and then sounds. A sensor that is
  /// awaited, or was lost when the box stopped, has had its time.
  func beQuiet(_ cause: inout AlarmCause, _ place: Int, since: Instant, at instant: Instant) {
    guard !sensors[place].isAwaited else { return }
    let isHeart = sensors[place].isHeartSource
    cause.showsAt = since.advanced(by: isHeart ? Self.shownAfter : .zero)
    let soundsAt = since.advanced(by: isHeart ? Self.soundingAfter : Self.soundingAfterOfAir)
    // While good data are back, five seconds of them end it before it sounds.
    var isBack = sensors[place].isFresh
    if isHeart, let at = personPlace(of: place) { isBack = persons[at].givesGoodData(sensors[place].sensor) }
    cause.soundsAt = isBack ? max(soundsAt, instant.advanced(by: Self.returning)) : soundsAt
  }

  func subject(of place: Int) -> Subject { sensors[place].person.map { .person($0) } ?? .room }
}
