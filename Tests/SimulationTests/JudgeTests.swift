import Alarms
import Monitor
import Readings
import SensorProtocols
import Testing

@testable import Simulation

@Suite("The judge of the share rule")
struct JudgeTests {
  /// A message a second: the rate, whether RR intervals prove it, contact; `nil` for silence.
  private struct Player {
    var judge: Judge
    var now = 0.0

    init() {
      let terms = Terms(Rehearsals.settings)
      judge = Judge(
        AlarmRequirement.all(terms).filter { $0.matter == .heartRate }, at: [(AlarmRequirement.strap, 5)], terms)
    }

    /// - Returns: after how many seconds the alarm must be reported for the first time.
    mutating func play(
      _ seconds: Int, isProved: Bool = true, contact: SkinContact = .detected, _ rate: (Int) -> Double?
    ) -> Int? {
      var due: Int?
      for second in 0..<seconds {
        if let rate = rate(second) {
          var reading = Reading(model: .heartRateService)
          reading.measurements[.heartRateBeatsPerMinute] = rate
          reading.contact = contact
          if isProved {
            for _ in 0..<2 { reading.rrIntervals.append(ticks: UInt16(61_440 / rate)) }
          }
          judge.receive(reading, from: AlarmRequirement.strap, now)
        }
        now += 1
        judge.pass(now)
        if judge.mustBeReported, due == nil { due = second + 1 }
      }
      return due
    }
  }

  @Test("asks for a lasting value by M: 10 s where the beats prove it, else 30 s")
  func lasting() {
    var proved = Player(), unproved = Player()
    _ = proved.play(60) { _ in 62 }
    // One second to spare, and one until three beats have agreed.
    #expect((11...13).contains(proved.play(60) { _ in 30 } ?? 0))
    _ = unproved.play(60, isProved: false) { _ in 62 }
    #expect(unproved.play(60, isProved: false) { _ in 30 } == 31)
  }

  @Test("asks for a flickering value by 1.5 M of fresh time, and not at less than two thirds")
  func flicker() {
    var often = Player(), seldom = Player()
    #expect((40...50).contains(often.play(100, isProved: false) { $0 % 10 < 7 ? 150 : 62 } ?? 0))
    #expect(seldom.play(600, isProved: false) { $0 % 10 < 4 ? 150 : 62 } == nil)
  }

  @Test("asks at half of the last 10 M")
  func half() {
    var player = Player()
    #expect((240...302).contains(player.play(600, isProved: false) { $0 % 20 < 11 ? 150 : 62 } ?? 0))
  }

  @Test("counts both sides of the heart together")
  func bothSides() {
    var player = Player()
    #expect(player.play(60, isProved: false) { $0 % 2 == 0 ? 30 : 150 } == 31)
  }

  @Test("cuts silence out, and begins from zero after two minutes of it")
  func gaps() {
    var short = Player(), long = Player()
    _ = short.play(25, isProved: false) { _ in 150 }
    #expect(short.play(100, isProved: false) { _ in nil } == nil)
    #expect((1...3).contains(short.play(30, isProved: false) { _ in 150 } ?? 0))
    _ = long.play(25, isProved: false) { _ in 150 }
    _ = long.play(140, isProved: false) { _ in nil }
    #expect((30...32).contains(long.play(40, isProved: false) { _ in 150 } ?? 0))
  }

  @Test("asks for nothing on a value without contact, and lets nothing begin on it")
  func contactless() {
    var player = Player()
    #expect(player.play(120, contact: .notDetected) { _ in 150 } == nil)
    #expect(!player.judge.mayBegin(player.now))
  }

  @Test("lets an alarm begin from N on, on a value that is beyond now and fresh, and at no other time")
  func begin() {
    var player = Player()
    _ = player.play(60) { _ in 62 }
    _ = player.play(3) { _ in 150 }
    #expect(!player.judge.mayBegin(player.now))
    _ = player.play(4) { _ in 150 }
    #expect(player.judge.mayBegin(player.now))
    _ = player.play(1) { _ in 62 }
    #expect(!player.judge.mayBegin(player.now))
    _ = player.play(1) { _ in 150 }
    #expect(player.judge.mayBegin(player.now))
    _ = player.play(8) { _ in nil }
    #expect(!player.judge.mayBegin(player.now))
  }

  @Test("lets an alarm end after 5 s inside by the hysteresis that are proved, or 30 s that are not")
  func end() {
    var player = Player()
    _ = player.play(60) { _ in 150 }
    _ = player.play(30) { _ in 129 }
    #expect(!player.judge.mayEnd)
    _ = player.play(7) { _ in 120 }
    #expect(player.judge.mayEnd)
    var unproved = Player()
    _ = unproved.play(60, isProved: false) { _ in 150 }
    _ = unproved.play(25, isProved: false) { _ in 120 }
    #expect(!unproved.judge.mayEnd)
    _ = unproved.play(10, isProved: false) { _ in 120 }
    #expect(unproved.judge.mayEnd)
    _ = unproved.play(100, isProved: false) { _ in 120 }
    #expect(unproved.judge.mustHaveEnded)
  }

  @Test("counts the time inside through the beginning of an alarm, and from zero from its end on")
  func insideBefore() {
    var player = Player()
    _ = player.play(60) { _ in 62 }
    _ = player.play(8) { _ in 150 }
    #expect(!player.judge.mayEnd, "the value is beyond")
    _ = player.play(1) { _ in 62 }
    #expect(player.judge.mayEnd)
    player.judge.restart()
    _ = player.play(1) { _ in 62 }
    #expect(!player.judge.mayEnd)
  }

  @Test("takes no rate as proved that another sensor of the person contradicts")
  func contradicted() {
    var judge = Player().judge
    var due: Int?
    for second in 1...60 {
      var reading = Reading(model: .heartRateService)
      reading.measurements[.heartRateBeatsPerMinute] = 30
      reading.contact = .detected
      for _ in 0..<2 { reading.rrIntervals.append(ticks: 2_048) }
      judge.receive(reading, from: AlarmRequirement.strap, isContradicted: true, Double(second - 1))
      judge.pass(Double(second))
      if judge.mustBeReported, due == nil { due = second }
    }
    #expect(due == 31)
  }
}
