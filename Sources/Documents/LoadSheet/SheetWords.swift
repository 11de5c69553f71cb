import WeightBalance

/// The sentences about a sheet that text and chart share.
package enum SheetWords {
  /// The verdict in words, with the part that matters most in capitals.
  package static func verdict(_ sheet: LoadSheet) -> String {
    SheetTerm.verdict(sheet.verdict).english
  }

  /// What to do if the solver offers nothing because no shift of weight helps; `nil` if that is not the cause.
  package static func withoutRemedy(_ sheet: LoadSheet) -> String? {
    if sheet.wrongNumber != nil { return "Correct the number that the first line names." }
    let isShort = sheet.warnings.contains { $0.code == .fuelShort || $0.code == .dryTanks }
    return isShort ? "Load more fuel or plan a shorter trip." : nil
  }

  /// The margin of the worst point: `0.06 in inside the aft limit`. It is rounded to the safe side.
  package static func margin(
    _ worst: WorstPoint, _ units: SheetUnits, in terms: any SheetTerms = EnglishSheetTerms()
  ) -> String {
    let margin = worst.margin
    let amount =
      margin.isNegative
      ? (-margin.margin).text(in: units.length, places: 2, rounding: .up)
      : margin.margin.text(in: units.length, places: 2, rounding: .down)
    return terms.text(.margin("\(amount) \(units.length.symbol)", margin.side, isOutside: margin.isNegative))
  }

  /// What is left to a limit, rounded to the safe side as in the warnings; negative beyond it.
  package static func margin<Unit: QuantityUnit>(_ margin: Exact<Unit>, _ unit: Unit) -> String {
    margin < .zero
      ? "-" + (.zero - margin).text(in: unit, places: 2, rounding: .up)
      : margin.text(in: unit, places: 2, rounding: .down)
  }

  /// How far the take-off is from each limit.
  package static func margins(_ sheet: LoadSheet) -> String {
    let units = sheet.units
    let forward = sheet.cgForwardMargin.map { margin($0, units.length) } ?? "-"
    let aft = sheet.cgAftMargin.map { margin($0, units.length) } ?? "-"
    return "Margins at take-off, at this weight: \(margin(sheet.weightMargin, units.weight)) \(units.weight.symbol), "
      + "forward \(forward), aft \(aft) \(units.length.symbol)"
  }

  package static func usefulLoad(_ sheet: LoadSheet) -> String {
    "Useful load, the take-off limit less the empty weight: \(text(sheet.usefulLoad, sheet.units)) "
      + sheet.units.weight.symbol
      + (sheet.hasTypicalEmpty ? " (typical)" : sheet.isEmptyUnverified ? " (unverified)" : "")
  }

  /// The whole sentence about the worst point.
  package static func worst(_ sheet: LoadSheet, in terms: any SheetTerms = EnglishSheetTerms()) -> String {
    guard let worst = sheet.worst else { return terms.text(.noBalance) }
    let units = sheet.units, margin = worst.margin
    return terms.text(
      .worst(
        margin: self.margin(worst, units, in: terms), limit: "\(text(margin.limit, units)) \(units.length.symbol)",
        weight: "\(text(margin.weight, units)) \(units.weight.symbol)",
        arm: "\(text(margin.cg, units)) \(units.length.symbol)", place: worst.place))
  }

  package static func position(_ weight: Weight, _ moment: Moment, isInside: Bool, in sheet: LoadSheet) -> SheetPosition
  {
    if isInside { return inside(sheet) }
    let envelope = sheet.category.envelope.value
    guard !sheet.category.floorIsLimit, weight < envelope.lowestWeight,
      let margin = envelope.margin(weight: weight, moment: moment), !margin.isNegative
    else { return .outside }
    return .belowChart
  }

  /// What a point inside the envelope of a sheet is.
  static func inside(_ sheet: LoadSheet) -> SheetPosition {
    sheet.category.envelope.isKnown ? .inside : .inPlaceholder
  }

  package static func position(_ point: PathPoint, in sheet: LoadSheet) -> SheetPosition {
    position(point.weight, point.moment, isInside: point.inEnvelope, in: sheet)
  }

  package static func text(_ weight: Weight, _ units: SheetUnits) -> String { weight.text(in: units.weight, places: 1) }
  /// An arm with the same number of decimals in every row: two in inches, one in millimetres.
  package static func text(_ arm: Arm, _ units: SheetUnits) -> String {
    let places = units.length == .millimetres ? 1 : 2
    let text = arm.text(in: units.length, places: places)
    guard let point = text.firstIndex(of: ".") else { return text + "." + String(repeating: "0", count: places) }
    return text + String(repeating: "0", count: places - text.distance(from: point, to: text.endIndex) + 1)
  }
  package static func text(_ moment: Moment, _ units: SheetUnits) -> String {
    moment.text(in: units.weight, units.length, places: 1)
  }
  package static func text(_ volume: Volume, _ units: SheetUnits) -> String { volume.text(in: units.volume, places: 1) }
}
