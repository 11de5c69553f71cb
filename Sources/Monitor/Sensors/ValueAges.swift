import Readings

/// When each quantity of one sensor was last measured. Not every message contains every quantity, so each has its own
/// age. `MonitoredSensor` decides from them whether a sensor is stale.
struct ValueAges: Sendable {
  /// Room for every ``Quantity``, in one block without references.
  private static let capacity = 64
  private var times = InlineArray<64, Instant>(repeating: Instant(nanoseconds: .min))

  /// When a quantity was last measured; `nil` if it never was.
  subscript(quantity: Quantity) -> Instant? {
    let time = times[Int(quantity.rawValue) % Self.capacity]
    return time.nanoseconds == .min ? nil : time
  }

  /// Stores when a quantity was measured.
  /// - Returns: `false`, with nothing stored, if the previous measurement was later than `end`.
  mutating func note(_ quantity: Quantity, at instant: Instant, unlessNewerThan end: Instant) -> Bool {
    let place = Int(quantity.rawValue) % Self.capacity
    guard times[place] <= end else { return false }
    times[place] = instant
    return true
  }
}

/// A set of quantities, one bit for each.
struct QuantitySet: Sendable, Equatable {
  private var bits: UInt64 = 0

  var isEmpty: Bool { bits == 0 }

  func contains(_ quantity: Quantity) -> Bool { bits >> UInt64(quantity.rawValue) & 1 == 1 }

  mutating func insert(_ quantity: Quantity) { bits |= 1 << UInt64(quantity.rawValue) }

  mutating func remove(_ quantity: Quantity) { bits &= ~(1 << UInt64(quantity.rawValue)) }

  mutating func formIntersection(_ other: QuantitySet) { bits &= other.bits }

  func forEach(_ body: (Quantity) -> Void) {
    var rest = bits
    while rest != 0 {
      if let quantity = Quantity(rawValue: UInt8(rest.trailingZeroBitCount)) { body(quantity) }
      rest &= rest - 1
    }
  }
}
