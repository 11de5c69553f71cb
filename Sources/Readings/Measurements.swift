/// The quantities of one reading. What the sensor did not give is absent, never zero.
///
/// A fixed block without references, so that it can be copied through the critical loop without an allocation.
public struct Measurements: Sendable, Equatable {
  private static let capacity = 16
  private var present: UInt16 = 0
  private var values = InlineArray<16, Double>(repeating: 0)

  /// Nothing measured.
  public init() {}

  /// The value of a quantity in its own unit, or `nil` where it is absent. A value that is not finite is absent.
  public subscript(quantity: Quantity) -> Double? {
    get {
      let index = Int(quantity.rawValue)
      guard index < Self.capacity, present & (1 << index) != 0 else { return nil }
      return values[index]
    }
    set {
      let index = Int(quantity.rawValue)
      guard index < Self.capacity else { return }
      if let newValue, newValue.isFinite {
        present |= 1 << index
        values[index] = newValue
      } else {
        present &= ~(1 << index)
        values[index] = 0
      }
    }
  }

  /// Whether nothing was measured.
  public var isEmpty: Bool { present == 0 }

  /// Whether the same quantities are present with the same values.
  public static func == (left: Measurements, right: Measurements) -> Bool {
    left.present == right.present && Quantity.allCases.allSatisfy { left[$0] == right[$0] }
  }
}
