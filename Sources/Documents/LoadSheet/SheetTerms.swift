import WeightBalance

/// A fixed word or sentence in the tables and the chart of a load sheet. What is put into it is text already.
package enum SheetTerm: Sendable {
  // Titles of the tables. A unit is its symbol.
  case phase, limit, centreOfGravity(String), forward, aft, percentMAC
  case station, arm(String), tank, taxi, trip, left

  // Their rows
  case phaseName(LoadPhase.Name)
  case position(SheetPosition)
  case tooHeavy, overItsLimit, overCapacity, implausible(above: String)
  case emptyOfType, emptyOwn, emptyWeighed(tail: String, day: String)

  // Sentences
  case verdict(LoadSheet)
  /// How far a point is inside or outside a limit.
  case margin(String, EnvelopeMargin.Side, isOutside: Bool)
  case worst(margin: String, limit: String, weight: String, arm: String, place: PathPlace)
  /// There is no worst point.
  case noBalance

  // The chart
  case weightAxis(String), armAxis(String)
  case worstMark(margin: String)
  case worstPoint(String)
  case point(PathPlace, weight: String, arm: String, SheetPosition)
  case caption(EnvelopeLook)

  /// What terminal, paper and files say.
  package var english: String {
    switch self {
    case .phase: "Phase"
    case .limit: "limit"
    case .centreOfGravity(let unit): "CG \(unit)"
    case .forward: "forward"
    case .aft: "aft"
    case .percentMAC: "% MAC"
    case .station: "Station"
    case .arm(let unit): "arm \(unit)"
    case .tank: "Tank"
    case .taxi: "taxi"
    case .trip: "trip"
    case .left: "left"
    case .phaseName(.ramp): "Ramp"
    case .phaseName(.takeoff): "Take-off"
    case .phaseName(.landing): "Landing"
    case .phaseName(.zeroFuel): "Zero fuel"
    case .position(.inside): "inside"
    case .position(.belowChart): "below chart"
    case .position(.outside): "OUTSIDE"
    case .tooHeavy: "TOO HEAVY"
    case .overItsLimit: "OVER ITS LIMIT"
    case .overCapacity: "OVER"
    case .implausible(let most): "above \(most), check"
    case .emptyOfType: "Empty (typical of the type)"
    case .emptyOwn: "Empty (own record)"
    case .emptyWeighed(let tail, let day): "Empty (\(tail), weighed \(day))"
    case .verdict(let sheet):
      sheet.verdict == .danger ? "NOT WITHIN LIMITS" : "INSIDE" + sheet.verdictSentence.dropFirst("inside".count)
    case .margin(let amount, let side, let isOutside):
      "\(amount) \(isOutside ? "outside" : "inside") the \(side.rawValue) limit"
    case .worst(let margin, let limit, let weight, let arm, let place):
      "\(margin) of \(limit): \(weight) at \(arm), \(place.label)"
    case .noBalance: "no balance, because a weight is not positive"
    case .weightAxis(let unit): "weight, \(unit)"
    case .armAxis(let unit): "centre of gravity, \(unit) (aft of the datum)"
    case .worstMark(let margin): "worst: \(margin)"
    case .worstPoint(let worst): "Worst point: \(worst)"
    case .point(let place, let weight, let arm, let position):
      "\(place.label): \(weight) at \(arm), \(Self.words(position))"
    case .caption(let look): "Envelope, \(look.english). The blue line is the way while fuel burns."
    }
  }

  private static func words(_ position: SheetPosition) -> String {
    switch position {
    case .inside: "inside"
    case .belowChart: "below the chart"
    case .outside: "outside"
    }
  }
}

/// How the envelope looks, by the verdict.
package enum EnvelopeLook: Sendable, CaseIterable {
  case outside, outsidePlaceholder, placeholder, caution, inside

  package init(_ sheet: LoadSheet) {
    self =
      switch (sheet.verdict, sheet.category.envelope.isKnown) {
      case (.danger, let isKnown): isKnown ? .outside : .outsidePlaceholder
      case (_, false): .placeholder
      case (.caution, true): .caution
      case (.inside, true): .inside
      }
  }

  var english: String {
    switch self {
    case .outside: "dashed: not within limits"
    case .outsidePlaceholder: "hatched: a placeholder; not within limits"
    case .placeholder: "hatched: only a placeholder"
    case .caution: "amber: look at the cautions"
    case .inside: "all points inside"
    }
  }
}

/// The words of a load sheet in one language.
package protocol SheetTerms: Sendable {
  func text(_ term: SheetTerm) -> String
  /// What an aircraft file calls a station, a group of stations, a tank or a category.
  func name(_ name: String) -> String
}

package struct EnglishSheetTerms: SheetTerms {
  package init() {}

  package func text(_ term: SheetTerm) -> String { term.english }
  package func name(_ name: String) -> String { name }
}
