import Testing

@testable import Simulation

@Suite("The judge of lost data")
struct DataLossTests {
  /// An oximeter, a message a second.
  private struct Player {
    var loss = DataLoss(AlarmRequirement.oximeter, window: 10)
    var now = 0.0

    enum Word { case good, noNumber, offFinger }

    /// - Returns: what is wrong if nothing is reported.
    mutating func play(_ seconds: Int, _ word: Word) -> [String] {
      (0..<seconds).compactMap { _ in
        now += 1
        loss.receive(age: nil, hasValue: true, isGood: word == .good, holds: word == .noNumber, now)
        return loss.pass(standIn: nil, value: nil, isSpared: false, now)
      }
    }
  }

  @Test("asks for an alarm once good heart data were missing for 40 of 60 s, whatever the mixture")
  func mixture() {
    var player = Player()
    #expect(player.play(100, .good).isEmpty)
    #expect(player.play(25, .offFinger).isEmpty)
    #expect(player.play(15, .good).isEmpty)
    #expect(player.play(25, .offFinger).count == 1)
  }

  @Test("takes a message without a number for no data, which takes nothing back: a value holds for 10 s")
  func noNumber() {
    var player = Player()
    _ = player.play(100, .good)
    _ = player.play(39, .offFinger)
    _ = player.play(5, .good)
    #expect(player.play(5, .noNumber).isEmpty)
    #expect(player.play(20, .good).isEmpty)
  }

  @Test("asks for one where no number is reported for longer than a value holds")
  func noNumberForLong() {
    var player = Player()
    _ = player.play(100, .good)
    #expect(player.play(50, .noNumber).isEmpty)
    #expect(player.play(10, .noNumber).count == 1)
  }

  @Test("asks for one at once where the sensor says that it is off, and the value before it does not hold")
  func offFinger() {
    var player = Player()
    _ = player.play(100, .good)
    #expect(player.play(42, .offFinger).isEmpty)
    #expect(player.play(2, .offFinger).count == 1)
  }
}
