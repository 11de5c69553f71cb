import WeightBalance

/// The tables of a load sheet, for a terminal, a page and paper.
package enum SheetTables {
  /// A table for a terminal or for paper.
  package struct Table {
    package let titles: [String]
    package let rows: [[String]]

    init(_ titles: [String], _ rows: [[String]]) { (self.titles, self.rows) = (titles, rows) }
  }

  package static func phases(_ sheet: LoadSheet) -> Table {
    let units = sheet.units
    return Table(
      ["Phase", units.weight.symbol, "limit", "CG \(units.length.symbol)", "forward", "aft", "% MAC", ""],
      sheet.phases.map { phase in
        let isOver = phase.maxWeight.map { phase.weight > $0 } ?? false
        return [
          SheetWords.name(phase.name), SheetWords.text(phase.weight, units),
          phase.maxWeight.map { SheetWords.text($0, units) } ?? "-", phase.cg.map { SheetWords.text($0, units) } ?? "-",
          phase.forwardLimit.map { SheetWords.text($0, units) } ?? "-",
          phase.aftLimit.map { SheetWords.text($0, units) } ?? "-", phase.percentMAC ?? "-",
          words(SheetWords.position(phase.weight, phase.moment, isInside: phase.inEnvelope, in: sheet))
            + (isOver ? ", TOO HEAVY" : ""),
        ]
      })
  }

  package static func words(_ position: SheetWords.Position) -> String {
    switch position {
    case .inside: "inside"
    case .belowChart: "below chart"
    case .outside: "OUTSIDE"
    }
  }

  /// The empty weight, the stations and the combined limits. A plausible load is no limit and is not shown as one.
  package static func loads(_ sheet: LoadSheet) -> Table {
    let units = sheet.units
    let empty =
      sheet.scenario.empty
      ?? Loading.WeighingRecord(weight: sheet.aircraft.emptyWeight.value, arm: sheet.aircraft.emptyArm.value)
    var rows = [
      [
        emptyName(sheet), SheetWords.text(empty.weight, units), "-", SheetWords.text(empty.arm, units),
        SheetWords.text(empty.moment, units), "",
      ]
    ]
    rows += sheet.stationDetails.map { detail in
      let limit = SheetWords.text(detail.station.maxWeight.value, units)
      return [
        detail.station.name, SheetWords.text(detail.weight, units), detail.station.maxIsLimit ? limit : "-",
        SheetWords.text(detail.arm, units), SheetWords.text(detail.moment, units),
        !detail.isWithinLimit ? "OVER ITS LIMIT" : detail.isImplausible ? "above \(limit), check" : "",
      ]
    }
    rows += sheet.combinedDetails.map { detail in
      [
        detail.limit.name, SheetWords.text(detail.weight, units), SheetWords.text(detail.limit.maxWeight.value, units),
        "-", "-", detail.margin >= .zero ? "" : "OVER ITS LIMIT",
      ]
    }
    let moment = "\(units.weight.symbol)·\(units.length.symbol)"
    return Table(["Station", units.weight.symbol, "limit", "arm \(units.length.symbol)", moment, ""], rows)
  }

  private static func emptyName(_ sheet: LoadSheet) -> String {
    guard sheet.scenario.empty != nil else { return "Empty (typical of the type)" }
    guard let tail = sheet.scenario.tail, let day = sheet.scenario.weighedOn else { return "Empty (own record)" }
    return "Empty (\(tail), weighed \(day))"
  }

  /// The tanks; no rows if there are no tanks.
  package static func fuel(_ sheet: LoadSheet) -> Table {
    let units = sheet.units
    return Table(
      [
        "Tank", units.volume.symbol, "limit", units.weight.symbol, "arm \(units.length.symbol)", "taxi", "trip", "left",
        "",
      ],
      sheet.fuelDetails.map { detail in
        [
          detail.tank.name, SheetWords.text(detail.loaded, units),
          SheetWords.text(detail.tank.capacity.value, units), SheetWords.text(detail.weight, units),
          SheetWords.text(detail.tank.arm.value, units), SheetWords.text(detail.taxiBurn, units),
          SheetWords.text(detail.tripBurn, units), SheetWords.text(detail.remaining, units),
          detail.isWithinLimit ? "" : "OVER",
        ]
      })
  }
}
