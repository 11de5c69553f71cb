import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A strap that sends one message again and again: which of them a heart could have made.
@Suite struct `Messages that repeat themselves` {
  /// A strap that gives the beats of each second, in 1/1024 s.
  private func strap(_ seconds: Range<Int>, in scene: inout MonitorScene, _ beats: (Int) -> [UInt16]) {
    for second in seconds {
      let intervals = beats(second)
      let mean = intervals.isEmpty ? 1_024 : Double(intervals.reduce(0) { $0 + Int($1) }) / Double(intervals.count)
      let rate = (61_440 / mean).rounded()
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: rate], at: Double(second), sensor: 1) {
        $0.contact = .detected
        for interval in intervals { $0.rrIntervals.append(ticks: interval) }
      }
    }
  }

  /// A living heart: its beats wander by more than a hundredth of a second.
  private func living(_ second: Int) -> [UInt16] { [UInt16(1_000 + second * 37 % 60)] }

  @Test func `ten times after beats that wandered are frozen, ten seconds after the first of them`() {
    var scene = MonitorScene()
    strap(0..<60, in: &scene, living)
    strap(60..<90, in: &scene) { _ in [1_024] }
    #expect(scene.onsets(of: .frozen) == [70], "the eleventh confirms it")
  }

  @Test func `end with five seconds of other messages`() {
    var scene = MonitorScene()
    strap(0..<60, in: &scene, living)
    strap(60..<90, in: &scene) { _ in [1_024] }
    strap(90..<100, in: &scene, living)
    #expect(scene.ends(of: .frozen) == [95])
  }

  /// A heart that a pacemaker drives: as many beats in each message as came in its second, all of one and the same time.
  private func paced(_ period: Double) -> (Int) -> [UInt16] {
    { second in
      let beats = Int(Double(second + 1) / period) - Int(Double(second) / period)
      return Array(repeating: UInt16(period * 1_024), count: beats)
    }
  }

  @Test func `and report more or less time than has passed are of no heart and no pacemaker`() {
    for period in [0.75, 0.857, 1.2] {
      var scene = MonitorScene()
      strap(0..<60, in: &scene, paced(period))
      strap(60..<120, in: &scene) { _ in [UInt16(period * 1_024)] }
      let onset = scene.onsets(of: .frozen).first
      #expect(onset.map { 60...80 ~= $0 } == true, "\(period): \(onset ?? -1)")
    }
  }

  /// A strap beside a bed, on a heart that is paced at 60.
  private func bedside() -> MonitorScene {
    var scene = MonitorScene(
      settings: MonitorSettings(
        profile: .bedside, latchesSound: false, gradesAir: false,
        persons: [PersonSettings(name: "Anna", kind: .paced(rate: 60))]))
    scene.assigns(SensorRole(isAdopted: true, person: PersonIndex(0)), to: 1, at: 0)
    return scene
  }

  /// A strap of a paced heart with one beat each second, and then messages of so many beats each so many seconds.
  private func paced(beats: Int, every step: Double) -> MonitorScene {
    var scene = bedside()
    var second = 0.0
    while second < 400 {
      let isRight = second < 120
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: 60], at: second, sensor: 1) {
        $0.contact = .detected
        for _ in 0..<(isRight ? 1 : beats) { $0.rrIntervals.append(ticks: 1_024) }
      }
      second += isRight ? 1 : step
    }
    return scene
  }

  @Test func `of a paced heart are frozen once they no longer add up, with other beats or at other times`() {
    for (beats, step) in [(2, 1.0), (1, 2.0), (1, 0.25)] {
      let onset = paced(beats: beats, every: step).onsets(of: .frozen)
      #expect(onset.count == 1 && onset.first.map { 120...150 ~= $0 } == true, "\(beats) each \(step) s: \(onset)")
    }
    #expect(paced(beats: 1, every: 1).onsets(of: .frozen).isEmpty)
  }

  @Test(arguments: [UInt16(1_040), 1_010, 900, 768])
  func `of a paced heart whose rate changes are not, where the strap never reports more than one beat`(ticks: UInt16) {
    var scene = bedside()
    strap(0..<60, in: &scene, living)
    strap(60..<300, in: &scene) { _ in [1_024] }
    for second in 300..<600 where ticks <= 1_024 || second % 60 != 0 {
      strap(second..<second + 1, in: &scene) { _ in [ticks] }
    }
    #expect(scene.onsets(of: .frozen).isEmpty, "\(scene.onsets(of: .frozen))")
  }

  @Test func `of a paced heart that come late, all at once after a gap, are not frozen`() {
    var scene = bedside()
    strap(0..<60, in: &scene, living)
    for second in 60..<3_000 {
      // Each minute three messages come with the fourth.
      let due = Double(second % 60 < 3 ? second + 3 - second % 60 : second)
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: 60], at: due + Double(second % 60) / 100, sensor: 1) {
        $0.contact = .detected
        $0.rrIntervals.append(ticks: 1_024)
      }
    }
    #expect(scene.onsets(of: .frozen).isEmpty, "\(scene.onsets(of: .frozen))")
  }

  @Test func `of a strap that never reports more than one beat are not, for two minutes`() {
    for ticks in [UInt16(469), 820, 853, 990, 1_200] {
      var scene = MonitorScene()
      strap(0..<115, in: &scene) { _ in [ticks] }
      #expect(scene.onsets(of: .frozen).isEmpty, "\(ticks)")
    }
  }

  @Test func `of times that no heart has are not, for two minutes`() {
    var scene = MonitorScene()
    for second in 0..<115 {
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: 72], at: Double(second), sensor: 1) {
        $0.contact = .detected
        $0.rrIntervals.append(ticks: 53)
      }
    }
    #expect(scene.onsets(of: .frozen).isEmpty)
  }

  @Test func `of a heart that a pacemaker drives are not, for two minutes and with every rate`() {
    for period in [0.6, 0.75, 0.857, 1.0, 1.1, 1.2] {
      var scene = MonitorScene()
      strap(0..<115, in: &scene, paced(period))
      #expect(scene.onsets(of: .frozen).isEmpty, "a beat every \(period) s")
    }
  }

  @Test func `of a pacemaker that takes over are not, where the strap measures to a millisecond or two`() {
    var scene = MonitorScene()
    strap(0..<60, in: &scene, living)
    strap(60..<160, in: &scene) { [UInt16(1_023 + $0 * 7 % 3)] }
    #expect(scene.onsets(of: .frozen).isEmpty)
  }

  @Test func `do not report a silence between them`() {
    var scene = MonitorScene()
    for minute in 0..<10 { strap(minute * 60..<minute * 60 + 3, in: &scene) { _ in [1_024] } }
    #expect(scene.onsets(of: .frozen).isEmpty)
  }
}
