/// The quantities of one reading. What the sensor did not give is absent, never zero.
///
/// A fixed block without references, so that it can be copied through the critical loop without an allocation: a bit for
/// every quantity that is there, and their values side by side in the order of ``Quantity``.
package struct Measurements: Sendable, Equatable {
  /// The most quantities of one reading. The sensor that measures most, Ruuvi Air, has 12.
  package static let capacity = 16

  /// The bits of the quantities that are percentages of a whole. A sensor that sends more has no such value, whichever
  /// it is.
  private static let shares: UInt64 =
    bit(.relativeHumidityPercent) | bit(.soilMoisturePercent) | bit(.batteryPercent) | bit(.oxygenSaturationPercent)
    | bit(.oxygenSaturationFastPercent) | bit(.oxygenSaturationSlowPercent)

  @usableFromInline var present: UInt64 = 0
  @usableFromInline var values = InlineArray<16, Double>(repeating: 0)

  package init() {}

  /// The value of a quantity in its own unit, or `nil` where it is absent. A value that is not finite is absent, and so
  /// is one more than there is room for, and a share of more than the whole or less than nothing.
  package subscript(quantity: Quantity) -> Double? {
    @inlinable get {
      let bit = Self.bit(quantity)
      guard present & bit != 0 else { return nil }
      return values[position(of: bit)]
    }
    set {
      let bit = Self.bit(quantity)
      let position = position(of: bit)
      if let newValue, newValue.isFinite, Self.shares & bit == 0 || 0...100 ~= newValue {
        if present & bit == 0 {
          guard count < Self.capacity else { return }
          makeRoom(at: position)
          present |= bit
        }
        values[position] = newValue
      } else if present & bit != 0 {
        present &= ~bit
        closeGap(at: position)
      }
    }
  }

  private mutating func makeRoom(at position: Int) {
    var index = count
    while index > position {
      values[index] = values[index - 1]
      index -= 1
    }
  }

  private mutating func closeGap(at position: Int) {
    for index in position..<count { values[index] = values[index + 1] }
    values[count] = 0
  }

  /// How many quantities there are.
  @inlinable package var count: Int { present.nonzeroBitCount }

  /// Calls `body` with each quantity that is there and its value, in the order of ``Quantity``.
  @inlinable package func forEach(_ body: (Quantity, Double) -> Void) {
    var rest = present
    var position = 0
    // An array of fixed size is copied for each look at it, a span is not.
    let values = values.span
    while rest != 0 {
      if let quantity = Quantity(rawValue: UInt8(rest.trailingZeroBitCount)) { body(quantity, values[position]) }
      position += 1
      rest &= rest - 1
    }
  }

  /// Whether nothing was measured.
  @inlinable package var isEmpty: Bool { present == 0 }

  @inlinable static func bit(_ quantity: Quantity) -> UInt64 { 1 &<< UInt64(quantity.rawValue) }

  @inlinable func position(of bit: UInt64) -> Int { (present & (bit &- 1)).nonzeroBitCount }

  /// Whether the same quantities are present with the same values.
  package static func == (left: Measurements, right: Measurements) -> Bool {
    guard left.present == right.present else { return false }
    let leftValues = left.values.span, rightValues = right.values.span
    for index in 0..<left.count where leftValues[index] != rightValues[index] { return false }
    return true
  }
}
