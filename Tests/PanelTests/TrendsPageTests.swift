import Foundation
import GRDB
import Logbook
import Readings
import Reports
import SensorProtocols
import Sessions
import TestSupport
import Testing
import Web
import Words

@testable import Panel

/// The chart and table of heart and air, from a day to a year.
@Suite(.timeLimit(.minutes(20))) struct `Past values by day` {
  private static let hour: Int64 = 3_600_000
  private static let day = 24 * hour

  /// A bench whose logbook has a value of CO2 each ten minutes on some days, counted back from today: 500 ppm and one more
  /// each ten minutes of the day. The last one holds to the end of its day, and not beyond.
  private func bench(daysAgo: [Int64], isRolledUp: Bool = true) throws -> PanelBench {
    let bench = try PanelBench()
    let logbook = try Logbook(path: bench.folder.file("lapwing.db"))
    let midnight = try #require(TrendSpan(days: 1, upTo: bench.now).edges(upTo: .max).first)
    try logbook.append([.runStarted(at: midnight - 400 * Self.day)])
    for ago in daysAgo.sorted(by: >) {
      try logbook.append(
        (0..<143).map { place in
          var reading = Reading(model: .aranet4)
          reading.measurements[.co2PartsPerMillion] = Double(500 + place)
          let at = midnight - ago * Self.day + Int64(place) * 600_000
          return .reading(reading, of: "Aranet4", from: .sampleAranet4, at: at)
        })
    }
    guard isRolledUp else { return bench }
    while let hour = try logbook.unsealedHour(now: bench.now) { try logbook.seal(hour) }
    while let hour = try logbook.unrolledHour(limits: [:]) { try logbook.rollUp(hour) }
    return bench
  }

  /// The cells of each line of a table.
  private func lines(_ page: String) -> [[String]] {
    page.split(separator: "<tr><th scope=\"row\">").dropFirst().map { line in
      let row = line.split(separator: "</tr>").first ?? ""
      return row.split(separator: "<td").map { cell in
        cell.split(separator: "<").lazy.map { $0.split(separator: ">", omittingEmptySubsequences: false).last ?? "" }
          .first { !$0.isEmpty }.map(String.init) ?? ""
      }
    }
  }

  @Test(arguments: [true, false]) func `of a year stand in a line for each month, which leads to its days and hours`(
    isRolledUp: Bool
  ) async throws {
    let bench = try bench(daysAgo: [300, 200, 40], isRolledUp: isRolledUp)
    let year = try await bench.ask("GET", "/air?days=365").body
    let months = lines(year)
    #expect(months.count == 3)
    for line in months { #expect(Array(line[1...3]) == ["500", "571", "642"]) }
    #expect(year.contains("<path class=\"band\" d=\"M") && year.contains("class=\"gap\""))
    let name = try #require(months.last?.first), month = try #require(TrendSpan(from: "\(name)-01", to: "\(name)-28"))
    let link = "/air?quantity=co2_ppm&amp;from=\(name)-01&amp;to=\(name)-"
    #expect(year.components(separatedBy: link).count == 3, "once in the chart, once in the table")
    let days = lines(try await bench.ask("GET", "/air?quantity=co2_ppm&\(month.query)").body)
    let found = try #require(days.first?.first)
    #expect(days.count == 1 && found.hasPrefix(name))
    let hours = lines(try await bench.ask("GET", "/air?quantity=co2_ppm&from=\(found)&to=\(found)").body)
    #expect(hours.count == 24)
    #expect(hours.first.map { Array($0.prefix(4)) } == ["00:00", "500", "503", "505"])
  }

  @Test func `without data say so, and lead on to earlier ones`() async throws {
    let bench = try bench(daysAgo: [300])
    let page = try await bench.ask("GET", "/air?days=7").body
    #expect(page.contains("Nothing was logged on these days."))
    #expect(page.contains("Earlier") && !page.contains(">Later<"))
    let korean = try await bench.ask("GET", "/air?days=365", ["Cookie: \(Cookies.language)=ko"]).body
    #expect(korean.contains("<th scope=\"col\">월</th>") && korean.contains("한계 초과") && !korean.contains("Highest"))
  }

  @Test(arguments: [
    "days=365000", "days=x", "from=2026-01-01", "from=2026-01-01&to=2027-01-02", "from=2026-02-30&to=2026-03-02",
    "from=2026-03-02&to=2026-03-01", "from=2026-03-02&to=%22%3E", "quantity=%3Cb%3E", "quantity=battery_pct",
  ])
  func `that cannot be meant are those of the past week`(query: String) async throws {
    let bench = try bench(daysAgo: [1])
    let answer = try await bench.ask("GET", "/air?\(query)")
    #expect(answer.status == 200)
    #expect(answer.body.contains("days=7\" aria-current=\"page\""))
  }

  @Test func `of a calendar month are followed by those of the next one`() throws {
    let february = try #require(TrendSpan(from: "2028-02-01", to: "2028-02-29"))
    #expect(february.neighbour(1).query == "from=2028-03-01&to=2028-03-31")
    #expect(february.neighbour(-2).query == "from=2027-12-01&to=2027-12-31")
    let week = try #require(TrendSpan(from: "2028-02-26", to: "2028-03-03"))
    #expect(week.days == 7)
    #expect(week.neighbour(1).query == "from=2028-03-04&to=2028-03-10")
    let year = try #require(TrendSpan(from: "2028-01-01", to: "2028-12-31"))
    #expect(year.days == 366 && year.parts.count == 12)
    #expect(TrendSpan(from: "2028-01-01", to: "2029-01-01") == nil)
  }

  @Test func `of a strap have the limits and the name of the person who wears it`() async throws {
    let bench = try PanelBench(
      """
      persons: {Anna: {sensors: ["C0:FF:EE:00:00:02"], heart-rate-high: 100}}
      sensors: {own: {"C0:FF:EE:00:00:02": {name: Strap}}}
      """)
    let logbook = try Logbook(path: bench.folder.file("lapwing.db"))
    let noon = try #require(TrendSpan(days: 1, upTo: bench.now).edges(upTo: .max).first) - 12 * Self.hour
    try logbook.append([.runStarted(at: noon)])
    try logbook.append(
      (0..<120).map { second in
        var reading = Reading(model: .heartRateService)
        reading.measurements[.heartRateBeatsPerMinute] = second == 0 ? 60 : 110
        let strap = DeviceAddress(value: 0xC0FF_EE00_0002)
        return .reading(reading, of: "Polar H10", from: strap, at: noon + Int64(second) * 1000)
      })
    let page = try await bench.ask("GET", "/heart?days=7").body
    let cells = try #require(lines(page).first)
    #expect(Array(cells.suffix(3)) == ["0s", "2m 03s", "23h 57m"])
    #expect(page.contains("<h3>Strap · Anna <span class=\"small\">C0:FF:EE:00:00:02</span></h3>"))
    #expect(page.contains("<line class=\"limit\"") && page.contains("100</li>"))
    #expect(page.contains("data-unit=\"bpm\" data-places=\"1\""))
  }

  @Test func `are compared with the time before at the same place, and with another quantity on a scale of its own`()
    async throws
  {
    let bench = try bench(daysAgo: [1, 8])
    let week = try await bench.ask("GET", "/air?days=7&with=before").body
    let other = try #require(week.range(of: "data-other=\"").map { week[$0.upperBound...].prefix { $0 != "\"" } })
    let parts = try #require(week.range(of: "data-parts=\"").map { week[$0.upperBound...].prefix { $0 != "\"" } })
    #expect(parts == other && !parts.isEmpty, "the same values, seven days later")
    #expect(week.contains("<path class=\"other\"") && !week.contains("<text class=\"second\""))
    let temperature = try await bench.ask("GET", "/air?days=7&with=temperature_c").body
    #expect(!temperature.contains("<path class=\"other\""), "there is none")
    #expect(week.contains("<option value=\"before\" selected>"))
  }

  @Test func `are offered only of what was measured`() async throws {
    let bench = try bench(daysAgo: [1])
    let page = try await bench.ask("GET", "/air?days=7").body
    for name in ["Radon", "PM2.5", "VOC", "Temperature"] { #expect(!page.contains(name), "\(name)") }
    #expect(!page.contains("<nav aria-label=\"Value\""), "one alone is no choice")
  }

  @Test func `of a logbook that somebody holds say so, and that it is for now`() async throws {
    let bench = try bench(daysAgo: [1])
    var alone = GRDB.Configuration()
    alone.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode=EXCLUSIVE") }
    let holder = try DatabaseQueue(path: bench.folder.file("lapwing.db"), configuration: alone)
    defer { withExtendedLifetime(holder) {} }
    // Another program that holds it keeps all others out from its first write on.
    try holder.inDatabase { try $0.execute(sql: "UPDATE run SET end_reason = end_reason") }
    for path in ["/air?days=7", "/history", "/alarms"] {
      let answer = try await bench.ask("GET", path)
      #expect(answer.status == 503 && answer.body.contains("cannot be read now"), "\(path): \(answer.status)")
    }
  }
}
