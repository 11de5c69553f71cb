import Foundation
import Logbook
import Readings
import Sessions
import TestSupport
import Testing

/// Whatever happens to the clock, no reading of a session is missing.
@Suite(.timeLimit(.minutes(20))) struct `A session in which the clock was set` {
  private let folder: TemporaryFolder
  private let hour: Int64 = 3_600_000
  private let start: Int64 = 1_699_999_200_000
  private var path: String { folder.file("lapwing.db") }

  init() throws { folder = try TemporaryFolder() }

  private func rows(steppedBy step: Int64) throws -> [String] {
    let logbook = try Logbook(path: path)
    func reading(_ co2: Double, at: Int64) -> LogEntry {
      .reading(.aranet4(co2: co2), of: "Aranet4", from: DeviceAddress(value: 7), at: at)
    }
    try logbook.append([.runStarted(at: start), .sessionStarted(at: start, profile: "cabin")])
    try logbook.append([reading(500, at: start + 60_000), .clockStepped(by: step)])
    try logbook.append([
      reading(600, at: start + step + 120_000), reading(700, at: start + step + 180_000),
      .sessionEnded(SessionSummary(), at: start + step + 200_000),
    ])
    logbook.close()
    let shown = try LapwingProcess.run(["sessions", "show", "1", "--json", "--logbook", path])
    #expect(shown.output.contains("\"readings\":3"), "\(shown.output)")
    let export = try LapwingProcess.run(["sessions", "export", "1", "--csv", "-", "--logbook", path])
    #expect(export.status == 0, "\(export.error)")
    return export.output.components(separatedBy: "\r\n").dropFirst().filter { !$0.isEmpty }
  }

  @Test(arguments: [-5, -300, 5, 300] as [Int64]) func `is shown and exported with all its readings`(hours: Int64)
    throws
  {
    let rows = try rows(steppedBy: hours * hour)
    #expect(rows.count == 3, "\(rows)")
    for co2 in [500, 600, 700] { #expect(rows.count { $0.contains(",\(co2).0,") } == 1) }
  }

  @Test func `or that holds nothing is shown and exported, and says so`() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([.runStarted(at: start), .sessionStarted(at: start, profile: "cabin")])
    try logbook.append([.sessionEnded(SessionSummary(), at: start + hour)])
    logbook.close()
    let shown = try LapwingProcess.run(["sessions", "show", "1", "--logbook", path])
    #expect(shown.output.contains("No readings were logged in it."))
    let files = ["csv", "json", "pdf", "svg"].flatMap { ["--\($0)", folder.file("out.\($0)")] }
    #expect(try LapwingProcess.run(["sessions", "export", "1", "--logbook", path] + files).status == 0)
    let fhir = try LapwingProcess.run(["sessions", "export", "1", "--fhir", folder.file("out.fhir"), "--logbook", path])
    #expect(fhir.status == 66 && fhir.error.contains("no heart rate and no oxygen saturation"), "\(fhir.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("out.fhir")))
  }
}
