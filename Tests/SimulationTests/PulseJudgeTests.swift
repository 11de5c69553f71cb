import Readings
import SensorProtocols
import Testing

@testable import Simulation

@Suite("The judge of a missing pulse")
struct PulseJudgeTests {
  private struct Player {
    var judge = PulseJudge(Terms(Rehearsals.settings))
    var now = 0.0

    mutating func play(
      _ seconds: Int, _ rate: Double, _ contact: SkinContact = .detected, isSpared: Bool = false
    ) -> Int? {
      var due: Int?
      for second in 0..<seconds {
        var reading = Reading(model: .heartRateService)
        reading.measurements[.heartRateBeatsPerMinute] = rate
        reading.contact = contact
        judge.receive(reading, now)
        now += 1
        judge.pass(isSpared: isSpared, now)
        if judge.mustBeReported, due == nil { due = second + 1 }
      }
      return due
    }
  }

  @Test("asks for it 30 s after the last beat, once the strap has given 30 s of good rate")
  func asystole() {
    var player = Player()
    #expect(player.play(60, 62) == nil)
    #expect(player.play(60, 0) == 31)
  }

  @Test("asks for nothing, and allows nothing, at a strap that has just been put on")
  func putOn() {
    var player = Player()
    _ = player.play(60, 62)
    _ = player.play(20, 0, .notDetected)
    _ = player.play(10, 62)
    #expect(player.play(120, 0) == nil)
    #expect(!player.judge.mayBegin(player.now))
  }

  @Test("asks for nothing where contact is lost or never reported")
  func noContact() {
    var lost = Player(), never = Player()
    _ = lost.play(60, 62)
    #expect(lost.play(120, 0, .notDetected) == nil)
    _ = never.play(60, 62, .notSupported)
    #expect(never.play(120, 0, .notSupported) == nil)
    #expect(!never.judge.mayBegin(never.now))
  }

  @Test("asks for nothing while another sensor of the person gives good heart data, and for all of it from then on")
  func spared() {
    var player = Player()
    _ = player.play(60, 62)
    #expect(player.play(120, 0, isSpared: true) == nil)
    #expect(player.play(60, 0) == 31)
  }
}
