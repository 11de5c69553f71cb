import Status
import WeightBalance

/// Formats a load sheet as text for the user.
enum SheetText {
  static func text(
    _ sheet: LoadSheet, _ risk: RiskEstimate? = nil, _ deviations: Deviations = Deviations()
  ) -> String {
    let units = sheet.units
    var lines = ["\(sheet.aircraft.name), \(sheet.category.name)", sheet.scenario.name]
    if !sheet.scenario.notes.isEmpty { lines.append(sheet.scenario.notes) }
    lines += ["", verdict(sheet), sheet.limitingFactor, ""]
    lines += warnings(sheet)
    if let risk {
      let percent = EventText.number(risk.probability * 100), error = EventText.number(risk.standardError * 100)
      lines += [
        "Any limit is exceeded with a probability of \(percent) % (± \(error) %; \(risk.samples) loadings, "
          + "seed \(risk.seed))",
        "  with standard deviations of \(text(deviations.person, units)) \(units.weight.symbol) a person (of "
          + "\(text(deviations.meanPerson, units)) \(units.weight.symbol)) and "
          + "\(deviations.scalePercent) % of each weighed item", "",
      ]
    }
    lines += table(
      ["Phase", units.weight.symbol, "limit", "CG \(units.length.symbol)", "forward", "aft", "% MAC", ""],
      sheet.phases.map { phase in
        [
          name(phase.name), text(phase.weight, units), phase.maxWeight.map { text($0, units) } ?? "-",
          phase.cg.map { text($0, units) } ?? "-", phase.forwardLimit.map { text($0, units) } ?? "-",
          phase.aftLimit.map { text($0, units) } ?? "-", phase.percentMAC ?? "-",
          phase.inEnvelope ? "inside" : "OUTSIDE",
        ]
      })
    let forward = sheet.cgForwardMargin.map { text($0, units) } ?? "-"
    let aft = sheet.cgAftMargin.map { text($0, units) } ?? "-"
    lines += [
      "Margins at take-off, at this weight: \(text(sheet.weightMargin, units)) \(units.weight.symbol), "
        + "forward \(forward), aft \(aft) \(units.length.symbol)",
      "Useful load, the take-off limit less the empty weight: \(text(sheet.usefulLoad, units)) \(units.weight.symbol)",
    ]
    if let worst = sheet.worst {
      let side = worst.margin.side.rawValue, margin = text(worst.margin.margin, units)
      lines.append(
        "Worst point: \(text(worst.margin.weight, units)) \(units.weight.symbol) (\(worst.label)), "
          + "\(margin) \(units.length.symbol) from the \(side) limit")
    }
    lines.append("")
    lines += loads(sheet)
    lines += EnvelopePlot(sheet).lines + [""]
    lines += ["The path of the centre of gravity"]
    lines += sheet.burnPath.map { point in
      "  \(point.label): \(text(point.weight, units)) \(units.weight.symbol) at "
        + "\(point.cg.map { text($0, units) } ?? "-") \(units.length.symbol)\(point.inEnvelope ? "" : "  OUTSIDE")"
    }
    lines += ["", "Sources (lapwing balance sources \(sheet.aircraft.id) shows them in full)"]
    lines += sheet.aircraft.attributions.map { attribution in
      "  \(attribution.key) \(attribution.value) [\(SourceText.badge(attribution))] \(attribution.source.document)"
    }
    if !sheet.aircraft.notes.isEmpty { lines += ["", "Notes"] + sheet.aircraft.notes.map { "  \($0)" } }
    lines += ["", LoadSheet.disclaimer]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func verdict(_ sheet: LoadSheet) -> String {
    sheet.verdict == .danger ? "NOT WITHIN LIMITS" : "INSIDE" + sheet.verdictSentence.dropFirst("inside".count)
  }

  private static func warnings(_ sheet: LoadSheet) -> [String] {
    guard !sheet.warnings.isEmpty else { return [] }
    return sheet.warnings.flatMap { warning in
      [
        "\(warning.level.rawValue.uppercased()) \(warning.code.rawValue): \(warning.message)",
        "  \(warning.detail)" + (warning.regulatoryRef.map { " (\($0))" } ?? ""),
      ]
    } + [""]
  }

  private static func loads(_ sheet: LoadSheet) -> [String] {
    let units = sheet.units
    let moment = "\(units.weight.symbol)·\(units.length.symbol)"
    let empty =
      sheet.scenario.empty
      ?? Loading.WeighingRecord(weight: sheet.aircraft.emptyWeight.value, arm: sheet.aircraft.emptyArm.value)
    var rows = [
      [
        emptyName(sheet), text(empty.weight, units),
        "-", text(empty.arm, units), text(empty.moment, units), "",
      ]
    ]
    rows += sheet.stationDetails.map { detail in
      [
        detail.station.name, text(detail.weight, units), text(detail.station.maxWeight.value, units),
        text(detail.arm, units), text(detail.moment, units), detail.isWithinLimit ? "" : "OVER ITS LIMIT",
      ]
    }
    rows += sheet.combinedDetails.map { detail in
      [
        detail.limit.name, text(detail.weight, units), text(detail.limit.maxWeight.value, units), "-", "-",
        detail.margin >= .zero ? "" : "OVER ITS LIMIT",
      ]
    }
    let fuel = sheet.fuelDetails.map { detail in
      [
        detail.tank.name, volume(detail.loaded, units), volume(detail.tank.capacity.value, units),
        text(detail.weight, units), text(detail.tank.arm.value, units), volume(detail.taxiBurn, units),
        volume(detail.tripBurn, units), volume(detail.remaining, units),
        detail.isWithinLimit ? "" : "OVER ITS LIMIT",
      ]
    }
    return table(["Station", units.weight.symbol, "limit", "arm \(units.length.symbol)", moment, ""], rows) + [""]
      + table(
        [
          "Tank", units.volume.symbol, "limit", units.weight.symbol, "arm \(units.length.symbol)", "taxi", "trip",
          "left", "",
        ], fuel) + ["Fuel density: \(sheet.fuelDensityBasis)", ""]
  }

  private static func emptyName(_ sheet: LoadSheet) -> String {
    guard sheet.scenario.empty != nil else { return "Empty (typical of the type)" }
    guard let tail = sheet.scenario.tail, let day = sheet.scenario.weighedOn else { return "Empty (own record)" }
    return "Empty (\(tail), weighed \(day))"
  }

  private static func name(_ name: LoadPhase.Name) -> String {
    switch name {
    case .ramp: "Ramp"
    case .takeoff: "Take-off"
    case .landing: "Landing"
    case .zeroFuel: "Zero fuel"
    }
  }

  /// Aligns columns: the first and the last to the left, numbers to the right.
  private static func table(_ head: [String], _ rows: [[String]]) -> [String] {
    let all = [head] + rows
    let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let cells = row.indices.map { column in
        let gap = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 || column == row.count - 1 ? row[column] + gap : gap + row[column]
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static func text(_ weight: Weight, _ units: SheetUnits) -> String { weight.text(in: units.weight, places: 1) }
  private static func text(_ arm: Arm, _ units: SheetUnits) -> String { arm.text(in: units.length, places: 2) }
  private static func text(_ moment: Moment, _ units: SheetUnits) -> String {
    moment.text(in: units.weight, units.length, places: 1)
  }
  private static func volume(_ volume: Volume, _ units: SheetUnits) -> String {
    volume.text(in: units.volume, places: 1)
  }
}
