import Alarms
import Monitor
import Readings
import Testing

@testable import Simulation

@Suite("The judge of pauses")
struct PauseWatchTests {
  /// A heart rate that is too high, and paused ten seconds later.
  private struct Player {
    private var watch = PauseWatch()
    private var board = SignalState()
    private var episode = JudgedEpisode(
      [.heartRateLow, .heartRateHigh, .noPulse], graver: [], .high,
      at: [AlarmRequirement.strap, AlarmRequirement.oximeter], judges: [])
    private(set) var violations: [String] = []

    init() {
      episode.open()
      play(0, begins: .heartRateHigh)
      watch.press(10)
      play(10, begins: .heartRateHigh, .paused)
    }

    /// One alarm takes the place of another, all at one moment.
    mutating func play(
      _ now: Double, begins: ConditionID, _ activation: Activation = .on, _ priority: Priority = .high,
      at sensor: SensorIndex = AlarmRequirement.strap, ends: ConditionID? = nil,
      at former: SensorIndex = AlarmRequirement.strap,
      isBesides: Bool = false
    ) {
      take(begins, .on, activation, priority, sensor, takesOver: ends != nil || isBesides, now)
      if let ends { take(ends, .off, .off, board(ends, former).priority, former, takesOver: false, now) }
      if let violation = watch.check(board, episode, now) { violations.append(violation) }
    }

    /// The sound of what is paused goes on.
    mutating func speakAgain(_ now: Double, _ id: ConditionID) {
      take(id, .on, .on, .high, AlarmRequirement.strap, takesOver: true, now)
      if let violation = watch.check(board, episode, now) { violations.append(violation) }
    }

    mutating func press(_ now: Double) { watch.press(now) }

    private mutating func take(
      _ id: ConditionID, _ presence: Presence, _ activation: Activation, _ priority: Priority, _ sensor: SensorIndex,
      takesOver: Bool, _ now: Double
    ) {
      let alarm = AlarmTransition(
        sequence: 0, condition: id, sensor: sensor, priority: priority, isTechnical: false, presence: presence,
        isOnset: presence == .on, activation: activation, limit: nil, value: nil)
      let before = board(id, sensor)
      if let violation = watch.handle(alarm, before, takesOver: takesOver, now) { violations.append(violation) }
      board.apply(alarm, now)
    }
  }

  @Test("finds a hand-over that breaks one")
  func handOver() {
    var player = Player()
    player.play(20, begins: .noData, ends: .heartRateHigh)
    #expect(player.violations == ["a pause was broken by a hand-over in one episode"])
  }

  @Test("finds nothing in a hand-over that leaves it, and in the way back")
  func leaves() {
    var player = Player()
    player.play(20, begins: .noData, .paused, ends: .heartRateHigh)
    player.play(30, begins: .heartRateHigh, .paused, ends: .noData)
    #expect(player.violations == [])
    player.play(40, begins: .heartRateHigh)
    #expect(player.violations.count == 1)
  }

  @Test("lets a missing pulse, and the other direction, break it also in the place of lost data")
  func takers() {
    for id in [ConditionID.noPulse, .heartRateLow] {
      var player = Player()
      player.play(20, begins: .noData, .paused, ends: .heartRateHigh)
      player.play(30, begins: id, ends: .noData)
      #expect(player.violations == [])
    }
  }

  @Test("takes an alarm of lower priority beside it for one of its own")
  func lower() {
    var player = Player()
    player.play(20, begins: .frozen, .on, .medium)
    #expect(player.violations == [])
  }

  @Test("lets the loss of another sensor break it at its priority, while the alarm stands where it was")
  func anotherSensor() {
    var player = Player()
    player.play(15, begins: .noData, .on, .medium, at: AlarmRequirement.oximeter, isBesides: true)
    #expect(player.violations == [])
    player.play(30, begins: .noData, at: AlarmRequirement.oximeter, isBesides: true)
    player.speakAgain(30, .heartRateHigh)
    #expect(player.violations == [])
  }

  @Test("finds a loss at another sensor that is not high and breaks it all the same")
  func lowerElsewhere() {
    var player = Player()
    player.play(15, begins: .noData, .on, .medium, at: AlarmRequirement.oximeter, isBesides: true)
    player.speakAgain(15, .heartRateHigh)
    #expect(player.violations == ["a pause was broken by a hand-over in one episode"])
  }

  @Test("finds a hand-over to another sensor's loss, and one from there, that breaks it")
  func handOverAcross() {
    var player = Player()
    player.play(20, begins: .noData, at: AlarmRequirement.oximeter, ends: .heartRateHigh)
    #expect(player.violations == ["a pause was broken by a hand-over in one episode"])
    var back = Player()
    back.play(20, begins: .noData, .paused, at: AlarmRequirement.oximeter, ends: .heartRateHigh)
    back.play(30, begins: .noContact, at: AlarmRequirement.strap, ends: .noData, at: AlarmRequirement.oximeter)
    #expect(back.violations == ["a pause was broken by a hand-over in one episode"])
  }

  @Test("does not take a press for another sensor's loss for one for the heart, whose pause ends at its time")
  func ownEnd() {
    var player = Player()
    player.play(20, begins: .noData, at: AlarmRequirement.oximeter, isBesides: true)
    player.press(30)
    player.play(30, begins: .noData, .paused, at: AlarmRequirement.oximeter, isBesides: true)
    player.speakAgain(130, .heartRateHigh)
    #expect(player.violations == [])
  }
}
