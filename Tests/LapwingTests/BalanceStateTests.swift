import Foundation
import TestSupport
import Testing

@Suite("Nothing is plainly inside that was not weighed, or whose limits are not known")
struct BalanceStateTests {
  private func run(_ verb: String, _ state: BalanceState, _ more: String...) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(["balance", verb, "--scenario", "-"] + more, input: state.scenario)
  }

  private func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  private func expectWords(_ text: String, _ state: BalanceState, _ surface: String) {
    let text = words(text)
    #expect(text.contains(state.english), "\(surface) of \(state)")
    let rest = text.replacing(state.english, with: "")
    #expect(!rest.contains("INSIDE"), "\(surface) of \(state)")
    #expect(text.contains("Nothing is exceeded. ") ? state.level != "danger" : true)
  }

  @Test("in JSON and by the exit status", arguments: BalanceState.all)
  func json(state: BalanceState) throws {
    let outcome = try run("compute", state, "--json")
    #expect(outcome.status == (state.level == "danger" ? 1 : 0), "\(state)")
    let sheet = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(sheet["verdict"] as? String == state.level)
    #expect(sheet["verdictState"] as? String == state.state)
    #expect((sheet["verdictSentence"] as? String)?.hasPrefix(state.english) == true)
    #expect(sheet["isWithinCGEnvelope"] as? Bool == (state.level != "danger"))
    let codes = (sheet["warnings"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    #expect(codes.contains("UNVERIFIED_EMPTY") == (state.state.hasSuffix("empty") || state.state == "outside"))
  }

  @Test("in the text, in brief, by solve, in the chart and on paper", arguments: BalanceState.all)
  func words(state: BalanceState) throws {
    #expect(words(try run("compute", state).output).hasPrefix(state.english), "\(state)")
    expectWords(try run("compute", state, "--brief").output, state, "brief")
    expectWords(try run("compute", state, "--svg", "-").output.replacing(/<desc.*?<\/desc>/, with: ""), state, "chart")
    if state.level != "danger", !state.isPlain, state.state != "inside-with-cautions" {
      #expect(words(try run("solve", state).output).hasPrefix(state.english), "\(state)")
    }
    let folder = try TemporaryFolder()
    _ = try run("compute", state, "--pdf", folder.file("sheet.pdf"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pdftotext", "-layout", folder.file("sheet.pdf"), folder.file("sheet.txt")]
    try process.run()
    process.waitUntilExit()
    expectWords(try String(contentsOfFile: folder.file("sheet.txt"), encoding: .utf8), state, "paper")
  }

  @Test("with no phase inside an envelope that is a placeholder", arguments: BalanceState.all)
  func phases(state: BalanceState) throws {
    let lines = try run("compute", state, "--brief").lines
    let phases = lines.filter { $0.hasPrefix("Ramp ") || $0.hasPrefix("Take-off ") || $0.hasPrefix("Landing ") }
    #expect(phases.count == 3)
    guard state.level != "danger" else { return }
    let word = state.english.contains("the envelope is a placeholder") ? "in placeholder" : "inside"
    #expect(phases.allSatisfy { $0.hasSuffix(word) }, "\(phases)")
  }

  @Test("on the lamps and in the record of the box", arguments: BalanceState.all)
  func lamps(state: BalanceState) throws {
    let folder = try TemporaryFolder(), scenarios = try TemporaryFolder()
    _ = try scenarios.write(state.scenario, to: "a.json")
    let timeline = try folder.write(
      #"{"t": 1, "button": "B", "press": "short"}"# + "\n" + #"{"t": 20}"# + "\n", to: "timeline.jsonl")
    let lines = try LapwingProcess.run(
      ["replay", timeline, "--json", "--scenarios", scenarios.path]
    ).lines
    #expect(lines.contains { $0.contains(#""kind":"scenario""#) && $0.contains(#""verdict":"\#(state.level)""#) })
    func isLit(_ lamp: String, _ pattern: String) -> Bool {
      lines.contains { $0.contains(#""lamp":"\#(lamp)","pattern":"\#(pattern)""#) }
    }
    #expect(isLit("green", "on") == state.isPlain, "\(state)")
    #expect(isLit("yellow", "double-blink") == (state.level == "caution"), "\(state)")
    #expect(isLit("red", "alternate-first") == (state.level == "danger"), "\(state)")
  }
}
