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

  @Test func `is no alarm though the value lingers within the limit before it comes again`() {
    var scene = MonitorScene()
    scene.heartRate(104, during: 0..<2)
    // Between the limit and where an alarm would end.
    for second in 2..<60 { scene.heartRate(second % 2 == 0 ? 99 : 98, at: Double(second)) }
    scene.heartRate(104, during: 60..<62)
    scene.heartRate(72, during: 62..<90)
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
  }

  @Test func `is no alarm though it shows values beyond one limit, good ones, and then values beyond the other`() {
    var scene = MonitorScene()
    scene.heartRate(50, during: 0..<4)
    scene.heartRate(72, during: 4..<7)
    scene.heartRate(150, during: 7..<12)
    scene.heartRate(72, during: 12..<30)
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
  }

  @Test func `with single good samples in it does not hide a lasting value`() throws {
    var scene = MonitorScene()
    for second in 0..<60 { scene.heartRate(second % 4 == 3 ? 72 : 150, at: Double(second)) }
    #expect(try #require(scene.onsets(of: .heartRateHigh).first) <= 15, "a flickering one begins by 1.5 of its bound")
    #expect(scene.ends(of: .heartRateHigh).isEmpty, "one good sample ends no alarm")
  }
}

@Suite struct `An artefact during an alarm` {
  private func play(_ seconds: Int, rr: UInt16?) -> MonitorScene {
    var scene = MonitorScene()
    for second in 0..<60 {
      let isHidden = (20..<20 + seconds).contains(second)
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: isHidden ? 72 : 145], at: Double(second)) {
        $0.contact = .detected
        if let rr { $0.rrIntervals.append(ticks: isHidden ? rr + UInt16(second) : UInt16(424 + second % 5)) }
      }
    }
    return scene
  }

  @Test func `that shows a good value for some seconds does not end it`() {
    #expect(play(4, rr: nil).ends(of: .heartRateHigh).isEmpty)
    #expect(play(9, rr: 500).ends(of: .heartRateHigh).isEmpty, "the beats contradict the value")
  }

  @Test func `is none where the value stays and the beats agree: then it ends after five seconds`() {
    #expect(play(9, rr: 840).ends(of: .heartRateHigh) == [25])
  }

  @Test func `that nothing contradicts and nothing proves ends it after half a minute`() {
    #expect(play(29, rr: nil).ends(of: .heartRateHigh).isEmpty)
    #expect(play(40, rr: nil).ends(of: .heartRateHigh) == [50])
    #expect(play(40, rr: 500).ends(of: .heartRateHigh) == [50], "some hearts beat without a rhythm")
  }
}

@Suite struct `A heart rate that the beats confirm` {
  @Test func `is confirmed also where a slow heart has seconds without a beat`() {
    var scene = MonitorScene()
    for second in 0..<20 {
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: 42], at: Double(second)) {
        $0.contact = .detected
        if second % 3 != 2 { $0.rrIntervals.append(ticks: UInt16(1_460 + second)) }
      }
    }
    #expect(scene.onsets(of: .heartRateLow) == [5])
  }

  private func reading(_ rate: Double, rr: Double, contact: SkinContact = .detected) -> Reading {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = rate
    reading.contact = contact
    reading.rrIntervals.append(ticks: UInt16(rr * 1.024))
    return reading
  }

  private func onset(_ reading: Reading) -> Double? {
    var scene = MonitorScene()
    for second in 0..<20 { scene.receives(reading, from: 1, at: Double(second)) }
    return scene.onsets(of: .heartRateHigh).first
  }

  @Test func `is signalled as soon as it may be`() {
    #expect(onset(reading(150, rr: 400)) == 5)
  }

  @Test func `is signalled as soon where the strap cannot tell whether it feels the skin`() {
    #expect(onset(reading(150, rr: 400, contact: .notSupported)) == 5)
  }

  @Test func `is signalled by the time that it must be where they say something else`() {
    #expect(onset(reading(150, rr: 800)) == 10)
  }

  @Test func `is none where the strap does not feel the skin`() {
    #expect(onset(reading(150, rr: 400, contact: .notDetected)) == nil)
  }
}
