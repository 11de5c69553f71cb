import WeightBalance

/// A fixed word or sentence in the tables and the chart of a load sheet. What is put into it is text already.
package enum SheetTerm: Sendable {
  // Titles of the tables. A unit is its symbol.
  case phase, limit, centreOfGravity(String), forward, aft, percentMAC
  case line, together, arm(String), tank, taxi, trip, left

  // Their rows
  case phaseName(LoadPhase.Name)
  case position(SheetPosition)
  case tooHeavy, overItsLimit, overCapacity, implausible(above: String)
  case emptyOfType, emptyUndated, emptyWeighed(tail: String, day: String)
  case burned(LoadPhase.Name, String)
  /// What arms are measured from.
  case datum
  /// The figures of the worksheet do not add up to the last digit.
  case rounded

  // Sentences
  case verdict(Verdict)
  /// How far a point is inside or outside a limit.
  case margin(String, EnvelopeMargin.Side, isOutside: Bool)
  case worst(margin: String, limit: String, weight: String, arm: String, place: PathPlace)
  case noBalance

  // The chart
  case weightAxis(String), armAxis(String), momentAxis(String, divisor: Int)
  case place(PathPlace)
  /// A line at the maximum of some phases.
  case maximum([LoadPhase.Name], String)
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
    case .line: "Line"
    case .together: "Together"
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
    case .position(.inPlaceholder): "in placeholder"
    case .position(.belowChart): "OUTSIDE, below"
    case .position(.outside): "OUTSIDE"
    case .tooHeavy: "TOO HEAVY"
    case .overItsLimit: "OVER ITS LIMIT"
    case .overCapacity: "OVER"
    case .implausible(let most): "above \(most), check"
    case .datum: "Arms are aft of the datum:"
    case .emptyOfType: "Empty (typical of the type)"
    case .emptyUndated: "Empty (no day of weighing)"
    case .emptyWeighed(let tail, let day): "Empty (\(tail), weighed \(day))"
    case .burned(.zeroFuel, let amount): "Fuel left, \(amount)"
    case .burned(.landing, let amount): "Trip fuel, \(amount)"
    case .burned(_, let amount): "Taxi fuel, \(amount)"
    case .rounded: "These figures are rounded: a column can differ from its sum in the last digit."
    case .verdict(.outside): "NOT WITHIN LIMITS"
    case .verdict(.belowEnvelope): "OUTSIDE the envelope: below its lowest weight, where no limit is published"
    case .verdict(.inside(let doubts)): Self.inside(doubts)
    case .margin(let amount, let side, let isOutside):
      "\(amount) \(isOutside ? "outside" : "inside") the \(side.rawValue) limit"
    case .worst(let margin, let limit, let weight, let arm, let place):
      "\(margin) of \(limit): \(weight) at \(arm), \(place.label)"
    case .noBalance: "no balance, because a weight is not positive"
    case .weightAxis(let unit): "weight, \(unit)"
    case .armAxis(let unit): "centre of gravity, \(unit) (aft of the datum)"
    case .momentAxis(let unit, let divisor): "moment, \(unit)\(divisor == 1 ? "" : " / \(divisor)")"
    case .place(let place): place.label
    case .maximum(let phases, let weight):
      "max. \(phases.map { SheetTerm.phaseName($0).english.lowercased() }.joined(separator: ", ")) \(weight)"
    case .worstMark(let margin): "worst: \(margin)"
    case .worstPoint(let worst): "Worst point: \(worst)"
    case .point(let place, let weight, let arm, let position):
      "\(place.label): \(weight) at \(arm), \(Self.words(position))"
    case .caption(let look): "Envelope, \(look.english). The blue line is the way while fuel burns."
    }
  }

  /// The whole of what is not certain, the graver first.
  private static func inside(_ doubts: Verdict.Doubts) -> String {
    if doubts.isEmpty { return "INSIDE all limits" }
    if doubts == .cautions { return "INSIDE all limits, with cautions" }
    let empty = doubts.contains(.emptyWeight) ? "unverified empty weight" : nil
    guard !doubts.isDisjoint(with: [.envelope, .limits]) else { return "INSIDE, \(empty ?? "")" }
    let guess = doubts.contains(.envelope) ? "the envelope is a placeholder" : "a limit is a guess"
    return (["INSIDE the limits that are known", guess] + [empty].compactMap(\.self)).joined(separator: "; ")
  }

  private static func words(_ position: SheetPosition) -> String {
    switch position {
    case .inside: "inside"
    case .inPlaceholder: "inside the placeholder"
    case .belowChart: "below the envelope"
    case .outside: "outside"
    }
  }
}

package enum EnvelopeLook: Sendable, CaseIterable {
  case outside, outsidePlaceholder, placeholder, caution, inside
  /// No one is on board yet, so there is no flight to judge.
  case unmanned

  package init(_ sheet: LoadSheet) {
    self =
      switch sheet.verdict {
      case .outside, .belowEnvelope: sheet.category.envelope.isKnown ? .outside : .outsidePlaceholder
      case .inside([]): .inside
      case .inside(let doubts): doubts.contains(.envelope) ? .placeholder : .caution
      }
  }

  /// The fill of the envelope and of the verdict, its edge and its dashes. Green only if everything is inside an envelope
  /// that is known, by an empty weight that was weighed.
  var ink: (fill: Ink, edge: Ink, dash: (UInt16, UInt16)?) {
    switch self {
    case .outside, .outsidePlaceholder: (.dangerFill, .danger, (8, 4))
    case .placeholder: (.shade, .quiet, (3, 2))
    case .unmanned: (.shade, .quiet, nil)
    case .caution: (.cautionFill, .caution, nil)
    case .inside: (.goodFill, .good, nil)
    }
  }

  var english: String {
    switch self {
    case .outside: "dashed: not within limits"
    case .outsidePlaceholder: "dashed: a placeholder; not within limits"
    case .placeholder: "grey, with short dashes: only a placeholder"
    case .caution: "amber: look at the cautions"
    case .inside: "all points inside"
    case .unmanned: "grey: no one is on board yet"
    }
  }
}

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
