/// The table of days of a document, and the drawing of the hours of the day.
struct DayBlocks {
  private let canvas: any Canvas

  init(measuredOn canvas: any Canvas) { self.canvas = canvas }

  private func number(_ value: Double?) -> String { value.flatMap { FixedNumber.full($0, places: 0) } ?? "-" }

  /// - Parameter most: if there are more days, the latest of them are shown.
  func table(_ table: PrintedSession.Days, most: Int) -> [Block] {
    let text = TextBlocks(measuredOn: canvas)
    let kept = table.days.suffix(max(0, most)), left = table.days.count - kept.count
    var columns: [TableBlocks.Column] = [.init("Day", weight: 1)]
    columns += ["Lowest", "Mean", "Highest"].map { .init($0, number: true) }
    if table.hasResting { columns.append(.init("Resting", number: true)) }
    columns += ["Below", "Within", "Above", "No data", "Share within", "Alarms"].map { .init($0, number: true) }
    let rows = kept.map { day in
      let times = day.times
      var cells = [day.name, number(day.minimum), number(day.mean), number(day.maximum)]
      if table.hasResting { cells.append(number(day.resting)) }
      cells += [times.below, times.within, times.above, times.noData].map { DurationText.text(milliseconds: $0) }
      cells += [times.shareWithin.map(DurationText.percent) ?? "-", "\(day.alarms)"]
      return TableBlocks.Row(cells)
    }
    let heading = text.paragraph(table.title, TextStyle(size: 8.5, bold: true)).map { block in
      var block = block
      block.keepsWithNext = true
      return block
    }
    let blocks = heading + TableBlocks(columns, Array(rows), measuredOn: canvas).blocks()
    guard left > 0 else { return blocks + [.space(6)] }
    return blocks
      + text.paragraph(
        "\(left) earlier \(left == 1 ? "day is" : "days are") in the CSV.", TextStyle(size: 8, .start, .quiet))
      + [.space(6)]
  }

  private static let height = 104.0, top = 16.0, bottom = 26.0, left = 30.0

  /// A bar from the lowest to the highest value for each hour, with its mean as a line and as a number.
  func drawing(_ profile: PrintedSession.HoursOfDay) -> Block {
    let values = profile.hours.compactMap(\.self)
    let range = values.map(\.minimum).min().flatMap { low in values.map(\.maximum).max().map { low...max(low, $0) } }
    let scale = ValueScale(values: range, limits: profile.limits.map(\.value))
    return Block(height: Self.height + 6) { canvas, y in
      let frame = Box(
        PageFrame.left + Self.left, y + Self.top, PageFrame.width - Self.left, Self.height - Self.top - Self.bottom)
      func place(_ value: Double) -> Double { frame.bottom - scale.part(value) * frame.height }
      let small = TextStyle(size: 6.5, .middle, .quiet)
      canvas.text(
        canvas.cut(profile.title, TextStyle(size: 8.5, bold: true), to: PageFrame.width),
        Point(PageFrame.left, y + 9), TextStyle(size: 8.5, bold: true))
      for tick in scale.ticks(atMost: 4) where scale.contains(tick.value) {
        canvas.line(Point(frame.x, place(tick.value)), Point(frame.right, place(tick.value)), Stroke(.grid, width: 0.5))
        canvas.text(tick.text, Point(frame.x - 4, place(tick.value) + 2.5), TextStyle(size: 6.5, .end, .quiet))
      }
      let width = frame.width / Double(max(1, profile.hours.count))
      for (hour, figures) in profile.hours.enumerated() {
        let x = frame.x + (Double(hour) + 0.5) * width
        canvas.text("\(hour)", Point(x, frame.bottom + 9), small)
        guard let figures else { continue }
        let bar = Box(
          x - width * 0.3, place(figures.maximum), width * 0.6, place(figures.minimum) - place(figures.maximum))
        canvas.rectangle(bar, fill: .range, stroke: nil)
        canvas.line(Point(bar.x, place(figures.mean)), Point(bar.right, place(figures.mean)), Stroke(.mean, width: 1.4))
        let mean = FixedNumber.full(figures.mean, places: 0) ?? ""
        canvas.text(mean, Point(x, frame.bottom + 18), TextStyle(size: 6.5, .middle))
      }
      canvas.text("hour", Point(frame.x - 4, frame.bottom + 9), TextStyle(size: 6.5, .end, .quiet))
      canvas.text("mean", Point(frame.x - 4, frame.bottom + 18), TextStyle(size: 6.5, .end))
      for limit in profile.limits where scale.contains(limit.value) {
        canvas.line(
          Point(frame.x, place(limit.value)), Point(frame.right, place(limit.value)), Stroke(.limit, dash: (4, 3)))
      }
    }
  }
}
