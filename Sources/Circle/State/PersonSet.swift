/// Some people of the circle, by their places in the plan, in the order of which they come.
struct PersonSet: Sequence, IteratorProtocol, Equatable {
  private var bits: UInt8 = 0

  init() {}

  init(_ place: Int) { insert(place) }

  /// The places up to a number that meet a condition.
  init(upTo count: Int, where isMember: (Int) -> Bool) {
    for place in 0..<count where isMember(place) { insert(place) }
  }

  mutating func insert(_ place: Int) { bits |= 1 << UInt8(truncatingIfNeeded: place) }

  func contains(_ place: Int) -> Bool { bits & (1 << UInt8(truncatingIfNeeded: place)) != 0 }

  func intersection(_ other: PersonSet) -> PersonSet {
    var common = self
    common.bits &= other.bits
    return common
  }

  var isEmpty: Bool { bits == 0 }

  /// The first in the order of the plan.
  var first: Int? { isEmpty ? nil : bits.trailingZeroBitCount }

  mutating func next() -> Int? {
    guard let place = first else { return nil }
    bits &= bits &- 1
    return place
  }
}
