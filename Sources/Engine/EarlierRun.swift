import Alarms
import Monitor
import Readings
import SensorProtocols

/// What the run before left behind, and how the next one goes on with it.
///
/// A box that looks back fills one in from its logbook and the file of open alarms beside it; a simulated box does so from
/// its memory. What follows from it is the same for both, and stands here.
package struct EarlierRun: Sendable {
  /// One thing that the engine goes on with.
  package enum Item: Sendable {
    /// An alarm was there at a sensor when that run ended.
    case alarm(RememberedAlarm, SensorRegistry.Sensor)
    /// A sensor was heard until that run ended, so this one should hear it too.
    case expected(SensorRegistry.Sensor)
    /// A sensor's values had been counted, on a time axis that begins with this run.
    case counts(PendingCounts, SensorRegistry.Sensor)

    /// The same for a run that has been going on for a while.
    /// - Parameters:
    ///   - elapsed: since its beginning: so much less is left of an acknowledgement.
    ///   - offset: how far behind the start of the time axis it began.
    package func takenUp(after elapsed: Duration, axisFrom offset: Duration) -> Item {
      switch self {
      case .alarm(let alarm, let sensor): .alarm(alarm.takenUp(after: elapsed), sensor)
      case .expected: self
      case .counts(let counts, let sensor): .counts(counts.later(by: offset), sensor)
      }
    }
  }

  /// What a sensor said.
  package struct LoggedReading: Sendable {
    package let sensor: SensorRegistry.Sensor
    /// On the axis of the run that goes on with it, so before its start.
    package let at: Instant
    package let measurements: Measurements
    /// Contact with the skin; `nil` where the sensor cannot tell.
    package let contact: SkinContact?
    /// The age of the measurement when it was sent, seconds.
    package let ageSeconds: UInt16?
    /// The sensor's own count.
    package let counter: UInt32?

    package init(
      sensor: SensorRegistry.Sensor, at: Instant, measurements: Measurements, contact: SkinContact?,
      ageSeconds: UInt16?, counter: UInt32?
    ) {
      self.sensor = sensor
      self.at = at
      self.measurements = measurements
      self.contact = contact
      self.ageSeconds = ageSeconds
      self.counter = counter
    }

    var reading: Reading {
      var reading = Reading(model: sensor.model)
      reading.measurements = measurements
      reading.contact = contact
      reading.ageSeconds = ageSeconds
      reading.counter = counter
      return reading
    }
  }

  /// The sensors that were heard until it ended.
  package var sensors: [SensorRegistry.Sensor] = []
  /// What was heard in the end, oldest first, for as long as the longest dwell.
  package var readings: [LoggedReading] = []

  /// Nothing was heard.
  package init() {}

  /// The sensors that should be heard again: those that have measured what they are watched for. One that told of its
  /// battery only is not missed.
  package var expected: [Item] {
    sensors.filter { sensor in
      readings.contains { $0.sensor.address == sensor.address && $0.reading.hasWanted(of: sensor.model) }
    }
    .map { .expected($0) }
  }

  /// What was counted of each sensor by the rules in force, whether or not an alarm had begun.
  package func counts(by settings: MonitorSettings) -> [Item] {
    var recollection = Recollection(settings: settings)
    var heard: [SensorRegistry.Sensor] = []
    for logged in readings {
      let place = heard.firstIndex(of: logged.sensor) ?? heard.count
      if place == heard.count { heard.append(logged.sensor) }
      recollection.take(logged.reading, from: SensorIndex(UInt16(clamping: place)), at: logged.at)
    }
    return heard.enumerated().compactMap { place, sensor in
      recollection.pending(at: SensorIndex(UInt16(clamping: place))).map { .counts($0, sensor) }
    }
  }
}

extension Engine {
  /// Goes on where an earlier run was.
  package mutating func goOn(with item: EarlierRun.Item, at instant: Instant, into outputs: inout [TimedOutput]) {
    switch item {
    case .alarm(let alarm, let sensor): resume(alarm, at: sensor, at: instant, into: &outputs)
    case .expected(let sensor): expect(sensor, at: instant, into: &outputs)
    case .counts(let counts, let sensor): recall(counts, at: sensor, at: instant, into: &outputs)
    }
  }
}
