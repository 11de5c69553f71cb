import Readings
import System
import WeightBalance

/// A load sheet on paper: who, what, the verdict with its reasons, the chart, the tables, and a place to sign. Nothing is
/// left out, so a sheet with much to say has several pages.
package struct SheetPDF {
  private let sheet: LoadSheet
  private let canvas: any Canvas
  private let text: TextBlocks

  /// The bytes of the file. The same sheet, fonts and time give the same bytes.
  package static func bytes(
    _ sheet: LoadSheet, printed: UnixTime, fonts: DocumentFonts
  ) throws(LapwingError) -> [UInt8] {
    let document = try PDFDocument(
      title: "Load sheet, \(sheet.scenario.registration ?? sheet.aircraft.name): \(sheet.scenario.name)", fonts: fonts,
      created: printed)
    let first = document.beginPage()
    let pages = PageLayout.pages(SheetPDF(sheet, first).blocks)
    for (index, page) in pages.enumerated() {
      let canvas = index == 0 ? first : document.beginPage()
      PageLayout.draw(page, on: canvas)
      PageFoot.draw(
        on: canvas, LoadSheet.disclaimer, "\(sheet.scenario.name), printed \(printed.minuteText(in: .utc)) UTC",
        page: index + 1, of: pages.count, hasUnknownCharacters: document.hasUnknownCharacters)
    }
    return try document.finish()
  }

  private init(_ sheet: LoadSheet, _ canvas: any Canvas) {
    (self.sheet, self.canvas) = (sheet, canvas)
    text = TextBlocks(measuredOn: canvas)
  }

  private var blocks: [Block] {
    var blocks = heading
    blocks += verdict
    blocks += warnings
    blocks.append(.space(6))
    blocks.append(SheetPDFChart(sheet).block)
    blocks.append(text.heading("Phases"))
    blocks += table(SheetTables.phases(sheet))
    let worst = TextStyle(size: 8.5, bold: true)
    blocks += text.paragraph("Worst point: " + SheetWords.worst(sheet), worst)
    blocks.append(text.heading("Loads"))
    blocks += table(SheetTables.loads(sheet))
    blocks += fuel
    blocks.append(text.heading("Points of the chart"))
    blocks += points
    blocks += notes
    blocks.append(signature)
    return blocks
  }

  private var heading: [Block] {
    let title = TextStyle(size: 16, bold: true)
    let name = "\(sheet.aircraft.name), \(sheet.category.name)"
    let lines = canvas.wrap("Load sheet: \(name)", title, to: PageFrame.width, most: 2)
    let scenario = sheet.scenario
    func field(_ value: String?) -> String { value ?? "____________________" }
    return lines.map { line in
      Block(height: 21) { canvas, y in canvas.text(line, Point(PageFrame.left, y + 15), title) }
    } + text.paragraph(scenario.name, TextStyle(size: 10), most: 2) + [.space(3)]
      + text.pairs([
        ("Registration", field(scenario.registration)), ("Date", field(scenario.date)),
        ("Pilot", field(scenario.pilot)),
      ]) + [.space(4)]
  }

  /// The verdict in a box, and what limits.
  private var verdict: [Block] {
    let style = TextStyle(size: 11.5, bold: true, .start, .text)
    let (fill, edge) = SheetPDFChart.look(sheet)
    let lines = canvas.wrap(SheetWords.verdict(sheet), style, to: PageFrame.width - 16)
    let height = Double(lines.count) * 15 + 10
    let box = Block(height: height + 3) { canvas, y in
      canvas.rectangle(
        Box(PageFrame.left, y, PageFrame.width, height), fill: fill, stroke: Stroke(edge, width: 1.5))
      for (index, line) in lines.enumerated() {
        canvas.text(line, Point(PageFrame.left + 8, y + 16 + Double(index) * 15), style)
      }
    }
    return [box] + text.paragraph(sheet.limitingFactor)
  }

  /// The reasons: each warning with what it means.
  private var warnings: [Block] {
    guard !sheet.warnings.isEmpty else { return [] }
    return [text.heading("Reasons and cautions")]
      + sheet.warnings.flatMap { warning in
        let ink: Ink = warning.level == .danger ? .danger : .text
        return text.paragraph(
          "\(warning.level.rawValue.uppercased()) \(warning.code.rawValue): \(warning.message)",
          TextStyle(size: 8.5, bold: true, .start, ink))
          + text.paragraph(
            warning.detail + (warning.regulatoryRef.map { " (\($0))" } ?? ""), TextStyle(size: 8), indent: 10)
      }
  }

  private var fuel: [Block] {
    let density = text.paragraph("Fuel density: \(sheet.fuelDensityBasis.text)", TextStyle(size: 8, .start, .quiet))
    return [text.heading("Fuel")]
      + (sheet.fuelDetails.isEmpty ? text.paragraph("No tanks.") : table(SheetTables.fuel(sheet))) + density
  }

  private var points: [Block] {
    let units = sheet.units, rows = EnvelopeSVG.rows(sheet)
    let shown = rows.map { row in
      [
        "\(row.number)", row.point.label, SheetWords.text(row.point.weight, units),
        row.point.cg.map { SheetWords.text($0, units) } ?? "-", SheetTables.words(row.position),
      ]
    }
    let left = sheet.burnPath.count - rows.count
    return table(
      SheetTables.Table(["No.", "Point", units.weight.symbol, "CG \(units.length.symbol)", ""], shown), name: 1)
      + (left > 0 ? text.paragraph("and \(left) more points inside", TextStyle(size: 8, .start, .quiet)) : [])
  }

  private func table(_ table: SheetTables.Table, name: Int = 0) -> [Block] {
    let columns = table.titles.enumerated().map { index, title in
      // The last column is words; the names take what is left over.
      TableBlocks.Column(
        title, number: index != name && index != table.titles.count - 1, weight: index == name ? 1 : 0)
    }
    let rows = table.rows.map { row in
      let isFault = ["OUTSIDE", "OVER", "TOO HEAVY"].contains { row.last?.contains($0) ?? false }
      return TableBlocks.Row(row, isFault ? .danger : .text, bold: isFault)
    }
    return TableBlocks(columns, rows, measuredOn: canvas).blocks()
  }

  /// What is typical or guessed, in the words of the aircraft's file.
  private var notes: [Block] {
    let guesses = sheet.aircraft.attributions.filter { $0.badge != .checked }
    let words =
      guesses.isEmpty
      ? []
      : text.paragraph(
        "Not checked against a document (\(guesses.count) of \(sheet.aircraft.attributions.count) numbers): "
          + guesses.map { "\($0.key) \($0.value) [\(SourceWords.badge($0))]" }.joined(separator: "; ") + ".",
        TextStyle(size: 7.5))
    let notes = sheet.aircraft.notes.flatMap { text.paragraph($0, TextStyle(size: 8)) }
    let own = sheet.scenario.notes.split(whereSeparator: \.isNewline).flatMap {
      text.paragraph(String($0), TextStyle(size: 8))
    }
    return words.isEmpty && notes.isEmpty && own.isEmpty
      ? [] : [text.heading("Notes and guesses")] + own + notes + words
  }

  private var signature: Block {
    Block(height: 48) { canvas, y in
      let style = TextStyle(size: 7.5, .start, .quiet), line = y + 34
      let places = [("Pilot in command: signature", 0.0, 250.0), ("Date and time", 275, 395), ("Place", 420, 515)]
      for (name, from, to) in places {
        canvas.line(
          Point(PageFrame.left + from, line), Point(PageFrame.left + to, line), Stroke(.axis, width: 0.7))
        canvas.text(name, Point(PageFrame.left + from, line + 10), style)
      }
    }
  }
}
