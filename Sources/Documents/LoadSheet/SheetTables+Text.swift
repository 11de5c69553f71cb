import WeightBalance

extension SheetTables.Table {
  package var lines: [String] { ShownText.table(titles, rows.map(\.cells)) }
}

extension SheetTables {
  /// Every corner of the path, the worst point marked if it is one of them.
  package static func path(_ sheet: LoadSheet) -> [String] {
    let units = sheet.units
    return ShownText.table(
      ["Point", units.weight.symbol, "CG \(units.length.symbol)", ""],
      sheet.burnPath.map { point in
        let isWorst = sheet.worst.map {
          $0.label == point.label && $0.margin.weight == point.weight && $0.margin.moment == point.moment
        }
        return [
          point.label, SheetWords.text(point.weight, units), point.cg.map { SheetWords.text($0, units) } ?? "-",
          (point.inEnvelope ? "" : words(SheetWords.position(point, in: sheet)) + " ")
            + (isWorst ?? false ? "* worst" : ""),
        ]
      }, indent: "  ")
  }
}
