import Readings
import System
import WeightBalance

/// A load sheet on paper: who, what, the verdict with its reasons, the chart, the tables, and a place to sign. A usual
/// sheet is one page; no warning is left out, so one with many has more.
package struct SheetPDF {
  private let sheet: LoadSheet
  private let canvas: any Canvas
  private let text: TextBlocks
  private let chartHeight: Double

  /// The bytes of the file. The same sheet, fonts and time give the same bytes.
  package static func bytes(
    _ sheet: LoadSheet, printed: UnixTime, fonts: DocumentFonts
  ) throws(LapwingError) -> [UInt8] {
    let document = try PDFDocument(
      title: "Load sheet, \(sheet.scenario.registration ?? sheet.aircraft.name): \(sheet.scenario.name)", fonts: fonts,
      created: printed)
    let first = document.beginPage()
    let layouts = chartHeights.lazy.map { PageLayout.pages(SheetPDF(sheet, first, chartHeight: $0).blocks) }
    let pages = layouts.first { $0.count == 1 } ?? layouts[0]
    PageLayout.draw(pages, in: document, from: first) { canvas, index in
      PageFoot.draw(
        on: canvas, LoadSheet.disclaimer, "\(sheet.scenario.name), printed \(printed.minuteText(in: .utc)) UTC",
        page: index + 1, of: pages.count, hasUnknownCharacters: document.hasUnknownCharacters)
    }
    return try document.finish()
  }

  /// In points. Where a lower chart keeps the place to sign on the first page, it is lower.
  private static let chartHeights = [176.0, 154, 132, 120]

  private init(_ sheet: LoadSheet, _ canvas: any Canvas, chartHeight: Double) {
    (self.sheet, self.canvas, self.chartHeight) = (sheet, canvas, chartHeight)
    text = TextBlocks(measuredOn: canvas)
  }

  private var blocks: [Block] {
    var blocks = heading
    blocks += verdict
    blocks += warnings
    blocks += [.space(2), chart]
    blocks += table(SheetTables.phases(sheet))
    let worst = TextStyle(size: 8.5, bold: true)
    blocks += text.paragraph("Worst point: " + SheetWords.worst(sheet), worst)
    blocks += text.paragraph("\(SheetWords.margins(sheet)). \(SheetWords.usefulLoad(sheet)).", Self.note) + [.space(2)]
    let worksheet = Worksheet(sheet)
    blocks += table(worksheet.table(sheet))
    if !worksheet.addsUp { blocks += text.paragraph(SheetTerm.rounded.english, Self.note) }
    let groups = SheetTables.groups(sheet)
    if !groups.rows.isEmpty { blocks += [.space(2)] + table(groups) }
    blocks += [.space(2)] + fuel + changes + notes
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

  private var verdict: [Block] {
    let style = TextStyle(size: 11.5, bold: true, .start, .text)
    let ink = EnvelopeLook(sheet).ink
    let lines = canvas.wrap(SheetWords.verdict(sheet), style, to: PageFrame.width - 16)
    let height = Double(lines.count) * 15 + 10
    let box = Block(height: height + 3) { canvas, y in
      canvas.rectangle(
        Box(PageFrame.left, y, PageFrame.width, height), fill: ink.fill, stroke: Stroke(ink.edge, width: 1.5))
      for (index, line) in lines.enumerated() {
        canvas.text(line, Point(PageFrame.left + 8, y + 16 + Double(index) * 15), style)
      }
    }
    return [box] + text.paragraph(sheet.limitingFactor)
  }

  private static let note = TextStyle(size: 7.5, .start, .quiet)

  /// The reasons: each warning with what it means. Values that are not known share one.
  private var warnings: [Block] {
    guard !sheet.warnings.isEmpty else { return [] }
    let guesses = sheet.warnings.filter { $0.code == .unverifiedLimit || $0.code == .unverifiedArm }
    var blocks = sheet.warnings.filter { !guesses.contains($0) }.flatMap { warning in
      let ink: Ink = warning.level > .caution ? .danger : .text
      return text.paragraph(
        "\(warning.level.rawValue.uppercased()) \(warning.code.rawValue): \(warning.message)",
        TextStyle(size: 8.5, bold: true, .start, ink))
        + text.paragraph(
          warning.detail + (warning.regulatoryRef.map { " (\($0))" } ?? ""), TextStyle(size: 7.5), indent: 10)
    }
    if let first = guesses.first {
      blocks +=
        text.paragraph(
          "\(first.level.rawValue.uppercased()) "
            + Set(guesses.map(\.code.rawValue)).sorted(by: >).joined(separator: ", ")
            + ": guesses are used for \(sheet.guesses.joined(separator: ", ")).", TextStyle(size: 8.5, bold: true))
        + text.paragraph(
          "Enter the values from the flight manual (\(first.regulatoryRef ?? "")).", TextStyle(size: 7.5), indent: 10)
    }
    return blocks
  }

  /// The chart of arms, and beside it that of moments if the handbook has one.
  private var chart: Block {
    let height = chartHeight, divisor = sheet.aircraft.momentDivisor
    return Block(height: height) { [sheet] canvas, y in
      guard let divisor else {
        EnvelopeDrawing(sheet).draw(on: canvas, in: Box(PageFrame.left, y, PageFrame.width, height - 6))
        return
      }
      let width = PageFrame.width / 2 - 4
      EnvelopeDrawing(sheet).draw(on: canvas, in: Box(PageFrame.left, y, width, height - 6))
      EnvelopeDrawing(sheet, divisor: divisor)
        .draw(on: canvas, in: Box(PageFrame.right - width, y, width, height - 6))
    }
  }

  private var fuel: [Block] {
    let hasReserve = !sheet.remarks.contains { $0.subject == .reserve }
    let about =
      ["Fuel density: \(sheet.fuelDensityBasis.text)"] + (hasReserve ? [] : ["The fuel reserve is not checked"])
      + ["\(SheetTerm.datum.english) \(sheet.aircraft.datum.value)"]
    return (sheet.fuelDetails.isEmpty ? text.paragraph("No tanks.") : table(SheetTables.fuel(sheet)))
      + text.paragraph(about.map { "\($0)." }.joined(separator: " "), Self.note)
  }

  /// The points of the way between the phases, if there are any.
  private var changes: [Block] {
    let units = sheet.units, rows = ShownPoint.all(of: sheet).filter { !$0.point.isPhase }
    guard !rows.isEmpty else { return [] }
    let shown = rows.map { row in
      SheetTables.Table.Row(
        [
          row.point.label, SheetWords.text(row.point.weight, units),
          row.point.cg.map { SheetWords.text($0, units) } ?? "-", SheetTables.words(row.position),
        ], isFault: row.position.isFault)
    }
    let left = sheet.burnPath.count { !$0.isPhase } - rows.count
    return [.space(2)]
      + table(SheetTables.Table(["On the way", units.weight.symbol, "CG \(units.length.symbol)", ""], shown))
      + (left > 0
        ? text.paragraph("and \(left) more points \(SheetTables.words(SheetWords.inside(sheet)))", Self.note) : [])
  }

  private func table(_ table: SheetTables.Table) -> [Block] {
    let columns = table.titles.enumerated().map { index, title in
      // The last column is words; the names take what is left over.
      TableBlocks.Column(title, number: index != 0 && index != table.titles.count - 1, weight: index == 0 ? 1 : 0)
    }
    let rows = table.rows.map { row in
      TableBlocks.Row(row.cells, row.isFault ? .danger : .text, bold: row.isFault || row.isSum)
    }
    return TableBlocks(columns, rows, measuredOn: canvas).blocks()
  }

  /// The notes of the scenario and of the aircraft file, and how many numbers are not checked.
  private var notes: [Block] {
    let all = sheet.aircraft.attributions, checked = all.count { $0.badge == .checked }
    let words = text.paragraph(
      "Not checked against a document: \(all.count - checked) of the \(all.count) numbers of the aircraft file; "
        + "“lapwing balance sources \(sheet.aircraft.id)” shows each with its source.", Self.note)
    let own = sheet.scenario.notes.split(whereSeparator: \.isNewline).flatMap {
      text.paragraph(String($0), TextStyle(size: 7.5))
    }
    let remarks = sheet.remarks.filter { $0.subject != .reserve }.flatMap {
      text.paragraph("NOTE: \($0.sentence)", TextStyle(size: 7.5))
    }
    return remarks + own + sheet.aircraft.notes.flatMap { text.paragraph($0, Self.note) } + words
  }

  private var signature: Block {
    Block(height: 44) { canvas, y in
      let style = TextStyle(size: 7.5, .start, .quiet), line = y + 30
      let places = [("Pilot in command: signature", 0.0, 250.0), ("Date and time", 275, 395), ("Place", 420, 515)]
      for (name, from, to) in places {
        canvas.line(
          Point(PageFrame.left + from, line), Point(PageFrame.left + to, line), Stroke(.axis, width: 0.7))
        canvas.text(name, Point(PageFrame.left + from, line + 10), style)
      }
    }
  }
}
