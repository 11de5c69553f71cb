import Documents
import Web
import WeightBalance
import Words

extension BalanceView {
  /// The class of the colour of a verdict.
  private static func style(_ verdict: Verdict) -> String {
    switch verdict.level {
    case .inside: "good"
    case .caution: "low"
    case .danger: "high"
    }
  }

  private func word(_ level: Warning.Level) -> (words: String, style: String) {
    switch level {
    case .advisory: (text(BalanceWords.advisory), "good")
    case .caution: (text(BalanceWords.caution), "low")
    case .warning: (text(BalanceWords.warning), "medium")
    case .danger: (text(BalanceWords.beyond), "high")
    }
  }

  /// The verdict in one line, which stays in sight.
  var verdict: HTML {
    guard let sheet else {
      let refused = refusal?.html(request.language) ?? "\(text(BalanceWords.mend))"
      return "<p class=\"verdict high\"><span class=\"badge\">–</span> \(refused)</p>"
    }
    guard !isUnmanned else {
      let help = text(BalanceWords.unmannedHelp(isBelow: sheet.verdict == .belowEnvelope))
      return "<p class=\"verdict\"><span class=\"badge\">\(text(BalanceWords.unmanned))</span> \(help)</p>"
    }
    return """
      <p class="verdict \(Self.style(sheet.verdict))"><span class="badge">\(terms.text(.verdict(sheet.verdict)))</span> \
      \(limitingFactor(sheet))</p>
      """
  }

  /// What matters most: the worst warning, or what still fits.
  private func limitingFactor(_ sheet: LoadSheet) -> HTML {
    switch request.language {
    case .english: return "\(sheet.limitingFactor)"
    case .korean:
      guard let first = sheet.warnings.first, first.level > .caution else { return "\(SheetSentenceWords.room(sheet))" }
      return .sentence(first.message, korean: SheetWarningWords.korean(first.code), in: .korean)
    }
  }

  /// The envelope, which stays in sight with the verdict: small on a phone, until somebody touches it.
  var picture: HTML {
    guard let sheet else { return .nothing }
    let chart = EnvelopeSVG(sheet, in: terms, look: isUnmanned ? .unmanned : nil)
    return "\(figure(chart.plot))<p class=\"small\">\(chart.caption)</p>"
  }

  private func figure(_ svg: String) -> HTML {
    """
    <figure class="scroll" tabindex="0" role="group" aria-label="\(text(BalanceWords.chart))">\(HTML(markup: svg))</figure>
    """
  }

  var result: HTML {
    guard let sheet, !isUnmanned else { return .nothing }
    let worksheet = Worksheet(sheet)
    let groups = SheetTables.groups(sheet, in: terms)
    return """
      \(reasons(sheet))
      <h2>\(text(BalanceWords.figures))</h2>\(figures(sheet))\(EnvelopeSVG(sheet, in: terms).momentPlot.map(figure))
      <h2>\(text(BalanceWords.phases))</h2>\(table(SheetTables.phases(sheet, in: terms), .phases))
      <h2>\(text(BalanceWords.loads))</h2>\(table(worksheet.table(sheet, in: terms), .loads))
      <p class="small">\(terms.text(.datum)) <span lang="en">\(sheet.aircraft.datum.value)</span></p>
      \(worksheet.addsUp ? .nothing : "<p class=\"small\">\(terms.text(.rounded))</p>")
      \(groups.rows.isEmpty ? .nothing : table(groups, .together))
      \(tanks(sheet))
      """
  }

  /// Every limit that is broken, and every caution, in words.
  private func reasons(_ sheet: LoadSheet) -> HTML {
    let remarks = sheet.remarks.html { remark in
      let sentence = HTML.sentence(
        remark.sentence, korean: SheetSentenceWords.remark(remark.subject), in: request.language)
      return "<li>\(sentence)</li>"
    }
    guard !sheet.warnings.isEmpty || !sheet.remarks.isEmpty else { return .nothing }
    let items = sheet.warnings.html { warning in
      let (words, style) = word(warning.level)
      let regulation = warning.regulatoryRef.map { " (\($0))" } ?? ""
      let said: HTML =
        switch request.language {
        case .english: "<b>\(warning.message)</b> \(warning.detail)\(regulation)"
        case .korean:
          """
          <b>\(SheetWarningWords.korean(warning.code))</b> \
          \(HTML.english("\(warning.message) \(warning.detail)\(regulation)", isSmall: true))
          """
        }
      return "<li class=\"\(style)\"><span class=\"badge\">\(words)</span> \(said)</li>"
    }
    return "<h2>\(text(BalanceWords.reasons))</h2><ul class=\"reasons\">\(items)\(remarks)</ul>"
  }

  private func figures(_ sheet: LoadSheet) -> HTML {
    let units = sheet.units, takeoff = sheet.phases.first { $0.name == .takeoff }
    let (weight, length) = (units.weight.symbol, units.length.symbol)
    func margin<Unit: QuantityUnit>(_ value: Exact<Unit>?, _ unit: Unit) -> String? {
      value.map { "\(SheetWords.margin($0, unit)) \(unit.symbol)" }
    }
    let rows: [(BalanceWords, String?)] = [
      (.takeoff, takeoff.map { "\(SheetWords.text($0.weight, units)) \(weight)" }),
      (.centre, takeoff?.cg.map { "\(SheetWords.text($0, units)) \(length)" }),
      (.moment, takeoff.map { "\(SheetWords.text($0.moment, units)) \(weight)·\(length)" }),
      (.room, margin(sheet.weightMargin, units.weight)),
      (.forward, margin(sheet.cgForwardMargin, units.length)),
      (.aft, margin(sheet.cgAftMargin, units.length)),
      (.usefulLoad, "\(SheetWords.text(sheet.usefulLoad, units)) \(weight)"),
    ]
    let items = rows.html { words, value in
      "<div><dt>\(text(words))</dt><dd><b>\(value ?? "–")</b></dd></div>"
    }
    return """
      <dl class="values">\(items)</dl>
      <p><b>\(text(BalanceWords.worst)):</b> \(SheetWords.worst(sheet, in: terms))</p>
      """
  }

  private func tanks(_ sheet: LoadSheet) -> HTML {
    guard !sheet.fuelDetails.isEmpty else { return .nothing }
    return """
      <h2>\(text(BalanceWords.fuelTable))</h2>\(table(SheetTables.fuel(sheet, in: terms), .fuelTable))
      <p class="small">\(text(SheetSentenceWords.density(sheet.fuelDensityBasis)))</p>
      """
  }

  private func table(_ table: SheetTables.Table, _ label: BalanceWords) -> HTML {
    let rows = table.rows.map { row in
      Table.Row(
        heading: "\(row.cells.first ?? "")", cells: row.cells.dropFirst().map { "\($0)" },
        style: row.isFault ? "beyond" : row.isSum ? "sum" : nil)
    }
    return Table(label: text(label), columns: table.titles, rows: rows).html
  }
}
