import Alarms
import Monitor
import Testing

@testable import Simulation

@Suite("The score")
struct ScoreTests {
  private struct Player {
    var score = Score(Terms(Rehearsals.settings))
    var now = 0.0

    mutating func play(
      _ seconds: Int, _ rate: Double, _ event: HeartEvent? = nil, isGood: Bool = true, isReported: Bool = false,
      isStoodIn: Bool = false
    ) {
      for _ in 0..<seconds {
        now += 1
        let heart = Heartbeat(beatsPerMinute: rate, isIrregular: false, isMoving: false, saturation: 97)
        score.step(
          Score.Truth(heart: heart, event: event, co2: 500, feet: 0), isGood: isGood, isReported: isReported,
          isStoodIn: isStoodIn, now)
        while score.judge(now) != nil {}
      }
    }
  }

  @Test("takes the time from what befalls a heart at once to its alarm")
  func latency() {
    var player = Player()
    player.play(60, 62)
    player.play(12, 30, .bradycardia)
    player.play(100, 30, .bradycardia, isReported: true)
    player.play(60, 62)
    #expect(player.score.latencies == [.bradycardia: [12]])
    #expect(player.score.unreported == 0)
  }

  @Test("takes no time where the sensor was not received meanwhile, or something stood in for the alarm")
  func disturbed() {
    var player = Player()
    player.play(60, 62)
    player.play(5, 30, .bradycardia)
    player.play(5, 30, .bradycardia, isGood: false)
    player.play(60, 30, .bradycardia, isReported: true)
    player.play(60, 62)
    player.play(30, 150, .tachycardia, isStoodIn: true)
    player.play(60, 150, .tachycardia, isReported: true)
    #expect(player.score.latencies == [:])
  }

  @Test("counts a heart that was beyond for two minutes and that was not reported")
  func unreported() {
    var player = Player()
    player.play(60, 62)
    player.play(119, 30)
    player.play(60, 62)
    #expect(player.score.unreported == 0)
    player.play(130, 30)
    player.play(60, 62)
    #expect(player.score.unreported == 1)
    player.play(130, 0, .asystole, isStoodIn: true)
    player.play(60, 62)
    #expect(player.score.unreported == 1)
  }

  @Test("counts as nuisance what nothing true stands behind within a minute")
  func nuisance() {
    var player = Player()
    player.play(60, 62)
    player.score.onset(.heartRateLow, player.now)
    player.score.onset(.noPulse, player.now)
    player.play(70, 62)
    #expect(player.score.nuisance == [.heartRateLow: 1, .noPulse: 1])
    player.score.onset(.heartRateLow, player.now)
    player.play(50, 62)
    player.play(10, 40)
    player.play(30, 62)
    player.score.onset(.heartRateLow, player.now)
    player.play(100, 62)
    #expect(player.score.nuisance == [.heartRateLow: 1, .noPulse: 1])
    #expect(player.score.onsets == [.heartRateLow: 3, .noPulse: 1])
  }

  @Test("counts what wakes the person once where the oxygen falls below both limits")
  func oxygen() {
    var player = Player()
    player.play(60, 62)
    player.score.onset(.spo2Medium, player.now)
    player.play(5, 62)
    player.score.onset(.spo2High, player.now)
    player.score.onset(.heartRateLow, player.now)
    player.play(200, 62)
    #expect(player.score.nuisance == [.spo2Medium: 1, .spo2High: 1, .heartRateLow: 1])
    #expect(player.score.nuisanceOnPerson == 2)
  }

  @Test("a heart that does not beat stands behind a missing pulse and a low rate")
  func asystole() {
    var player = Player()
    player.play(60, 0, .asystole)
    player.score.onset(.heartRateLow, player.now)
    player.score.onset(.noPulse, player.now)
    player.play(100, 62)
    #expect(player.score.nuisance == [:])
  }
}
