import WeightBalance

/// The tables of a load sheet, for a terminal, a page and paper.
package enum SheetTables {
  package struct Table {
    package struct Row {
      package let cells: [String]
      package var isSum = false
      package var isFault = false

      init(_ cells: [String], isSum: Bool = false, isFault: Bool = false) {
        (self.cells, self.isSum, self.isFault) = (cells, isSum, isFault)
      }
    }

    package let titles: [String]
    package let rows: [Row]

    init(_ titles: [String], _ rows: [Row]) { (self.titles, self.rows) = (titles, rows) }
  }

  /// The centre of gravity of each phase between its limits.
  package static func phases(_ sheet: LoadSheet, in terms: any SheetTerms = EnglishSheetTerms()) -> Table {
    let units = sheet.units, hasChord = sheet.phases.contains { $0.percentMAC != nil }
    let titles: [SheetTerm] =
      [.limit, .centreOfGravity(units.length.symbol), .forward, .aft] + (hasChord ? [.percentMAC] : [])
    return Table(
      [terms.text(.phase), units.weight.symbol] + titles.map(terms.text) + [""],
      sheet.phases.map { phase in
        let arms = [phase.cg, phase.forwardLimit, phase.aftLimit].map { $0.map { SheetWords.text($0, units) } ?? "-" }
        let position = SheetWords.position(phase.weight, phase.moment, isInside: phase.inEnvelope, in: sheet)
        return Table.Row(
          [
            terms.text(.phaseName(phase.name)), SheetWords.text(phase.weight, units),
            phase.maxWeight.map { SheetWords.text($0, units) } ?? "-",
          ] + arms + (hasChord ? [phase.percentMAC ?? "-"] : []) + [
            terms.text(.position(position)) + (phase.isTooHeavy ? ", \(terms.text(.tooHeavy))" : "")
          ], isFault: position.isFault || phase.isTooHeavy)
      })
  }

  package static func words(_ position: SheetPosition) -> String { SheetTerm.position(position).english }

  /// The groups of stations with a limit of their own; no rows if there are none.
  package static func groups(_ sheet: LoadSheet, in terms: any SheetTerms = EnglishSheetTerms()) -> Table {
    Table(
      [terms.text(.together), sheet.units.weight.symbol, terms.text(.limit), ""],
      sheet.combinedDetails.map { detail in
        Table.Row(
          [
            terms.name(detail.limit.name), SheetWords.text(detail.weight, sheet.units),
            SheetWords.text(detail.limit.maxWeight.value, sheet.units),
            detail.margin >= .zero ? "" : terms.text(.overItsLimit),
          ], isFault: detail.margin < .zero)
      })
  }

  /// The tanks; no rows if there are no tanks.
  package static func fuel(_ sheet: LoadSheet, in terms: any SheetTerms = EnglishSheetTerms()) -> Table {
    let units = sheet.units
    let titles: [SheetTerm] = [.limit, .taxi, .trip, .left]
    return Table(
      [terms.text(.tank), units.volume.symbol] + titles.map(terms.text) + [""],
      sheet.fuelDetails.map { detail in
        let volumes = [
          detail.loaded, detail.tank.capacity.value, detail.taxiBurn, detail.tripBurn, detail.remaining,
        ]
        return Table.Row(
          [terms.name(detail.tank.name)] + volumes.map { SheetWords.text($0, units) } + [
            detail.isWithinLimit ? "" : terms.text(.overCapacity)
          ], isFault: !detail.isWithinLimit)
      })
  }
}
