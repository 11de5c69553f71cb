import WeightBalance

/// The tables of a load sheet, for a terminal, a page and paper.
package enum SheetTables {
  /// A table for a terminal or for paper.
  package struct Table {
    package let titles: [String]
    package let rows: [[String]]

    init(_ titles: [String], _ rows: [[String]]) { (self.titles, self.rows) = (titles, rows) }
  }

  package static func phases(_ sheet: LoadSheet, in terms: any SheetTerms = EnglishSheetTerms()) -> Table {
    let units = sheet.units
    let titles: [SheetTerm] = [.limit, .centreOfGravity(units.length.symbol), .forward, .aft, .percentMAC]
    return Table(
      [terms.text(.phase), units.weight.symbol] + titles.map(terms.text) + [""],
      sheet.phases.map { phase in
        let isOver = phase.maxWeight.map { phase.weight > $0 } ?? false
        return [
          terms.text(.phaseName(phase.name)), SheetWords.text(phase.weight, units),
          phase.maxWeight.map { SheetWords.text($0, units) } ?? "-", phase.cg.map { SheetWords.text($0, units) } ?? "-",
          phase.forwardLimit.map { SheetWords.text($0, units) } ?? "-",
          phase.aftLimit.map { SheetWords.text($0, units) } ?? "-", phase.percentMAC ?? "-",
          terms.text(
            .position(SheetWords.position(phase.weight, phase.moment, isInside: phase.inEnvelope, in: sheet)))
            + (isOver ? ", \(terms.text(.tooHeavy))" : ""),
        ]
      })
  }

  package static func words(_ position: SheetPosition) -> String { SheetTerm.position(position).english }

  /// The empty weight, the stations and the combined limits. A plausible load is no limit and is not shown as one.
  package static func loads(_ sheet: LoadSheet, in terms: any SheetTerms = EnglishSheetTerms()) -> Table {
    let units = sheet.units
    let empty =
      sheet.scenario.empty
      ?? Loading.WeighingRecord(weight: sheet.aircraft.emptyWeight.value, arm: sheet.aircraft.emptyArm.value)
    var rows = [
      [
        terms.text(emptyName(sheet)), SheetWords.text(empty.weight, units), "-", SheetWords.text(empty.arm, units),
        SheetWords.text(empty.moment, units), "",
      ]
    ]
    rows += sheet.stationDetails.map { detail in
      let limit = SheetWords.text(detail.station.maxWeight.value, units)
      return [
        terms.name(detail.station.name), SheetWords.text(detail.weight, units), detail.station.maxIsLimit ? limit : "-",
        SheetWords.text(detail.arm, units), SheetWords.text(detail.moment, units),
        !detail.isWithinLimit
          ? terms.text(.overItsLimit) : detail.isImplausible ? terms.text(.implausible(above: limit)) : "",
      ]
    }
    rows += sheet.combinedDetails.map { detail in
      [
        terms.name(detail.limit.name), SheetWords.text(detail.weight, units),
        SheetWords.text(detail.limit.maxWeight.value, units), "-", "-",
        detail.margin >= .zero ? "" : terms.text(.overItsLimit),
      ]
    }
    let moment = "\(units.weight.symbol)·\(units.length.symbol)"
    let titles = [
      terms.text(.station), units.weight.symbol, terms.text(.limit), terms.text(.arm(units.length.symbol)), moment, "",
    ]
    return Table(titles, rows)
  }

  private static func emptyName(_ sheet: LoadSheet) -> SheetTerm {
    guard sheet.scenario.empty != nil else { return .emptyOfType }
    guard let tail = sheet.scenario.tail, let day = sheet.scenario.weighedOn else { return .emptyOwn }
    return .emptyWeighed(tail: tail, day: day)
  }

  /// The tanks; no rows if there are no tanks.
  package static func fuel(_ sheet: LoadSheet, in terms: any SheetTerms = EnglishSheetTerms()) -> Table {
    let units = sheet.units
    let titles: [SheetTerm] = [.arm(units.length.symbol), .taxi, .trip, .left]
    return Table(
      [terms.text(.tank), units.volume.symbol, terms.text(.limit), units.weight.symbol] + titles.map(terms.text) + [""],
      sheet.fuelDetails.map { detail in
        [
          terms.name(detail.tank.name), SheetWords.text(detail.loaded, units),
          SheetWords.text(detail.tank.capacity.value, units), SheetWords.text(detail.weight, units),
          SheetWords.text(detail.tank.arm.value, units), SheetWords.text(detail.taxiBurn, units),
          SheetWords.text(detail.tripBurn, units), SheetWords.text(detail.remaining, units),
          detail.isWithinLimit ? "" : terms.text(.overCapacity),
        ]
      })
  }
}
