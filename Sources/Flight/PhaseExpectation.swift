/// What is usual in the cabin of an airliner in a phase of flight, and whether a passenger can act then.
///
/// The table is that of the product's specification (document 000, `expectedCO2Range` and `canTakeAction`). Beside each
/// range stands what a study says that could be read, as an abstract; where nothing stands, no study was found. No abstract
/// says whether its values were corrected for the pressure of the cabin. Over whole flights the published means are 1,353 ±
/// 290 ppm (Cao 2019) and 1,399 (Demirarslan 2024).
package struct PhaseExpectation: Sendable, Equatable {
  /// The CO2 that is expected, ppm, corrected for pressure. Both ends are within.
  package let co2: ClosedRange<Double>
  /// Whether a passenger can stand up, or reach what is overhead.
  package let canTakeAction: Bool

  private init(_ co2: ClosedRange<Double>, canTakeAction: Bool) {
    (self.co2, self.canTakeAction) = (co2, canTakeAction)
  }

  /// `nil` for an unknown phase, in which nothing is expected.
  static func of(_ phase: Phase) -> PhaseExpectation? {
    switch phase {
    case .unknown: nil
    case .preFlight: PhaseExpectation(400...600, canTakeAction: true)
    // Cui, 52 flights: 1,680 ± 558. Cao 2019: up to nearly 3,000.
    case .boarding: PhaseExpectation(1_800...2_800, canTakeAction: true)
    case .taxi: PhaseExpectation(2_500...3_500, canTakeAction: false)
    case .takeOff: PhaseExpectation(2_000...2_800, canTakeAction: false)
    case .climb: PhaseExpectation(1_400...2_000, canTakeAction: false)
    // Cui: 1,253 ± 164, the lowest of all phases in most flights. So about half of those flights are below this range.
    case .cruise: PhaseExpectation(1_250...1_680, canTakeAction: true)
    case .descent: PhaseExpectation(1_300...1_800, canTakeAction: false)
    // The specification withholds alarms in it, and does not list it among the phases in which a passenger cannot act.
    case .landing: PhaseExpectation(1_800...2_600, canTakeAction: true)
    // Waters 2000, 33 flights: five-minute means are highest while people come aboard and leave.
    case .arrived: PhaseExpectation(800...1_200, canTakeAction: true)
    }
  }

  /// Where a value is, against what is expected. The raw values are words in JSON.
  package enum Place: String, Sendable { case below, within, above }

  /// - Parameter ppm: a CO2 value, corrected for pressure.
  package func place(of ppm: Double) -> Place {
    if ppm < co2.lowerBound { return .below }
    return ppm > co2.upperBound ? .above : .within
  }
}

extension Phase {
  /// What is usual in the phase; `nil` if it is unknown.
  package var expectation: PhaseExpectation? { .of(self) }

  /// Whether a passenger can act on an alarm now. In an unknown phase they can.
  package var canTakeAction: Bool { expectation?.canTakeAction ?? true }
}
