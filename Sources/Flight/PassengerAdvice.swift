import Readings

/// What a passenger reads with an alarm of the profile `cabin`: the texts of the product's specification (document 000,
/// `AlertEngine`), where their claims have a source that could be read. docs/flight.md lists each claim with its source, and
/// what is left out.
package enum PassengerAdvice: Sendable, CaseIterable {
  /// `co2-medium`.
  case elevatedCO2
  /// `co2-high`.
  case highCO2
  /// `voc-high`.
  case fumes

  package var headline: String {
    switch self {
    case .elevatedCO2: "Elevated CO₂"
    case .highCO2: "High CO₂ Detected"
    case .fumes: "Elevated VOCs — Possible Fume Event"
    }
  }

  /// The value, and what it should be.
  /// - Parameters:
  ///   - value: in ppm, VOCs in ppb.
  ///   - target: the CO2 below which the air is to be, ppm: the limit of `co2-low` for high CO2, since the specification has
  ///     800 ppm there; its own limit for elevated CO2.
  package func metric(_ value: Double, target: Double?) -> String {
    let number = Self.number(value)
    guard self != .fumes else { return "\(number) ppb volatile organic compounds" }
    return "\(number) ppm" + (target.map { " — target is below \(Self.number($0))" } ?? "")
  }

  /// What to do.
  /// - Parameters:
  ///   - phase: the phase in force.
  ///   - hasTakenCaffeine: whether the person has said so in this session.
  package func action(in phase: Phase, hasTakenCaffeine: Bool) -> PassengerSentence {
    switch self {
    case .elevatedCO2:
      hasTakenCaffeine
        ? .openVent
        : .openVentAndCaffeine
    case .highCO2:
      if phase.canTakeAction {
        .openVentFully
      } else if phase == .descent {
        // It was said before the take-off that the air gets better after it.
        .prepareToOpenVent
      } else {
        .prepareToOpenVentAfterTakeOff
      }
    case .fumes: .alertCrew
    }
  }

  /// What supports it.
  /// - Parameter hasTakenCaffeine: as in ``action(in:hasTakenCaffeine:)``.
  package func evidence(hasTakenCaffeine: Bool) -> PassengerSentence? {
    switch self {
    case .elevatedCO2:
      hasTakenCaffeine
        ? nil
        : .armyTrial
    case .highCO2:
      .harvardStudy
    case .fumes:
      .fumeEvents
    }
  }

  /// What cannot be done or known.
  /// - Parameter hasTakenCaffeine: as in ``action(in:hasTakenCaffeine:)``.
  package func limitation(hasTakenCaffeine: Bool) -> PassengerSentence? {
    switch self {
    case .elevatedCO2:
      hasTakenCaffeine
        ? nil : .limitsOfTrial
    case .highCO2:
      .cannotChangeVentilation
    case .fumes: .limitsOfMasks
    }
  }

  /// A whole number with commas between thousands, such as 2,500.
  private static func number(_ value: Double) -> String {
    guard let whole = Int64(exactly: value.rounded()), whole >= 0 else { return "\(value)" }
    guard whole >= 1_000 else { return "\(whole)" }
    return number(Double(whole / 1_000)) + "," + (whole % 1_000).digits(3)
  }
}
