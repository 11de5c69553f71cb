import Logbook
import Sessions
import Status

/// Draws one quantity over time with characters: the mean of each column as a dot, its range as a line, limits as
/// dashes, and a row with the beginnings of alarms.
package struct TerminalChart {
  /// The width of the drawing, so that it fits 80 columns with its numbers.
  package static let columns = 68
  private static let rows = 12

  package let lines: [String]

  package init(figures: [HeldValues], limits: ValueLimits, start: Int64, columnLength: Int64, alarms: [RecalledAlarm]) {
    let minima = figures.compactMap(\.minimum), maxima = figures.compactMap(\.maximum)
    guard let lowest = minima.min(), let highest = maxima.max() else {
      lines = ["  no values"]
      return
    }
    // A limit is shown if the values come near it.
    let near = [limits.low, limits.high].compactMap { $0 }.filter { limit in
      let room = max(highest - lowest, abs(limit) * 0.1)
      return (lowest - room...highest + room).contains(limit)
    }
    let bottom = ([lowest] + near).min() ?? lowest
    let top = max(([highest] + near).max() ?? highest, bottom + 1)
    func row(_ value: Double) -> Int {
      let share = (value - bottom) / (top - bottom)
      return Int(((1 - min(1, max(0, share))) * Double(Self.rows - 1)).rounded())
    }
    var cells = Array(repeating: Array(repeating: Character(" "), count: figures.count), count: Self.rows)
    for limit in near { cells[row(limit)] = Array(repeating: "╌", count: figures.count) }
    for (column, figure) in figures.enumerated() {
      guard let mean = figure.mean else { continue }
      if let minimum = figure.minimum, let maximum = figure.maximum, row(maximum) < row(minimum) {
        for place in row(maximum)...row(minimum) { cells[place][column] = "│" }
      }
      cells[row(mean)][column] = "•"
    }
    var labels: [Int: String] = [0: EventText.number(top), Self.rows - 1: EventText.number(bottom)]
    for limit in near { labels[row(limit)] = EventText.number(limit) }
    var lines = cells.enumerated().map { place, cells in
      let label = labels[place] ?? ""
      return String(repeating: " ", count: max(0, 9 - label.count)) + label + " ┤" + String(cells).trimmedEnd
    }
    var marks = Array(repeating: Character(" "), count: figures.count)
    for alarm in alarms {
      let place = Int((alarm.beganAt - start) / max(1, columnLength))
      if marks.indices.contains(place) { marks[place] = alarm.priority == "high" ? "▲" : "△" }
    }
    if marks.contains(where: { $0 != " " }) {
      lines.append("   alarms  " + String(marks).trimmedEnd)
    }
    let end = start + columnLength * Int64(figures.count)
    let first = DateText.local(start), last = DateText.local(end)
    let gap = String(repeating: " ", count: max(2, figures.count - first.count - last.count))
    lines.append(String(repeating: " ", count: 11) + first + gap + last)
    self.lines = lines
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
