import Readings
import System

/// Prints the report for a doctor: one page to read, and one with the nights as small charts of one scale.
package struct HeartPDF {
  /// Terms and durations in the language of the document.
  package struct Words: Sendable {
    let text: @Sendable (HeartTerm) -> String
    let duration: @Sendable (Int64) -> String

    package init(
      text: @escaping @Sendable (HeartTerm) -> String, duration: @escaping @Sendable (Int64) -> String
    ) {
      (self.text, self.duration) = (text, duration)
    }

    package static let english = Words(text: { $0.english }, duration: { DurationText.text(milliseconds: $0) })
  }

  private let report: PrintedHeart
  private let words: Words
  private let canvas: any Canvas

  private static let small = TextStyle(size: 6.5, .start, .quiet)
  private static let plain = TextStyle(size: 8.5)
  /// How many rows of each list are shown, until all is on one page.
  private static let rooms = [(12, 6), (9, 5), (7, 4), (5, 3), (3, 2), (2, 1)]

  /// The bytes of the file; the reports follow each other, each with pages of its own.
  package static func bytes(
    _ reports: [PrintedHeart], words: Words = .english, fonts: DocumentFonts
  ) throws(LapwingError) -> [UInt8] {
    let title = reports.first.map { words.text(.title($0.quantity)) } ?? ""
    let document = try PDFDocument(
      title: title, fonts: fonts, created: reports.first?.printed ?? UnixTime(milliseconds: 0))
    for report in reports {
      let first = document.beginPage()
      let pdf = HeartPDF(report: report, words: words, canvas: first)
      let pages = [pdf.firstPage] + (report.nights.count > 1 ? [pdf.nightPage] : [])
      PageLayout.draw(pages, in: document, from: first) { canvas, index in
        PageFoot.draw(
          on: canvas, words.text(.disclaimer),
          words.text(.printed(box: report.box, at: report.printed.minuteText(in: report.zone))), page: index + 1,
          of: pages.count, number: words.text(.page("\(index + 1)", of: "\(pages.count)")),
          hasUnknownCharacters: document.hasUnknownCharacters)
      }
    }
    return try document.finish()
  }

  // MARK: Texts

  private func text(_ term: HeartTerm) -> String { words.text(term) }
  private func whole(_ value: Double) -> String { FixedNumber.full(value, places: 0) ?? "-" }
  private func value(_ value: Double) -> String { "\(whole(value)) \(report.unit)" }
  private func day(_ time: UnixTime) -> String { time.dayText(in: report.zone) }

  private var zone: String {
    guard report.zone != .utc else { return ClockZone.name(0) }
    let names = [report.from, report.to].map { ClockZone.name(report.zone.offset(at: $0)) }
    return text(.localTime(names[0] == names[1] ? [names[0]] : names))
  }

  /// A share as a percentage. Only what is whole is written as 0 % or 100 %.
  private func percent(_ part: Int64, of all: Int64) -> String {
    let percent = min(max(Double(part) / Double(max(1, all)), 0), 1) * 100
    if percent > 0, percent < 1 { return text(.belowOnePercent) }
    if percent > 99, percent < 100 { return text(.aboveNinetyNinePercent) }
    return "\(whole(percent)) %"
  }

  // MARK: The first page

  private var firstPage: [Block] {
    var page: [Block] = []
    for (episodes, others) in Self.rooms {
      page = head + facts + dayChart + hourChart + episodeTable(most: episodes) + ends(most: others)
      if PageLayout.pages(page).count == 1 { break }
    }
    return page
  }

  private var texts: TextBlocks { TextBlocks(measuredOn: canvas) }

  private var head: [Block] {
    let style = TextStyle(size: 16, bold: true), title = text(.title(report.quantity))
    let heading = Block(height: 22) { canvas, y in canvas.text(title, Point(PageFrame.left, y + 15), style) }
    let period = texts.paragraph(
      text(.period(from: day(report.from), to: day(report.to), zone: zone)), TextStyle(size: 9.5))
    let person = report.person
    var blocks = [heading] + period
    blocks.append(.space(3))
    blocks += field((.name, person.name), (.born, person.born))
    blocks += field((.question, person.question))
    blocks += field((.medication, person.medication))
    blocks.append(.space(4))
    return blocks
  }

  /// What the owner has written, or a line to write on.
  private func field(_ fields: (HeartTerm, String?)...) -> [Block] {
    let width = PageFrame.width / Double(fields.count), label = 62.0
    let lines = fields.map { term, value in
      (text(term), value.map { canvas.wrap($0, Self.plain, to: width - label - 8, most: 2) } ?? [])
    }
    let height = 13.0 + 11 * Double(max(0, (lines.map { $0.1.count }.max() ?? 0) - 1))
    return [
      Block(height: height) { canvas, y in
        for (place, (name, value)) in lines.enumerated() {
          let x = PageFrame.left + Double(place) * width
          canvas.text(
            canvas.cut(name, Self.plain, to: label - 4), Point(x, y + 9), TextStyle(size: 8.5, .start, .quiet))
          for (row, line) in value.enumerated() {
            canvas.text(line, Point(x + label, y + 9 + 11 * Double(row)), TextStyle(size: 8.5, bold: true))
          }
          if value.isEmpty {
            canvas.line(Point(x + label, y + 10.5), Point(x + width - 8, y + 10.5), Stroke(.grid, width: 0.7))
          }
        }
      }
    ]
  }

  private var facts: [Block] {
    let times = report.times, range = report.range
    func share(_ part: Int64) -> String {
      guard part > 0 else { return text(.noneAtAll) }
      return text(
        .share(
          time: words.duration(part), share: percent(part, of: times.covered)))
    }
    var rows: [(String, String)] = [(text(.device), report.sensor)]
    let all = report.days.count + report.emptyDays.count
    rows.append(
      (
        text(.worn),
        text(
          .wornText(
            days: "\(report.days.count)", of: "\(all)", time: hours(report.wornTime),
            share: percent(times.covered, of: report.wornTime)))
      ))
    let rates = report.restingRates.sorted()
    if let low = rates.first, let high = rates.last {
      let middle = rates[rates.count / 2]
      var line = text(.restingText(middle: value(middle), low: whole(low), high: whole(high)))
      if let trend = report.restingTrend {
        line += "; " + text(.restingTrend(first: whole(trend.first), last: whole(trend.last)))
      }
      rows.append((text(.resting), line))
    }
    rows.append(
      (text(.range), text(.rangeText(low: whole(range.lowest), mean: whole(range.mean), high: value(range.highest)))))
    if let low = report.low { rows.append((text(.below(value(low))), share(times.below))) }
    if let high = report.high { rows.append((text(.above(value(high))), share(times.above))) }
    rows.append((text(.gaps), gaps))
    let label = 92.0, bold = TextStyle(size: 8.5, .start, .quiet)
    var blocks = rows.map { name, value -> Block in
      let lines = canvas.wrap(value, Self.plain, to: PageFrame.width - label, most: 2)
      return Block(height: 12 * Double(max(1, lines.count))) { canvas, y in
        canvas.text(canvas.cut(name, bold, to: label - 6), Point(PageFrame.left, y + 9), bold)
        for (row, line) in lines.enumerated() {
          canvas.text(line, Point(PageFrame.left + label, y + 9 + 12 * Double(row)), Self.plain)
        }
      }
    }
    blocks.append(.space(4))
    return blocks
  }

  /// The nights of a month are hours for a doctor: "7d 17h" would be a week without a pause.
  private func hours(_ milliseconds: Int64) -> String {
    let hours = milliseconds / 3_600_000
    return hours < 48 ? words.duration(milliseconds) : text(.hours("\(hours)"))
  }

  private var gaps: String {
    guard !report.gaps.isEmpty else { return text(.noneAtAll) }
    let longest = report.gaps.sorted { $0.length > $1.length }.prefix(3)
    let list = longest.map { "\($0.from.minuteText(in: report.zone)) (\(words.duration($0.length)))" }
    return text(
      .gapsText(
        count: "\(report.gaps.count)", time: words.duration(report.gaps.reduce(0) { $0 + $1.length }),
        list: list.joined(separator: ", ")))
  }

  private func caption(_ title: HeartTerm, _ help: HeartTerm) -> [Block] {
    let style = TextStyle(size: 9, bold: true), name = text(title), text = text(help)
    return [
      Block(height: 14, keepsWithNext: true) { canvas, y in
        canvas.text(name, Point(PageFrame.left, y + 10), style)
        let x = PageFrame.left + canvas.width(name, style) + 8
        canvas.text(canvas.cut(text, Self.small, to: PageFrame.right - x), Point(x, y + 10), Self.small)
      }
    ]
  }

  /// The drawn days, the latest ones: more would be narrower than a line.
  private static let mostBars = 62

  private var dayChart: [Block] {
    guard report.days.count > 1 else { return [] }
    let days = Array(report.days.suffix(Self.mostBars))
    let bars = days.map { day in
      HeartBars.Bar(
        range: day.range.lowest...max(day.range.lowest, day.range.highest), box: nil, line: day.range.mean,
        dot: day.resting, number: nil)
    }
    let step = max(1, (days.count + 9) / 10)
    let names = days.enumerated().map { place, day in
      place % step == 0 ? String(day.date.dayText(in: report.zone).suffix(5)) : nil
    }
    return caption(.byDay, .byDayHelp(hasResting: !report.restingRates.isEmpty)) + [
      drawing(HeartBars(bars: bars, names: names, limits: limits), height: 112)
    ]
  }

  private var hourChart: [Block] {
    guard report.hours.contains(where: { $0 != nil }) else { return [] }
    let bars = report.hours.map { hour in
      hour.map {
        HeartBars.Bar(
          range: $0.lowest...max($0.lowest, $0.highest), box: $0.from...max($0.from, $0.to), line: $0.middle, dot: nil,
          number: whole($0.middle))
      }
    }
    let names = report.hours.indices.map { String?("\($0)") }
    return caption(.byHour, .byHourHelp) + [drawing(HeartBars(bars: bars, names: names, limits: limits), height: 118)]
  }

  private var limits: [Double] { [report.low, report.high].compactMap(\.self) }

  private func drawing(_ bars: HeartBars, height: Double) -> Block {
    Block(height: height) { canvas, y in
      bars.draw(on: canvas, in: Box(PageFrame.left + 26, y + 3, PageFrame.width - 26, height - 26))
    }
  }

  private func episodeTable(most: Int) -> [Block] {
    guard !report.episodes.isEmpty else {
      return [texts.heading(text(.episodes))] + texts.paragraph(text(.noEpisodes)) + technical
    }
    let worst = report.episodes.sorted { ($0.beyond ?? 0, $1.from) > ($1.beyond ?? 0, $0.from) }
    let kept = worst.prefix(most).sorted { $0.from < $1.from }
    let numbers: [HeartTerm] = [.worst, .limit, .beyond, .lasted, .answered]
    let columns: [TableBlocks.Column] =
      [.init(text(.begin)), .init(text(.what), weight: 1)] + numbers.map { .init(text($0), number: true) }
    let rows = kept.map { episode in
      TableBlocks.Row([
        episode.from.minuteText(in: report.zone), episode.what, episode.worst.map(value) ?? "-",
        episode.limit.map(whole) ?? "-", episode.beyond.map(words.duration) ?? "-",
        words.duration(episode.duration) + (episode.goesOn ? ", \(text(.goesOn))" : ""),
        episode.answeredAfter.map(words.duration) ?? text(.notAnswered),
      ])
    }
    let left = report.episodes.count - kept.count
    return [texts.heading("\(text(.episodes)): \(report.episodes.count)")]
      + TableBlocks(columns, rows, measuredOn: canvas).blocks()
      + (left > 0 ? texts.paragraph(text(.moreEpisodes("\(left)")), TextStyle(size: 7.5, .start, .quiet)) : [])
      + technical
  }

  private var technical: [Block] {
    guard report.technicalAlarms > 0 else { return [.space(4)] }
    return texts.paragraph(text(.technical("\(report.technicalAlarms)")), TextStyle(size: 7.5, .start, .quiet)) + [
      .space(4)
    ]
  }

  /// Notes, days without data, and how the figures are made.
  private func ends(most: Int) -> [Block] {
    var blocks: [Block] = []
    if !report.notes.isEmpty {
      blocks.append(texts.heading(text(.notes)))
      for note in report.notes.suffix(most) { blocks += texts.paragraph("\(day(note.at)): \(note.text)", most: 2) }
      let left = report.notes.count - min(most, report.notes.count)
      if left > 0 { blocks += texts.paragraph(text(.more("\(left)")), TextStyle(size: 7.5, .start, .quiet)) }
      blocks.append(.space(3))
    }
    let quiet = TextStyle(size: 7.5, .start, .quiet)
    if !report.emptyDays.isEmpty {
      blocks += texts.paragraph(
        text(.emptyDays(count: "\(report.emptyDays.count)", list: runs(of: report.emptyDays))), quiet, most: 3)
    }
    if report.damagedParts > 0 { blocks += texts.paragraph(text(.damaged("\(report.damagedParts)"))) }
    return blocks + texts.paragraph(text(.method), quiet)
  }

  /// Days in a line; those that follow each other as the first and the last one.
  private func runs(of days: [UnixTime]) -> String {
    var runs: [(first: UnixTime, last: UnixTime)] = []
    for day in days {
      if let last = runs.last?.last, day.milliseconds - last.milliseconds < 90_000_000 {
        runs[runs.count - 1].last = day
      } else {
        runs.append((day, day))
      }
    }
    return runs.map { $0.first == $0.last ? day($0.first) : "\(day($0.first)) – \(day($0.last).suffix(5))" }
      .joined(separator: ", ")
  }

  // MARK: The nights

  private static let columns = 4, rows = 7

  private var nightPage: [Block] {
    let shown = Array(report.nights.suffix(Self.columns * Self.rows)), left = report.nights.count - shown.count
    var blocks = [texts.heading(text(.nights))]
    blocks += texts.paragraph(
      text(.nightsHelp) + (left > 0 ? " " + text(.moreNights("\(left)")) : ""), TextStyle(size: 7.5, .start, .quiet))
    blocks.append(.space(6))
    let range = shown.map(\.range.lowest).min().flatMap { low in
      shown.map(\.range.highest).max().map { low...max(low, $0) }
    }
    let scale = ValueScale(values: range, limits: limits)
    let length = shown.map { $0.to.milliseconds - $0.from.milliseconds }.max() ?? 1
    for start in stride(from: 0, to: shown.count, by: Self.columns) {
      let row = shown[start..<min(start + Self.columns, shown.count)]
      blocks.append(
        Block(height: 96) { canvas, y in
          for (place, night) in row.enumerated() {
            let width = PageFrame.width / Double(Self.columns)
            let box = Box(PageFrame.left + Double(place) * width + 16, y + 22, width - 24, 58)
            draw(night, scale, length: max(1, length), on: canvas, in: box)
          }
        })
    }
    return blocks
  }

  private func draw(_ night: PrintedHeart.Night, _ scale: ValueScale, length: Int64, on canvas: any Canvas, in box: Box)
  {
    func place(_ value: Double) -> Double { box.bottom - scale.part(value) * box.height }
    func x(_ time: UnixTime) -> Double {
      box.x + Double(time.milliseconds - night.from.milliseconds) / Double(length) * box.width
    }
    let range = night.range
    canvas.text(day(night.from), Point(box.x, box.y - 12), TextStyle(size: 7.5, bold: true))
    canvas.text(
      "\(whole(range.lowest)) / \(whole(range.mean)) / \(whole(range.highest))", Point(box.x, box.y - 3.5),
      TextStyle(size: 6.5))
    canvas.text(words.duration(night.worn), Point(box.right, box.y - 3.5), TextStyle(size: 6.5, .end, .quiet))
    for tick in scale.ticks(atMost: 3) where scale.contains(tick.value) {
      canvas.line(Point(box.x, place(tick.value)), Point(box.right, place(tick.value)), Stroke(.grid, width: 0.5))
      canvas.text(tick.text, Point(box.x - 2, place(tick.value) + 2), TextStyle(size: 5.5, .end, .quiet))
    }
    var last: UnixTime?
    var line: [Point] = []
    for sample in night.series.usable(from: night.from, to: night.to) {
      if let last, sample.at.milliseconds - last.milliseconds > night.series.gap {
        canvas.polyline(line, Stroke(.mean, width: 0.8))
        line = []
      }
      last = sample.at
      let bar = Box(
        x(sample.at) - 0.6, place(sample.maximum), 1.2, max(0.4, place(sample.minimum) - place(sample.maximum)))
      canvas.rectangle(bar, fill: .range, stroke: nil)
      line.append(Point(x(sample.at), place(sample.mean)))
    }
    canvas.polyline(line, Stroke(.mean, width: 0.8))
    for limit in limits where scale.contains(limit) {
      canvas.line(Point(box.x, place(limit)), Point(box.right, place(limit)), Stroke(.limit, width: 0.6, dash: (2, 2)))
      canvas.text(whole(limit), Point(box.right, place(limit) - 1), TextStyle(size: 5.5, .end))
    }
    canvas.line(Point(box.x, box.bottom), Point(box.right, box.bottom), Stroke(.axis, width: 0.5))
    let clocks = [night.from, night.to].map { $0.clockText(in: report.zone).prefix(5).description }
    let quiet = TextStyle(size: 6, .start, .quiet)
    canvas.text(clocks[0], Point(box.x, box.bottom + 8), quiet)
    // Of a short night the end stands behind the beginning.
    let end = max(x(night.to), box.x + canvas.width(clocks[0], quiet) + 4 + canvas.width(clocks[1], quiet))
    canvas.text(clocks[1], Point(end, box.bottom + 8), TextStyle(size: 6, .end, .quiet))
  }
}
