import Documents
import FoundationEssentials
import Readings
import Status

/// The heart and the air of the past day, week and month, from the logbook: `lapwing heart trends` and `lapwing air
/// trends` as a page.
enum TrendsPage: PanelPage {
  /// What a page is about, and its command.
  enum Subject: String, Sendable, CaseIterable {
    case heart, air

    var words: TrendsWords { self == .heart ? .heart : .air }
  }

  /// A period, as days up to today.
  enum Period: Int, Sendable, CaseIterable {
    case day = 1
    case week = 7
    case month = 30

    var words: TrendsWords {
      switch self {
      case .day: .lastDay
      case .week: .lastWeek
      case .month: .lastMonth
      }
    }
  }

  static let routes = Subject.allCases.flatMap { subject in
    [
      Route.get("/\(subject.rawValue)") { request in
        let period = period(request)
        let output = try await request.panel.command { program in
          try program.output([subject.rawValue, "trends", "--days", "\(period.rawValue)", "--json"], most: 1 << 20)
        }
        return .page(page(request, subject, period, days(output)))
      },
      Route.get("/\(subject.rawValue)/chart.svg") { request in
        try await request.panel.file(
          [subject.rawValue, "trends", "--days", "\(period(request).rawValue)", "--svg", "-"], type: "image/svg+xml",
          name: nil)
      },
    ]
  }

  private static func period(_ request: PanelRequest) -> Period {
    request.query["days"].flatMap { Int($0) }.flatMap(Period.init(rawValue:)) ?? .week
  }

  /// A line of the command.
  private struct Day: Decodable, Sendable {
    let day: String
    let address: String
    let model: String
    let quantity: String
    var min: Double?
    var mean: Double?
    var max: Double?
    var above: Double?
    var noData: Double?
    var resting: Double?

    private enum CodingKeys: String, CodingKey {
      case day, address, model, quantity, min, mean, max
      case above = "above_s"
      case noData = "no_data_s"
      case resting = "resting_bpm"
    }
  }

  private static func days(_ output: [UInt8]) -> [Day] {
    output.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONDecoder().decode(Day.self, from: Data($0)) }
  }

  private static func page(_ request: PanelRequest, _ subject: Subject, _ period: Period, _ days: [Day]) -> HTML {
    func text(_ words: TrendsWords) -> String { words.text(request.language) }
    let title = text(subject.words)
    let periods = Period.allCases.html { other in
      let current: HTML = other == period ? " aria-current=\"page\"" : .nothing
      return "<li><a href=\"/\(subject.rawValue)?days=\(other.rawValue)\"\(current)>\(text(other.words))</a></li>"
    }
    let found: HTML =
      days.isEmpty
      ? "<p>\(text(.nothing))</p>"
      : """
      <h2>\(text(.chart))</h2><figure><img src="/\(subject.rawValue)/chart.svg?days=\(period.rawValue)" \
      alt="\(text(.chart)): \(title), \(text(period.words)). \(text(.table)) ↓"></figure>
      <h2>\(text(.table))</h2>\(tables(request, days))
      """
    return Layout(request: request, title: title).page(
      """
      <h1>\(title)</h1><nav aria-label="\(text(.period))"><ul>\(periods)</ul></nav>\(found)
      """)
  }

  /// A table for each quantity of each sensor.
  private static func tables(_ request: PanelRequest, _ days: [Day]) -> HTML {
    func text(_ words: TrendsWords) -> String { words.text(request.language) }
    let keys = days.reduce(into: [[String]]()) { keys, day in
      let key = [day.quantity, day.model, day.address]
      if !keys.contains(key) { keys.append(key) }
    }
    return keys.html { key in
      let own = days.filter { [$0.quantity, $0.model, $0.address] == key }
      let quantity = Quantity.allCases.first { $0.key == key[0] }
      let name =
        quantity.map { "\(ThingWords.quantity($0).text(request.language)) (\(request.units.unit($0.unit)))" } ?? key[0]
      let hasResting = own.contains { $0.resting != nil }
      let titles: [TrendsWords] = [.day, .least, .mean, .most] + (hasResting ? [.resting] : []) + [.above, .noData]
      let head = titles.html { "<th scope=\"col\">\(text($0))</th>" }
      let rows = own.html { day in
        let values = [day.min, day.mean, day.max] + (hasResting ? [day.resting] : [])
        let cells = values.html { value in
          "<td>\(value.flatMap { ShownFigure.text($0, quantity, request.units) } ?? "–")</td>"
        }
        let times = [day.above, day.noData].html { "<td>\($0.map(duration) ?? "–")</td>" }
        return "<tr><th scope=\"row\">\(day.day)</th>\(cells)\(times)</tr>"
      }
      return """
        <h3>\(name), \(key[1]) <span class="small">\(key[2])</span></h3>
        <div class="scroll" tabindex="0" role="region" aria-label="\(name), \(key[1]) \(key[2])"><table><thead><tr>\(head)</tr>\
        </thead><tbody>\(rows)</tbody></table></div>
        """
    }
  }

  private static func duration(_ seconds: Double) -> String {
    DurationText.text(milliseconds: Int64(min(max(seconds, 0), 1e12) * 1000))
  }
}
