import Alarms
import Readings
import Testing

/// The critical loop compares a value with the nearest limits first, and keeps a bit for each limit.
@Suite struct `The limits of all conditions` {
  private let rules = LimitRule.all(of: .standard)

  @Test func `are no more than there are bits in a word`() {
    #expect((1...64).contains(rules.count))
    #expect(Quantity.allCases.allSatisfy { $0.rawValue < 64 })
  }

  @Test func `leave every value that lies between their bounds alone`() {
    for rule in rules {
      let (above, below) = rule.inside
      let edge = above.isFinite ? above : below
      #expect(edge.isFinite, "\(rule.condition.name)")
      var inside = 0
      for value in [-.greatestFiniteMagnitude, 0, edge.nextDown, edge, edge.nextUp, .greatestFiniteMagnitude]
      where above < value && value < below {
        inside += 1
        #expect(!rule.isBeyond(value), "\(rule.condition.name) at \(value)")
      }
      #expect(inside > 0, "\(rule.condition.name)")
      let outside = above.isFinite ? edge.nextDown : edge.nextUp
      #expect(rule.isBeyond(outside), "\(rule.condition.name) at \(outside)")
    }
  }
}
