import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// What must not become an alarm, and what speaks for a value that it may become one early.
@Suite struct `A passing artefact` {
  @Test(arguments: 1...8) func `of a strap is no alarm`(seconds: Int) {
    var scene = MonitorScene()
    scene.heartRate(72, during: 0..<60)
    scene.heartRate(190, during: 60..<60 + seconds)
    scene.heartRate(72, during: 60 + seconds..<120)
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
  }

  @Test func `again and again is no alarm while the heart is well in between`() {
    var scene = MonitorScene()
    for second in 0..<600 { scene.heartRate(second % 10 < 4 ? 190 : 72, at: Double(second)) }
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
  }

  @Test func `with single good samples in it does not hide a lasting value`() throws {
    var scene = MonitorScene()
    for second in 0..<60 { scene.heartRate(second % 4 == 3 ? 72 : 150, at: Double(second)) }
    #expect(try #require(scene.onsets(of: .heartRateHigh).first) <= 10)
    #expect(scene.ends(of: .heartRateHigh).isEmpty, "one good sample ends no alarm")
  }
}

@Suite struct `A heart rate that the beats confirm` {
  private func reading(_ rate: Double, rr: Double, contact: SkinContact = .detected) -> Reading {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = rate
    reading.contact = contact
    reading.rrIntervals.append(ticks: UInt16(rr * 1.024))
    return reading
  }

  private func onset(_ reading: Reading) -> Double? {
    var scene = MonitorScene()
    for second in 0..<20 { scene.happens(.reading(reading, from: SensorIndex(1)), at: Double(second)) }
    return scene.onsets(of: .heartRateHigh).first
  }

  @Test func `is signalled as soon as it may be`() {
    #expect(onset(reading(150, rr: 400)) == 5)
  }

  @Test func `is signalled by the time that it must be where they say something else, or there is no contact`() {
    #expect(onset(reading(150, rr: 800)) == 9)
    #expect(onset(reading(150, rr: 400, contact: .notDetected)) == 9)
    #expect(onset(reading(150, rr: 400, contact: .notSupported)) == 9)
  }
}
