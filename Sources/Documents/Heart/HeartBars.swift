/// Bars beside each other, one for each day or hour, with the limits behind them.
struct HeartBars {
  struct Bar {
    /// From the lowest to the highest value.
    let range: ClosedRange<Double>
    /// What most values are within; without it the range is the bar.
    let box: ClosedRange<Double>?
    let line: Double
    let dot: Double?
    let number: String?
  }

  let bars: [Bar?]
  /// Below each bar; `nil` if there is no room.
  let names: [String?]
  let limits: [Double]

  init(bars: [Bar?], names: [String?], limits: [Double]) {
    (self.bars, self.names, self.limits) = (bars, names, limits)
  }

  func draw(on canvas: any Canvas, in frame: Box) {
    let known = bars.compactMap(\.self)
    guard let low = known.map(\.range.lowerBound).min(), let high = known.map(\.range.upperBound).max() else { return }
    let scale = ValueScale(values: low...high, limits: limits)
    func place(_ value: Double) -> Double { frame.bottom - scale.part(value) * frame.height }
    for tick in scale.ticks(atMost: 5) where scale.contains(tick.value) {
      canvas.line(Point(frame.x, place(tick.value)), Point(frame.right, place(tick.value)), Stroke(.grid, width: 0.5))
      canvas.text(tick.text, Point(frame.x - 4, place(tick.value) + 2.5), TextStyle(size: 6.5, .end, .quiet))
    }
    for limit in limits where scale.contains(limit) {
      canvas.line(
        Point(frame.x, place(limit)), Point(frame.right, place(limit)), Stroke(.limit, width: 0.8, dash: (4, 3)))
      canvas.text(
        FixedNumber.full(limit, places: 0) ?? "", Point(frame.right + 3, place(limit) + 2.3), TextStyle(size: 6.5))
    }
    let width = frame.width / Double(max(1, bars.count)), thick = min(14, width * 0.62)
    for (index, bar) in bars.enumerated() {
      let x = frame.x + (Double(index) + 0.5) * width
      if names.indices.contains(index), let name = names[index] {
        canvas.text(name, Point(x, frame.bottom + 9), TextStyle(size: 6.5, .middle, .quiet))
      }
      guard let bar else { continue }
      let box = bar.box ?? bar.range
      if bar.box != nil {
        canvas.line(
          Point(x, place(bar.range.upperBound)), Point(x, place(bar.range.lowerBound)), Stroke(.quiet, width: 0.6))
      }
      canvas.rectangle(
        Box(x - thick / 2, place(box.upperBound), thick, max(0.5, place(box.lowerBound) - place(box.upperBound))),
        fill: .range, stroke: nil)
      canvas.line(
        Point(x - thick / 2, place(bar.line)), Point(x + thick / 2, place(bar.line)), Stroke(.mean, width: 1.4))
      if let dot = bar.dot {
        canvas.rectangle(Box(x - 1.6, place(dot) - 1.6, 3.2, 3.2), fill: .text, stroke: nil)
      }
      if let number = bar.number {
        canvas.text(number, Point(x, frame.bottom + 18), TextStyle(size: 6.5, .middle))
      }
    }
    canvas.line(Point(frame.x, frame.bottom), Point(frame.right, frame.bottom), Stroke(.axis, width: 0.6))
  }
}
