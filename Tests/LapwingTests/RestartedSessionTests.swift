import Foundation
import Logbook
import Readings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A session with a restart in it` {
  private let folder: TemporaryFolder
  private let hour: Int64 = 3_600_000
  private let start: Int64 = 1_799_999_200_000
  private var path: String { folder.file("lapwing.db") }

  init() throws { folder = try TemporaryFolder() }

  /// Two runs, with an hour between them.
  private func log(_ more: [LogEntry] = []) throws {
    for begin in [start, start + 2 * hour] {
      let logbook = try Logbook(path: path)
      try logbook.append([.runStarted(at: begin), .sessionStarted(at: begin, profile: "cabin")])
      try logbook.append(
        (0...60).map {
          .reading(.aranet4(co2: 900), of: "Aranet4", from: .sampleAranet4, at: begin + Int64($0) * hour / 60)
        } + (begin == start ? [] : more))
      logbook.close()
    }
  }

  private func object(_ arguments: String...) throws -> [String: Any] {
    let outcome = try LapwingProcess.run(arguments + ["--logbook", path])
    #expect(outcome.status == 0, "\(outcome.error)")
    return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test func `names the time without data, and counts what came before`() throws {
    try log()
    let shown = try LapwingProcess.run(["sessions", "show", "--logbook", path])
    #expect(shown.output.contains("no data, restart (1h 00m)"), "\(shown.output)")
    let json = try object("sessions", "show", "--json")
    let gaps = try #require(json["gaps"] as? [[String: String]])
    #expect(gaps.map { $0["reason"] } == ["no data, restart"])
    #expect(json["duration_s"] as? Double == 10_800)
    let sensor = try #require((json["sensors"] as? [[String: Any]])?.first)
    #expect(sensor["readings"] as? Int == 122)
    let pdf = folder.file("out.pdf")
    #expect(try LapwingProcess.run(["sessions", "export", "--pdf", pdf, "--logbook", path]).status == 0)
    let text = Process()
    text.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    text.arguments = ["pdftotext", "-layout", pdf, folder.file("out.txt")]
    try text.run()
    text.waitUntilExit()
    #expect(try String(contentsOfFile: folder.file("out.txt"), encoding: .utf8).contains("no data, restart"))
  }

  @Test func `does not say that there are no data where a sensor had kept them`() throws {
    let gap = HistoryGap(
      address: .sampleAranet4, model: "Aranet4", from: start + hour, to: start + 2 * hour)
    var measurements = Measurements()
    measurements[.co2PartsPerMillion] = 950
    try log([
      .gapFound(gap), .past(measurements, in: gap, at: start + hour + hour / 2), .gapClosed(gap),
    ])
    let json = try object("sessions", "show", "--json")
    let gaps = try #require(json["gaps"] as? [[String: String]])
    #expect(gaps.map { $0["reason"] } == ["restart, filled from what a sensor had kept"])
    let sensor = try #require((json["sensors"] as? [[String: Any]])?.first)
    #expect(sensor["readings"] as? Int == 123)
  }
}
