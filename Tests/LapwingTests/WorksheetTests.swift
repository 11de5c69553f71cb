import Foundation
import TestSupport
import Testing

@Suite("The worksheet of a load sheet")
struct WorksheetTests {
  private struct Row {
    let name: String
    let weight: Decimal
    let moment: Decimal
    var isSum: Bool { name.hasPrefix("= ") }
  }

  /// The rows as they are printed.
  private func rows(_ path: String, _ more: String...) throws -> (rows: [Row], text: String) {
    let text = try LapwingProcess.run(["balance", "compute", "--scenario", path] + more).output
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let table = lines.drop { !$0.hasPrefix("Line ") }.dropFirst().prefix {
      !$0.isEmpty && !$0.hasPrefix("These figures")
    }
    let rows = table.compactMap { line -> Row? in
      guard let match = line.firstMatch(of: /^(.*?)  +(-?[0-9.]+)  +(-?[0-9.]+|-)  +(-?[0-9.]+)(  |$)/),
        let weight = Decimal(string: String(match.2)), let moment = Decimal(string: String(match.4))
      else { return nil }
      return Row(name: String(match.1), weight: weight, moment: moment)
    }
    return (rows, text)
  }

  private func expectSums(_ rows: [Row], within tolerance: Decimal, _ path: String) {
    var weight = Decimal(0), moment = Decimal(0), sums = 0
    for row in rows {
      guard row.isSum else {
        weight += row.weight
        moment += row.moment
        continue
      }
      sums += 1
      #expect(abs(row.weight - weight) <= tolerance && abs(row.moment - moment) <= tolerance, "\(path): \(row)")
      (weight, moment) = (row.weight, row.moment)
    }
    #expect(sums == 4, "\(path)")
  }

  @Test("adds up to the last digit in each shipped loading, as it is printed")
  func addsUp() throws {
    for path in try ProjectFile.paths(in: "data/loadings") {
      let (rows, text) = try rows(path)
      expectSums(rows, within: 0, path)
      #expect(!text.contains("These figures are rounded"))
      let metric = try self.rows(path, "--metric")
      expectSums(metric.rows, within: 2, path)
    }
  }

  @Test("has the published sample of the 172M, with taxi and trip fuel as lines")
  func sample() throws {
    let (rows, text) = try rows(ProjectFile("data/loadings/172m-poh-sample.json").path)
    let takeoff = try #require(rows.first { $0.name == "= Take-off" })
    #expect(takeoff.weight == 2300 && takeoff.moment == Decimal(string: "104827.4"))
    let taxi = try #require(rows.first { $0.name.hasPrefix("Taxi fuel") })
    #expect(taxi.weight == -6 && taxi.moment == -288)
    #expect(text.contains("Empty (no day of weighing)"))
    #expect(!text.contains("% MAC"))
  }

  @Test("is in JSON too, with the same sums")
  func json() throws {
    let outcome = try LapwingProcess.run(
      ["balance", "compute", "--json", "--scenario", ProjectFile("data/loadings/pa31-middle-out.json").path])
    let sheet = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let lines = try #require(sheet["worksheet"] as? [[String: Any]])
    #expect(lines.first?["kind"] as? String == "empty")
    let sums = lines.filter { $0["kind"] as? String == "sum" }
    #expect(sums.compactMap { $0["id"] as? String } == ["ramp", "takeoff", "landing", "zeroFuel"])
    let phases = try #require(sheet["phases"] as? [[String: Any]])
    for (sum, phase) in zip(sums, phases) {
      #expect(sum["moment"] as? Double == phase["moment"] as? Double)
      #expect(sum["weight"] as? Double == phase["weight"] as? Double)
    }
  }

  @Test("is on one page of paper if nothing is broken and the limits are known")
  func onePage() throws {
    for name in ["172m-two-up", "172m-poh-sample"] {
      let folder = try TemporaryFolder()
      _ = try LapwingProcess.run(
        [
          "balance", "compute", "--scenario", ProjectFile("data/loadings/\(name).json").path, "--pdf",
          folder.file("sheet.pdf"),
        ])
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["pdftotext", "-layout", folder.file("sheet.pdf"), folder.file("sheet.txt")]
      try process.run()
      process.waitUntilExit()
      let text = try String(contentsOfFile: folder.file("sheet.txt"), encoding: .utf8)
      #expect(text.contains("page 1 of 1"), "\(name)")
      #expect(text.contains("signature"))
    }
  }
}
