import Alarms
import Readings
import SensorProtocols
import Testing

@testable import Simulation

@Suite("The judge of a heart with two sensors")
struct TwoSensorJudgeTests {
  /// A message a second of a strap and of an oximeter: the rate of each, `nil` for silence; 0 for one without a number.
  private struct Player {
    var judge: Judge
    var now = 0.0

    init() {
      let terms = Terms(Rehearsals.settings)
      judge = Judge(
        AlarmRequirement.all(terms).filter { $0.matter == .heartRate },
        at: [(AlarmRequirement.strap, 5), (AlarmRequirement.oximeter, 10)], terms)
    }

    /// - Returns: after how many seconds the alarm must be reported for the first time.
    mutating func play(_ seconds: Int, strap: Double?, oximeter: Double?) -> Int? {
      var due: Int?
      for second in 0..<seconds {
        if let strap {
          var reading = Reading(model: .heartRateService)
          // A living heart is never quite the same.
          let rate = strap + Double(second % 2)
          reading.measurements[.heartRateBeatsPerMinute] = rate
          reading.contact = .detected
          for _ in 0..<2 { reading.rrIntervals.append(ticks: UInt16(61_440 / rate)) }
          judge.receive(reading, from: AlarmRequirement.strap, now)
        }
        if let oximeter {
          var reading = Reading(model: .pulseOximeter)
          if oximeter > 0 { reading.measurements[.pulseBeatsPerMinute] = oximeter + Double(second % 2) }
          judge.receive(reading, from: AlarmRequirement.oximeter, now)
        }
        now += 1
        judge.pass(now)
        if judge.mustBeReported, due == nil { due = second + 1 }
      }
      return due
    }
  }

  @Test("lets the oximeter speak where the strap is silent, and asks for what it reports by M")
  func silentStrap() {
    var player = Player()
    _ = player.play(60, strap: 62, oximeter: 62)
    _ = player.play(20, strap: nil, oximeter: 62)
    #expect(player.play(60, strap: nil, oximeter: 30) == 31)
    #expect(player.judge.mayBegin(player.now))
  }

  @Test("neither asks for nor allows an alarm on the oximeter while the strap reports a rate inside")
  func strapFirst() {
    var player = Player()
    #expect(player.play(120, strap: 62, oximeter: 30) == nil)
    #expect(!player.judge.mayBegin(player.now))
  }

  @Test("allows none on the oximeter before N, whatever the strap reported before it fell silent")
  func newValue() {
    var player = Player()
    _ = player.play(60, strap: 62, oximeter: 62)
    _ = player.play(8, strap: nil, oximeter: 62)
    _ = player.play(10, strap: nil, oximeter: 30)
    #expect(!player.judge.mayBegin(player.now))
    _ = player.play(5, strap: nil, oximeter: 30)
    #expect(player.judge.mayBegin(player.now))
  }

  @Test("counts on where the other sensor speaks")
  func counts() {
    var player = Player()
    _ = player.play(60, strap: 62, oximeter: 62)
    _ = player.play(6, strap: 30, oximeter: 30)
    // 30 s in all, of which the last ones are not proved, and one to spare.
    #expect(player.play(60, strap: nil, oximeter: 30) == 31 - 6)
  }

  @Test("lets what is reported through messages without a number neither be asked for nor be forbidden")
  func noNumber() {
    var player = Player()
    _ = player.play(20, strap: nil, oximeter: 30)
    #expect(player.play(8, strap: nil, oximeter: 0) == nil)
    #expect(player.judge.mayBegin(player.now))
    _ = player.play(4, strap: nil, oximeter: 0)
    #expect(!player.judge.mayBegin(player.now))
  }

  @Test("lets an alarm end by the sensor that speaks, and not by the other")
  func end() {
    var player = Player()
    _ = player.play(60, strap: 30, oximeter: 30)
    _ = player.play(60, strap: 30, oximeter: 62)
    #expect(!player.judge.mayEnd)
    _ = player.play(35, strap: nil, oximeter: 62)
    #expect(player.judge.mayEnd)
  }
}
