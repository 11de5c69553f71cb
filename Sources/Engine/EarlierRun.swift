import Alarms
import Flight
import Monitor
import Readings
import Sessions

/// What the previous run left behind, and how the next run continues with it.
///
/// The box fills this from its logbook and from the file of open alarms beside it; a simulated box fills it from
/// memory. Both continue in the same way.
package struct EarlierRun: Sendable {
  /// One thing that the engine continues with.
  package enum Item: Sendable {
    case alarm(RememberedAlarm, SensorRegistry.Sensor)
    /// A sensor was received until that run ended, so this run expects it too.
    case expected(SensorRegistry.Sensor)
    /// The values of a sensor that were already counted, on a time axis that begins with this run.
    case counts(PendingCounts, SensorRegistry.Sensor)
    /// The phase of flight in which that run ended, on the same axis as the counts.
    case phase(PhaseChange)
    /// The session of this run goes on with one that began before it, on the same axis.
    case session(EarlierSession)

    /// The same item for a run that has been going on for some time.
    /// - Parameters:
    ///   - elapsed: the time since the run began. It shortens what is left of an acknowledgement.
    ///   - offset: how far after the start of the time axis the run began.
    package func takenUp(after elapsed: Duration, axisFrom offset: Duration) -> Item {
      switch self {
      case .alarm(let alarm, let sensor): .alarm(alarm.takenUp(after: elapsed), sensor)
      case .expected: self
      case .counts(let counts, let sensor): .counts(counts.later(by: offset), sensor)
      case .phase(var phase):
        {
          phase.since = phase.since.advanced(by: offset)
          return .phase(phase)
        }()
      case .session(let earlier): .session(earlier.later(by: offset))
      }
    }
  }

  /// A reading from the logbook, with what the rules need of it.
  package struct LoggedReading: Sendable {
    package let sensor: SensorRegistry.Sensor
    /// On the time axis of the new run, and so before its start.
    package let at: Instant
    package let measurements: Measurements
    /// Contact with the skin; `nil` if the sensor does not report it.
    package let contact: SkinContact?
    package let rrIntervals: RRIntervals
    /// The age of the measurement when it was sent, in seconds.
    package let ageSeconds: UInt16?
    package let counter: UInt32?

    package init(
      sensor: SensorRegistry.Sensor, at: Instant, measurements: Measurements, contact: SkinContact?,
      rrIntervals: RRIntervals, ageSeconds: UInt16?, counter: UInt32?
    ) {
      self.sensor = sensor
      self.at = at
      self.measurements = measurements
      self.contact = contact
      self.rrIntervals = rrIntervals
      self.ageSeconds = ageSeconds
      self.counter = counter
    }

    var reading: Reading {
      var reading = Reading(model: sensor.model)
      reading.measurements = measurements
      reading.contact = contact
      reading.rrIntervals = rrIntervals
      reading.ageSeconds = ageSeconds
      reading.counter = counter
      return reading
    }

    /// Whether it is of a sensor that a person wears, whose values are stale after seconds.
    var isOfPerson: Bool {
      measurements[.heartRateBeatsPerMinute] != nil || measurements[.pulseBeatsPerMinute] != nil
        || measurements[.oxygenSaturationPercent] != nil
    }
  }

  /// The latest end of an alarm at a sensor, from which its rule counts again.
  package struct LoggedEnd: Sendable {
    package let condition: ConditionID
    package let sensor: SensorRegistry.Sensor
    /// On the time axis of the new run.
    package let at: Instant

    package init(condition: ConditionID, sensor: SensorRegistry.Sensor, at: Instant) {
      (self.condition, self.sensor, self.at) = (condition, sensor, at)
    }
  }

  /// The sensors that were received until the run ended.
  package var sensors: [SensorRegistry.Sensor] = []
  /// The last readings, oldest first, for as long as the longest dwell.
  package var readings: [LoggedReading] = []
  /// The ends of alarms since then, in any order. An alarm that is on again is not among them.
  package var ends: [LoggedEnd] = []

  /// A restart that loses no readings takes less than this from the last one of a sensor that sends each second.
  private static let longestLoss = Duration.seconds(15)

  package init() {}

  /// The sensors that this run expects: those that have measured what they are watched for. A sensor that only reported
  /// its battery is not missed.
  package var expected: [Item] {
    sensors.filter { sensor in
      readings.contains { $0.sensor.address == sensor.address && $0.reading.hasWanted(of: sensor.model) }
    }
    .map { .expected($0) }
  }

  /// What the rules in force count for each sensor, whether or not an alarm had begun.
  ///
  /// A loss of power takes up to a minute of readings. What a person's sensor measured in it is not known, so a count of
  /// seconds does not go on over it. A sensor of the air loses one reading at most.
  /// - Parameter now: the start of this run, on the axis of ``readings``.
  package func counts(by settings: MonitorSettings, at now: Instant) -> [Item] {
    var recollection = Recollection(settings: settings)
    var latest: [DeviceAddress: Instant] = [:]
    for logged in readings where logged.isOfPerson { latest[logged.sensor.address] = logged.at }
    let lost = latest.filter { $0.value.duration(to: now) > Self.longestLoss }
    var received: [SensorRegistry.Sensor] = []
    var ends = ends.sorted { $0.at > $1.at }
    func takeEnds(until instant: Instant) {
      while let end = ends.last, end.at <= instant {
        ends.removeLast()
        guard let place = received.firstIndex(of: end.sensor) else { continue }
        recollection.end(end.condition, at: SensorIndex(UInt16(clamping: place)), at: end.at)
      }
    }
    for logged in readings {
      takeEnds(until: logged.at)
      let place = received.firstIndex(of: logged.sensor) ?? received.count
      if place == received.count { received.append(logged.sensor) }
      recollection.take(logged.reading, from: SensorIndex(UInt16(clamping: place)), at: logged.at)
    }
    takeEnds(until: now)
    return received.enumerated().compactMap { place, sensor in
      guard let pending = recollection.pending(at: SensorIndex(UInt16(clamping: place))) else { return nil }
      let known = lost[sensor.address] == nil ? pending : pending.withoutCounts
      return known.isEmpty ? nil : .counts(known, sensor)
    }
  }
}

extension Engine {
  package mutating func goOn(with item: EarlierRun.Item, at instant: Instant, into outputs: inout [TimedOutput]) {
    switch item {
    case .alarm(let alarm, let sensor): resume(alarm, at: sensor, at: instant, into: &outputs)
    case .expected(let sensor): expect(sensor, at: instant, into: &outputs)
    case .counts(let counts, let sensor): recall(counts, at: sensor, at: instant, into: &outputs)
    case .phase(let phase): resume(phase, at: instant, into: &outputs)
    case .session(let earlier): resume(earlier, at: instant, into: &outputs)
    }
  }
}
