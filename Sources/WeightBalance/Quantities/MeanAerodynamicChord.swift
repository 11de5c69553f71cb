/// A mean aerodynamic chord in figures, of which a centre of gravity may be told as a percentage.
package struct MeanAerodynamicChord: Sendable, Hashable {
  /// The arm of its leading edge (LEMAC).
  package let leadingEdge: Arm
  /// Its length (MAC), above 0.
  package let length: Arm

  /// `nil` for a length that is not above 0.
  package init?(leadingEdge: Arm, length: Arm) {
    guard length > .zero else { return nil }
    self.leadingEdge = leadingEdge
    self.length = length
  }

  /// Percent of the chord behind its leading edge, as a decimal number.
  package func percentText(of arm: Arm, places: Int) -> String {
    decimalText((arm - leadingEdge).steps * 100, over: length.steps, places: places)
  }

  /// The arm of a percentage; `nil` where it is too large.
  package func arm(atPercent percent: ExactDecimal) -> Arm? {
    guard let hundredfold = percent.scaled(by: length.steps), hundredfold.magnitude <= LengthUnit.limit.magnitude * 100,
      let offset = rounded(hundredfold, times: 1, over: 100)
    else { return nil }
    return Arm(steps: leadingEdge.steps + offset)
  }
}
