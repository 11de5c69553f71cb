import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `Frozen value` {
  @Test func `a heart rate that does not move by a beat for five minutes is frozen`() {
    var scene = MonitorScene()
    scene.heartRate(72, during: 0..<400)
    #expect(scene.onsets(of: .frozen) == [301], "the second message that says so confirms it")
    #expect(scene.changes(of: .frozen).map(\.alarm.priority) == [.medium])
    #expect(scene.changes(of: .frozen).allSatisfy { $0.alarm.isTechnical })
  }

  @Test func `five seconds after a beat of change end it`() {
    var scene = MonitorScene()
    scene.heartRate(72, during: 0..<310)
    scene.heartRate(73, during: 310..<320)
    #expect(scene.ends(of: .frozen) == [315])
  }

  @Test func `a steady heart that moves by a beat now and then is not frozen`() {
    var scene = MonitorScene()
    for second in 0..<3_600 { scene.heartRate(second / 120 % 2 == 0 ? 64 : 65, at: Double(second)) }
    #expect(scene.onsets(of: .frozen).isEmpty)
  }

  @Test func `intervals between heartbeats that differ show a living heart at a constant rate`() {
    var scene = MonitorScene()
    for second in 0..<1_200 {
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: 60], at: Double(second)) {
        $0.rrIntervals.append(ticks: second % 2 == 0 ? 1_020 : 1_028)
      }
    }
    #expect(scene.onsets(of: .frozen).isEmpty)
  }

  @Test func `intervals that no heart makes do not show one`() {
    var scene = MonitorScene()
    for second in 0..<400 {
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: 60], at: Double(second)) {
        $0.rrIntervals.append(ticks: UInt16(second % 200))
      }
    }
    #expect(scene.onsets(of: .frozen) == [301])
  }

  @Test func `intervals that repeat to the tick are no living heart's, and two minutes of them are frozen`() {
    var scene = MonitorScene()
    for second in 0..<400 {
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: 60], at: Double(second)) {
        $0.rrIntervals.append(ticks: 1_024)
      }
    }
    #expect(scene.onsets(of: .frozen) == [121])
  }

  @Test func `a second without a beat does not make intervals that repeat look frozen sooner`() {
    var scene = MonitorScene()
    for second in 0..<110 {
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: 45], at: Double(second)) {
        if second % 4 != 3 { $0.rrIntervals.append(ticks: 1_365) }
      }
    }
    #expect(scene.onsets(of: .frozen).isEmpty)
  }

  @Test func `a strap that gave intervals, and gives none and no other rate for ten seconds, is frozen`() {
    var scene = MonitorScene()
    for second in 0..<200 {
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: 60], at: Double(second)) {
        if second < 100 { $0.rrIntervals.append(ticks: UInt16(1_000 + second % 7)) }
      }
    }
    #expect(scene.onsets(of: .frozen) == [110])
  }

  /// A strap with skin contact whose beats stop at 100 s; then its number is so much more than 72 bpm.
  private func stopped(_ contact: SkinContact = .detected, _ more: (Int) -> Double) -> MonitorScene {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(72, during: 0..<100)
    for second in 100..<155 { scene.strap(contact, 72 + more(second), during: second..<second + 1) }
    return scene
  }

  @Test func `a strap whose beats have stopped stays frozen while its number moves by small steps`() {
    for wait in [11, 12, 15, 20] {
      let scene = stopped { Double($0 / wait % 2) }
      #expect(scene.onsets(of: .frozen).count == 1 && scene.ends(of: .frozen).isEmpty, "a step each \(wait) s")
    }
  }

  @Test func `and is not with a number that jumps, or a beat`() {
    let jumps = stopped { $0 < 120 ? 0 : Double(8 * (1 - $0 % 2)) }
    #expect(jumps.ends(of: .frozen) == [125])
    var beats = stopped { _ in 0 }
    beats.beats(72, during: 155..<165)
    #expect(beats.ends(of: .frozen) == [160])
  }

  @Test(arguments: [Quantity.pulseAmplitudePercent, .oxygenSaturationPercent])
  func `an oximeter on a paced heart, whose pulse stays and whose other value moves, is not frozen`(other: Quantity) {
    var scene = MonitorScene()
    for second in 0..<1_200 {
      var values: [Quantity: Double] = [.pulseBeatsPerMinute: 60, .oxygenSaturationPercent: 96]
      values[other] = second / 100 % 2 == 0 ? 95 : 94
      scene.reads(.o2Ring, values, at: Double(second))
    }
    #expect(scene.onsets(of: .frozen).isEmpty)
  }

  @Test func `an oximeter of which no value moves is frozen`() {
    var scene = MonitorScene()
    for second in 0..<400 {
      scene.reads(
        .o2Ring, [.pulseBeatsPerMinute: 60, .oxygenSaturationPercent: 96, .pulseAmplitudePercent: 3], at: Double(second)
      )
    }
    #expect(scene.onsets(of: .frozen) == [301])
  }

  @Test func `a frozen heart rate beyond its limit goes on sounding`() {
    var scene = MonitorScene()
    scene.heartRate(150, during: 0..<400)
    #expect(scene.sound(at: 399) == SoundSignal(priority: .high, family: .heart))
  }

  @Test func `the same value before and after a silence is not frozen`() {
    var scene = MonitorScene()
    scene.heartRate(72, during: 0..<60)
    scene.heartRate(72, during: 500..<700)
    #expect(scene.onsets(of: .frozen).isEmpty)
  }

  @Test func `a CO2 value that does not move by a ppm for an hour is frozen`() {
    var scene = MonitorScene()
    scene.co2(612, during: 0..<4_000)
    #expect(scene.onsets(of: .frozen) == [3_605])
    scene.co2(613, during: 4_000..<4_010)
    #expect(scene.ends(of: .frozen) == [4_005])
  }

  @Test func `a sensor that measures seldom is given longer`() {
    var scene = MonitorScene()
    for second in stride(from: 0, to: 20_000, by: 300) { scene.co2(612, at: Double(second), interval: 600) }
    #expect(scene.onsets(of: .frozen) == [14_700 + 300 + 10], "what the next message would confirm begins by then")
  }

  @Test func `steady air that breathes by a ppm is not frozen`() {
    var scene = MonitorScene()
    for second in stride(from: 0, to: 30_000, by: 60) {
      scene.co2(second / 1_800 % 2 == 0 ? 420 : 421, at: Double(second))
    }
    #expect(scene.onsets(of: .frozen).isEmpty)
  }

  @Test func `a sensor that freezes and then falls silent is no longer frozen, and has no data at once`() {
    var scene = MonitorScene()
    scene.heartRate(72, during: 0..<310)
    scene.waits(until: 400)
    #expect(scene.ends(of: .frozen) == [314])
    #expect(scene.onsets(of: .noData).first == 314)
  }
}
