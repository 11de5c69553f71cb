import Alarms
import Monitor
import Readings
import Testing

@testable import Simulation

@Suite("The judge of pauses")
struct PauseWatchTests {
  /// A heart rate that is too high, and paused ten seconds later.
  private struct Player {
    private var watch = PauseWatch(neverPaused: [])
    private var board = SignalBoard()
    private var episode = Episode(
      [.heartRateLow, .heartRateHigh, .noPulse], graver: [], .high, at: [Promise.strap], judges: [])
    private(set) var complaints: [String] = []

    init() {
      episode.open()
      play(0, begins: .heartRateHigh)
      watch.press(10)
      play(10, begins: .heartRateHigh, .paused)
    }

    /// One alarm takes the place of another, all at one moment.
    mutating func play(
      _ now: Double, begins: ConditionID, _ activation: Activation = .on, _ priority: Priority = .high,
      ends: ConditionID? = nil
    ) {
      take(begins, .on, activation, priority, takesOver: ends != nil, now)
      if let ends { take(ends, .off, .off, board(ends, Promise.strap).priority, takesOver: false, now) }
      if let complaint = watch.check(board, episode, now) { complaints.append(complaint) }
    }

    private mutating func take(
      _ id: ConditionID, _ presence: Presence, _ activation: Activation, _ priority: Priority, takesOver: Bool,
      _ now: Double
    ) {
      let alarm = AlarmTransition(
        sequence: 0, condition: id, sensor: Promise.strap, priority: priority, isTechnical: false, presence: presence,
        isOnset: presence == .on, activation: activation, limit: nil, value: nil)
      let before = board(id, Promise.strap)
      if let complaint = watch.take(alarm, before, takesOver: takesOver, now) { complaints.append(complaint) }
      board.take(alarm, now)
    }
  }

  @Test("finds a hand-over that breaks one")
  func handOver() {
    var player = Player()
    player.play(20, begins: .noData, ends: .heartRateHigh)
    #expect(player.complaints == ["a pause was broken by a hand-over in one episode"])
  }

  @Test("finds nothing in a hand-over that leaves it, and in the way back")
  func leaves() {
    var player = Player()
    player.play(20, begins: .noData, .paused, ends: .heartRateHigh)
    player.play(30, begins: .heartRateHigh, .paused, ends: .noData)
    #expect(player.complaints == [])
    player.play(40, begins: .heartRateHigh)
    #expect(player.complaints.count == 1)
  }

  @Test("lets a missing pulse, and the other direction, break it also in the place of lost data")
  func takers() {
    for id in [ConditionID.noPulse, .heartRateLow] {
      var player = Player()
      player.play(20, begins: .noData, .paused, ends: .heartRateHigh)
      player.play(30, begins: id, ends: .noData)
      #expect(player.complaints == [])
    }
  }

  @Test("takes an alarm of lower priority beside it for one of its own")
  func lower() {
    var player = Player()
    player.play(20, begins: .frozen, .on, .medium)
    #expect(player.complaints == [])
  }
}
