@testable import Board
import Readings
import Testing

@Suite struct `A count that should grow` {
  private func instant(_ seconds: Double) -> Instant { .start.advanced(by: .seconds(seconds)) }

  /// Whether it stands still at each of some times, given the count of then.
  private func answers(_ counts: [(count: Int, at: Double)]) -> [Bool] {
    var standstill = StallDetector()
    return counts.map { standstill.isStill(after: $0.count, at: instant($0.at)) }
  }

  @Test func `stands still when it has not grown for two seconds`() {
    #expect(answers([(0, 5), (512, 6), (512, 8), (512, 8.1)]) == [false, false, false, true])
  }

  @Test func `goes on when it grows again`() {
    #expect(answers([(512, 1), (512, 9), (1024, 10)]) == [false, true, false])
  }

  @Test func `says when it can stand still at the earliest`() {
    var standstill = StallDetector()
    _ = standstill.isStill(after: 512, at: instant(6))
    let isStill = standstill.isStill(after: 512, at: standstill.deadline)
    #expect(isStill)
  }
}
