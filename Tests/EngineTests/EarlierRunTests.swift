import Engine
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// What a run goes on with of the one before.
@Suite struct `An earlier run` {
  /// A worn strap whose readings end some seconds before the start of this run.
  private func strap(sendsBeats: Bool, endedBefore seconds: Int) -> EarlierRun {
    var run = EarlierRun()
    for second in 0..<60 {
      var reading = Reading(model: .heartRateService)
      reading.measurements[.heartRateBeatsPerMinute] = 72
      if sendsBeats { reading.rrIntervals.append(ticks: UInt16(850 + second % 5)) }
      run.readings.append(
        EarlierRun.LoggedReading(
          sensor: SensorRegistry.Sensor(address: .sampleStrap, model: .heartRateService),
          at: Instant.start.advanced(by: .seconds(second - 59 - seconds)), measurements: reading.measurements,
          contact: .detected, rrIntervals: reading.rrIntervals, ageSeconds: nil, counter: nil))
    }
    return run
  }

  @Test(arguments: [(true, 5, 1), (false, 5, 1), (true, 50, 1), (false, 50, 0)])
  func `whose last minute of readings is lost leaves no counts, but that a strap sends beats`(
    sendsBeats: Bool, seconds: Int, items: Int
  ) {
    let run = strap(sendsBeats: sendsBeats, endedBefore: seconds)
    #expect(run.counts(by: MonitorSettings(latchesSound: false, gradesAir: true), at: .start).count == items)
  }
}
