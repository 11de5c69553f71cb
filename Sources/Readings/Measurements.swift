/// The measured values of one reading, by quantity. A value that the sensor did not send is absent, never zero.
///
/// It is a fixed block without references, so that the critical loop can copy it without an allocation: one bit for
/// each present quantity, and the values packed in the order of ``Quantity``.
public struct Measurements: Sendable, Equatable {
  /// The largest number of values in one reading. Ruuvi Air has the most, 12, and a correction of
  /// CO2 adds 3.
  public static let capacity = 16

  /// The bits of the quantities that are a share in percent. A value outside 0 to 100 is invalid for all of them.
  private static let shares: UInt64 =
    bit(.relativeHumidityPercent) | bit(.soilMoisturePercent) | bit(.batteryPercent) | bit(.oxygenSaturationPercent)
    | bit(.oxygenSaturationFastPercent) | bit(.oxygenSaturationSlowPercent)

  @usableFromInline var present: UInt64 = 0
  @usableFromInline var values = InlineArray<16, Double>(repeating: 0)

  public init() {}

  /// The value of a quantity in its unit; `nil` if it is absent. Setting a value that is not finite, or a share outside
  /// 0 to 100, removes the value. A new value is ignored if there is no room for it.
  public subscript(quantity: Quantity) -> Double? {
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

  @inlinable public var count: Int { present.nonzeroBitCount }

  /// Calls `body` with each present quantity and its value, in the order of ``Quantity``.
  @inlinable public func forEach(_ body: (Quantity, Double) -> Void) {
    var rest = present
    var position = 0
    // Each access to an array of fixed size copies it; an access to a span does not.
    let values = values.span
    while rest != 0 {
      if let quantity = Quantity(rawValue: UInt8(rest.trailingZeroBitCount)) { body(quantity, values[position]) }
      position += 1
      rest &= rest - 1
    }
  }

  @inlinable public var isEmpty: Bool { present == 0 }

  @inlinable static func bit(_ quantity: Quantity) -> UInt64 { 1 &<< UInt64(quantity.rawValue) }

  @inlinable func position(of bit: UInt64) -> Int { (present & (bit &- 1)).nonzeroBitCount }

  public static func == (left: Measurements, right: Measurements) -> Bool {
    guard left.present == right.present else { return false }
    let leftValues = left.values.span, rightValues = right.values.span
    for index in 0..<left.count where leftValues[index] != rightValues[index] { return false }
    return true
  }
}
