import Foundation
import TestSupport
import Testing

/// Every alarm on the terminal, in the journal, the log and the documents, against a list that was written from docs/alarms.md.
@Suite(.timeLimit(.minutes(20))) struct `The name of an alarm at the box` {
  /// A box on which every condition was reported for a minute.
  private func logged() throws -> (bench: Workbench, output: String) {
    let bench = try Workbench()
    let faults = ConditionNames.ids.map { "{\"t\": 1, \"fault\": \"\($0)\"}\n" }.joined()
    let outcome = try LapwingProcess.run(
      try bench.run(faults + TimelineText.heartRate({ _ in 72 }, during: 2..<420)))
    #expect(outcome.status == 0, "\(outcome.error)")
    return (bench, outcome.output)
  }

  @Test func `is the one of docs in the lines of a run, the list of rules, the log, a session and its PDF`() throws {
    let (bench, output) = try logged()
    let rules = try LapwingProcess.run(["alarms"] + bench.options).output
    let recall = try LapwingProcess.run(["alarms", "recall", "--last", "100"] + bench.options).output
    let shown = try LapwingProcess.run(["sessions", "show"] + bench.options).output
    let folder = try TemporaryFolder(), pdf = folder.file("session.pdf")
    #expect(try LapwingProcess.run(["sessions", "export", "--pdf", pdf] + bench.options).status == 0)
    let printed = try text(of: pdf)
    for id in ConditionNames.ids {
      let name = try #require(ConditionNames.all[id]).en
      #expect(rules.contains("  \(name)  "), "\(id) in the rules")
      // A fault of this name is raised beside a bed only.
      guard id != "not-watched" else { continue }
      #expect(output.contains("alarm    \(name) (\(id)) "), "\(id) in a run")
      #expect(recall.contains("  \(name) (\(id)) "), "\(id) in the log")
      #expect(shown.contains("\(name) (\(id))"), "\(id) in a session")
      #expect(printed.contains(name), "\(id) in the PDF")
    }
  }

  /// The text of a PDF, as another program reads it.
  private func text(of path: String) throws -> String {
    let process = Process(), output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pdftotext", "-raw", path, "-"]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
