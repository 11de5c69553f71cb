import WeightBalance

/// Formats a load sheet as text for the user: what matters first, the sources last. No line is longer than 80 columns
/// unless a number is.
package enum SheetText {
  package static func text(
    _ sheet: LoadSheet, _ risk: RiskEstimate? = nil, _ deviations: Deviations = Deviations()
  ) -> String {
    var lines = ShownText.wrapped(SheetWords.verdict(sheet))
    lines += ShownText.wrapped(sheet.limitingFactor) + [""]
    lines += heading(sheet) + [""]
    lines += SheetTables.phases(sheet).lines
    lines += ShownText.wrapped("Worst point: " + SheetWords.worst(sheet), hanging: "  ") + margins(sheet) + [""]
    lines += warnings(sheet) + remarks(sheet)
    if let risk { lines += Self.risk(risk, deviations, sheet.units) + [""] }
    let worksheet = Worksheet(sheet), groups = SheetTables.groups(sheet)
    lines += worksheet.table(sheet).lines
    if !worksheet.addsUp { lines += ShownText.wrapped(SheetTerm.rounded.english) }
    lines += ShownText.wrapped("\(SheetTerm.datum.english) \(sheet.aircraft.datum.value)", hanging: "  ") + [""]
    if !groups.rows.isEmpty { lines += groups.lines + [""] }
    lines += sheet.fuelDetails.isEmpty ? ["No tanks"] : SheetTables.fuel(sheet).lines
    lines += ShownText.wrapped("Fuel density: \(sheet.fuelDensityBasis.text)", hanging: "  ") + [""]
    lines += EnvelopePlot(sheet).lines + [""]
    lines += ["The path of the centre of gravity"] + SheetTables.path(sheet) + [""]
    lines += notes(sheet)
    lines += ShownText.wrapped("Sources (lapwing balance sources \(sheet.aircraft.id) shows them in full)")
    lines += sheet.aircraft.attributions.flatMap { attribution in
      ShownText.wrapped(
        "\(attribution.key) \(attribution.value) [\(SourceWords.badge(attribution))] \(attribution.source.document)",
        indent: "  ", hanging: "    ")
    }
    lines += [""] + ShownText.wrapped(LoadSheet.disclaimer)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The sheet on one screen of 80 columns and 24 lines: what is left out is counted.
  package static func brief(_ sheet: LoadSheet) -> String {
    var lines = ShownText.wrapped(SheetWords.verdict(sheet), atMost: 2)
    lines.append(ShownText.cut("\(sheet.aircraft.name), \(sheet.category.name)", to: ShownText.columns))
    lines.append(ShownText.cut(sheet.scenario.name, to: ShownText.columns))
    lines.append(record(sheet))
    lines += SheetTables.phases(sheet).lines
    lines += ShownText.wrapped("Worst point: " + SheetWords.worst(sheet), atMost: 2, hanging: "  ")
    let shown = sheet.warnings.prefix(2)
    for warning in shown {
      lines += ShownText.wrapped(
        "\(warning.level.rawValue.uppercased()): \(warning.message)", atMost: 2, hanging: "  ")
    }
    let left = sheet.warnings.dropFirst(shown.count)
    if !left.isEmpty {
      lines.append(ShownText.cut("And \(left.count) more: \(counted(left.map(\.code.rawValue)))", to: 80))
    }
    if !sheet.remarks.isEmpty {
      lines += ShownText.wrapped(
        "NOTE: \(sheet.remarks.map(\.sentence).joined(separator: " "))", atMost: 2, hanging: "  ")
    }
    lines += ShownText.wrapped("What to do: \(advice(sheet))", atMost: 2, hanging: "  ")
    lines += [
      "For planning only. The pilot in command is responsible (14 CFR 91.103); the",
      "approved flight manual prevails. The sheet without --brief shows everything.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Words, each once with the number of times: `LOW_RESERVE, UNVERIFIED_ARM ×3`.
  private static func counted(_ words: [String]) -> String {
    var counts: [(word: String, count: Int)] = []
    for word in words {
      if let index = counts.firstIndex(where: { $0.word == word }) {
        counts[index].count += 1
      } else {
        counts.append((word, 1))
      }
    }
    return counts.map { $0.count > 1 ? "\($0.word) ×\($0.count)" : $0.word }.joined(separator: ", ")
  }

  /// The first remedy, or how much is left.
  private static func advice(_ sheet: LoadSheet) -> String {
    guard !sheet.isLegal else { return sheet.limitingFactor }
    return Solver(sheet).remedies().first?.sentence ?? SheetWords.withoutRemedy(sheet)
      ?? "no single change brings the loading inside its limits; change more than one load."
  }

  private static func heading(_ sheet: LoadSheet) -> [String] {
    ShownText.wrapped("\(sheet.aircraft.name), \(sheet.category.name)", hanging: "  ")
      + ShownText.wrapped(sheet.scenario.name, hanging: "  ") + [record(sheet)]
  }

  /// Registration, day and pilot, to be filled in with a pen if the files do not give them.
  private static func record(_ sheet: LoadSheet) -> String {
    func field(_ value: String?) -> String { value.map { ShownText.cut($0, to: 20) } ?? "________" }
    return "Registration \(field(sheet.scenario.registration))  Date \(field(sheet.scenario.date))  "
      + "Pilot \(field(sheet.scenario.pilot))"
  }

  private static func margins(_ sheet: LoadSheet) -> [String] {
    [SheetWords.margins(sheet), SheetWords.usefulLoad(sheet)].flatMap { ShownText.wrapped($0, hanging: "  ") }
  }

  private static func warnings(_ sheet: LoadSheet) -> [String] {
    guard !sheet.warnings.isEmpty else { return [] }
    func detail(_ warning: Warning) -> String {
      warning.detail + (warning.regulatoryRef.map { " (\($0))" } ?? "")
    }
    return sheet.warnings.enumerated().flatMap { index, warning -> [String] in
      let message = ShownText.wrapped(
        "\(warning.level.rawValue.uppercased()) \(warning.code.rawValue): \(warning.message)", hanging: "  ")
      // Several warnings with the same advice share it.
      let next = index + 1 < sheet.warnings.count ? sheet.warnings[index + 1] : nil
      if let next, next.code == warning.code, detail(next) == detail(warning) { return message }
      return message + ShownText.wrapped(detail(warning), indent: "  ")
    } + [""]
  }

  /// What changes no verdict, after the warnings: remarks of the sheet and notes of the scenario.
  private static func remarks(_ sheet: LoadSheet) -> [String] {
    let notes = sheet.scenario.notes.split(whereSeparator: \.isNewline)
    let lines =
      sheet.remarks.flatMap { ShownText.wrapped("NOTE: \($0.sentence)", hanging: "  ") }
      + notes.flatMap { ShownText.wrapped(String($0)) }
    return lines.isEmpty ? [] : lines + [""]
  }

  private static func notes(_ sheet: LoadSheet) -> [String] {
    guard !sheet.aircraft.notes.isEmpty else { return [] }
    return ["Notes"] + sheet.aircraft.notes.flatMap { ShownText.wrapped($0, indent: "  ", hanging: "    ") } + [""]
  }

  /// The probability of breaking a limit, in all and by cause.
  private static func risk(_ risk: RiskEstimate, _ deviations: Deviations, _ units: SheetUnits) -> [String] {
    ShownText.wrapped(
      "Any limit is exceeded with a probability of \(percent(risk.probability)) % (± \(percent(risk.standardError)) %; "
        + "\(risk.samples) loadings, seed \(risk.seed))", hanging: "  ")
      + risk.byCode.map { "  \($0.code.rawValue): \(percent($0.probability)) %" }
      + ShownText.wrapped(
        "with standard deviations of \(SheetWords.text(deviations.person, units)) \(units.weight.symbol) a person (of "
          + "\(SheetWords.text(deviations.meanPerson, units)) \(units.weight.symbol)) and "
          + "\(deviations.scalePercent) % of each weighed item", indent: "  ", hanging: "  ")
  }

  /// A share in percent with as many digits as matter: `12.3`, `0.005`.
  private static func percent(_ share: Double) -> String {
    let percent = share * 100
    let scale: Double = percent >= 10 ? 10 : percent >= 1 ? 100 : 10_000
    let rounded = (percent * scale).rounded() / scale
    if rounded == 0, percent > 0 { return "below 0.0001" }
    return Int64(exactly: rounded).map(\.description) ?? rounded.description
  }
}
