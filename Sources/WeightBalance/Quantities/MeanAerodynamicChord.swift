/// The position and length of a mean aerodynamic chord. A centre of gravity can be given as a percentage of it.
package struct MeanAerodynamicChord: Sendable, Hashable {
  package let leadingEdge: Arm
  /// Its length (MAC), above 0.
  package let length: Arm

  /// Returns `nil` if the length is not above 0.
  package init?(leadingEdge: Arm, length: Arm) {
    guard length > .zero else { return nil }
    self.leadingEdge = leadingEdge
    self.length = length
  }

  /// Percent of the chord aft of its leading edge, as a decimal number.
  package func percentText(of arm: Arm, places: Int) -> String {
    // The CG of nearly no weight can be too far away for a percentage.
    let (hundredfold, isTooFar) = (arm - leadingEdge).steps.multipliedReportingOverflow(by: 100)
    return isTooFar ? "0" : decimalText(hundredfold, over: length.steps, places: places)
  }

  /// The arm of a percentage; `nil` if it is too large.
  package func arm(atPercent percent: ExactDecimal) -> Arm? {
    guard let hundredfold = percent.scaled(by: length.steps), hundredfold.magnitude <= LengthUnit.limit.magnitude * 100,
      let offset = rounded(hundredfold, times: 1, over: 100)
    else { return nil }
    return Arm(steps: leadingEdge.steps + offset)
  }
}
