import Readings
import System

/// Prints a session on one or two pages of A4.
///
/// What has no room is counted, not left out in silence: the lists are shortened until the rest fits.
package enum SessionPDF {
  private static let mostPages = 2

  /// How many rows of each list are shown.
  private struct Room {
    var episodes: Int
    var others: Int

    static let steps = [
      Room(episodes: .max, others: .max), Room(episodes: 60, others: 24), Room(episodes: 40, others: 16),
      Room(episodes: 25, others: 12), Room(episodes: 16, others: 8), Room(episodes: 10, others: 6),
      Room(episodes: 6, others: 4),
    ]
  }

  /// The bytes of the file. The same report and fonts give the same bytes.
  package static func bytes(_ report: PrintedSession, fonts: DocumentFonts) throws(LapwingError) -> [UInt8] {
    let document = try PDFDocument(title: report.title, fonts: fonts, created: report.printed)
    let first = document.beginPage()
    var pages = layout(report, Room.steps[0], on: first)
    for room in Room.steps.dropFirst() where pages.count > mostPages { pages = layout(report, room, on: first) }
    PageLayout.draw(pages, in: document, from: first) { canvas, index in
      PageFoot.draw(
        on: canvas, report.disclaimer, "\(report.box), printed \(report.printed.minuteText(in: report.zone))",
        page: index + 1, of: pages.count, hasUnknownCharacters: document.hasUnknownCharacters)
    }
    return try document.finish()
  }

  private static func layout(_ report: PrintedSession, _ room: Room, on canvas: any Canvas) -> [[Block]] {
    let text = TextBlocks(measuredOn: canvas), tables = SessionTables(report, measuredOn: canvas)
    var blocks = heading(report, text, canvas) + charts(report, text)
    func section(_ title: String, _ section: [Block]) {
      if !section.isEmpty { blocks += [text.heading(title)] + section }
    }
    section("Figures", tables.figures(most: room.others))
    section("Phases", tables.phases(most: room.others))
    section(
      "Alarms",
      report.episodes.isEmpty ? text.paragraph("No alarms.") : tables.episodes(most: room.episodes))
    section("How complete the data are", completeness(report, text) + tables.gaps(most: room.others))
    section("Sensors", tables.sensors(most: room.others))
    let notes = report.notes.prefix(room.others)
    let rest = report.notes.count - notes.count
    section(
      "Notes",
      notes.flatMap { text.paragraph($0, most: room.others == .max ? .max : 3) }
        + (rest > 0 ? text.paragraph("and \(rest) more notes", TextStyle(size: 8, .start, .quiet)) : []))
    return PageLayout.pages(blocks)
  }

  private static func heading(_ report: PrintedSession, _ text: TextBlocks, _ canvas: any Canvas) -> [Block] {
    let style = TextStyle(size: 17, bold: true)
    let title = canvas.wrap(report.title, style, to: PageFrame.width, most: 2).map { line in
      Block(height: 22) { canvas, y in canvas.text(line, Point(PageFrame.left, y + 16), style) }
    }
    let zone = report.zone.words(from: report.from, to: report.end)
    let period =
      "\(report.from.minuteText(in: report.zone)) to "
      + (report.to.map { $0.minuteText(in: report.zone) } ?? "now (it goes on)")
      + ", \(zone), \(DurationText.text(milliseconds: report.duration))"
    var pairs = [("Box", report.box), ("Profile", report.profile)]
    if !report.sessionID.isEmpty { pairs.append(("Session", report.sessionID)) }
    pairs += report.details.map { ($0.name, $0.value) }
    if let grade = report.grade { pairs.append(("Air", "grade \(grade)")) }
    pairs.append(("Alarms", alarmCount(report)))
    return title + text.paragraph(period, TextStyle(size: 10)) + [.space(4)]
      + text.pairs(pairs.map { (name: $0.0, value: $0.1) }) + [.space(8)]
  }

  private static func alarmCount(_ report: PrintedSession) -> String {
    let real = report.episodes.filter { !$0.isTest }
    let counts = TimeChart.Alarm.Priority.allCases.reversed().compactMap { priority -> String? in
      let count = real.count { $0.priority == priority }
      return count == 0 ? nil : "\(count) \(priority.name)"
    }
    return counts.isEmpty ? "none" : counts.joined(separator: ", ")
  }

  /// Three charts at most, so that two pages are enough.
  private static func charts(_ report: PrintedSession, _ text: TextBlocks) -> [Block] {
    let shown = report.charts.prefix(3)
    let height = [0, 215.0, 175, 140][shown.count]
    let blocks = shown.map { chart in
      Block(height: height) { canvas, y in
        TimeChartDrawing(chart, on: canvas, in: Box(PageFrame.left, y, PageFrame.width, height - 8)).draw()
      }
    }
    let left = report.charts.dropFirst(shown.count).map(\.title).joined(separator: "; ")
    let note = left.isEmpty ? [] : text.paragraph("Not drawn here: \(left). The SVG file has every chart.")
    guard report.charts.contains(where: { !$0.alarms.isEmpty }) else { return blocks + note }
    return blocks + [legend] + note
  }

  private static var legend: Block {
    Block(height: 12) { canvas, y in
      var x = PageFrame.left
      let style = TextStyle(size: 7, .start, .quiet)
      for priority in TimeChart.Alarm.Priority.allCases.reversed() {
        AlarmMark.draw(priority, at: Point(x + 4, y + 9), on: canvas)
        let text = "\(priority.name) alarm"
        canvas.text(text, Point(x + 11, y + 8), style)
        x += 11 + canvas.width(text, style) + 14
      }
      canvas.line(Point(x, y + 5.5), Point(x + 14, y + 5.5), Stroke(.mean))
      canvas.text("mean", Point(x + 18, y + 8), style)
      x += 18 + canvas.width("mean", style) + 14
      canvas.rectangle(Box(x, y + 2.5, 14, 6), fill: .range, stroke: nil)
      canvas.text("lowest to highest", Point(x + 18, y + 8), style)
    }
  }

  private static func completeness(_ report: PrintedSession, _ text: TextBlocks) -> [Block] {
    let missing = report.gaps.reduce(Int64(0)) { $0 + max(0, $1.to.milliseconds - $1.from.milliseconds) }
    let readings = report.figures.reduce(0) { $0 + max(0, min($1.readings, .max / 1_000_000)) }
    if readings == 0 { return text.paragraph("No sensor gave a value in this session.") }
    if report.gaps.isEmpty { return text.paragraph("There is no gap in the data.") }
    let share = report.duration > 0 ? 1 - Double(missing) / Double(report.duration) : 0
    return text.paragraph(
      "\(report.gaps.count == 1 ? "One gap" : "\(report.gaps.count) gaps"), "
        + "\(DurationText.text(milliseconds: missing)) in all; the rest is \(DurationText.percent(share)) of the session."
    )
  }
}

extension PrintedSession {
  /// The charts alone, one below the other, as an SVG file.
  package func chartsSVG(width: Double = 760, chartHeight: Double = 260) -> String {
    let height = Double(max(charts.count, 1)) * chartHeight + 16
    let canvas = SVGCanvas(
      width: width, height: height, title: title,
      description: charts.isEmpty ? "no charts" : charts.map(\.description).joined(separator: " "))
    for (index, chart) in charts.enumerated() {
      let box = Box(12, 8 + Double(index) * chartHeight, width - 24, chartHeight - 10)
      TimeChartDrawing(chart, on: canvas, in: box).draw()
    }
    return canvas.text
  }
}
