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
  /// - Parameter hasTakenCaffeine: whether the person has said so in this session.
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

/// A sentence of ``PassengerAdvice``. Its raw value is what the box sends and prints.
package enum PassengerSentence: String, Sendable, CaseIterable {
  case openVent = "Ensure overhead vent is open."
  case openVentAndCaffeine =
    "Ensure overhead vent is open. Consider caffeine if you haven't had any."
  case openVentFully =
    "Open overhead vent fully and direct airflow toward your face. Take slow, deep breaths. Drink 200ml water."
  case prepareToOpenVent = "Prepare to open vent when seatbelt sign turns off."
  case prepareToOpenVentAfterTakeOff =
    "Prepare to open vent when seatbelt sign turns off. Levels typically improve after takeoff."
  case alertCrew = "If you smell oil or feel burning eyes/throat, alert flight crew immediately."
  case armyTrial =
    "US Army trial: caffeine taken before mitigated hypercapnia and headache in air with up to 80,000 ppm."
  case harvardStudy =
    "Harvard study, 2018: the odds that pilots passed a flight maneuver were 1.69 times higher at 700 ppm than at 2,500 ppm."
  case fumeEvents =
    "LA Times investigation, 2020: crews reported 362 fume events in two years; about 400 people sought medical attention."
  case limitsOfTrial =
    "The trial gave 400 mg, and headache began at 40,000 ppm. At the levels of a cabin no study was found."
  case cannotChangeVentilation = "You cannot significantly change cabin ventilation."
  case limitsOfMasks =
    "Masks cannot filter CO₂—it's a gas. For VOCs, consumer masks provide limited protection."
}
