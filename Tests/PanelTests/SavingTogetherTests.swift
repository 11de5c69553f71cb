import Foundation
import Settings
import TestSupport
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `Two people who save settings` {
  private let high = "alarms.co2-high.limit", medium = "alarms.co2-medium.limit"

  private func file(_ bench: PanelBench) throws -> String {
    try String(contentsOfFile: bench.folder.file("lapwing.yaml"), encoding: .utf8)
  }

  private func save(_ bench: PanelBench, _ fields: [(String, String, was: String)]) async throws -> PanelBench.Answer {
    let body = fields.map { "\($0)=\($1)&was%3A\($0)=\($2)" }.joined(separator: "&")
    return try await bench.ask("POST", "/settings", body: body)
  }

  @Test func `keep what the other one has changed`() async throws {
    let bench = try PanelBench()
    _ = try await save(bench, [(high, "3000", was: "2500"), (medium, "1500", was: "1500")])
    _ = try await save(bench, [(high, "2500", was: "2500"), (medium, "1600", was: "1500")])
    let text = try file(bench)
    #expect(text.contains("limit: 3000") && text.contains("limit: 1600"))
  }

  @Test func `are told when both change the same, and the first one counts`() async throws {
    let bench = try PanelBench()
    _ = try await save(bench, [(high, "3000", was: "2500")])
    let second = try await save(bench, [(high, "2700", was: "2500")])
    #expect(second.status == 422)
    #expect(second.body.contains("someone has set this to 3000"))
    #expect(try file(bench).contains("limit: 3000"))
    // What the form shows next is known, and so can be saved.
    #expect(second.body.contains("name=\"was:\(high)\" value=\"3000\""))
  }

  @Test func `find no form that takes a file that has gone for an empty one`() async throws {
    let bench = try PanelBench()
    bench.answer()
    let panel = PanelServices(
      feed: bench.panel.feed, configuration: bench.panel.configuration, name: "testbox", program: bench.panel.program,
      editor: ConfigurationEditor.ofRun(path: bench.folder.file("lapwing.yaml")), tabs: [],
      read: { bench.panel.configuration })
    try FileManager.default.removeItem(atPath: bench.folder.file("lapwing.yaml"))
    await #expect(throws: ConfigurationEditor.Fault.self) {
      try await panel.change(SettingsChange(values: [SettingsChange.Value(high, "2700", was: nil)]))
    }
    #expect(!FileManager.default.fileExists(atPath: bench.folder.file("lapwing.yaml")))
    panel.end()
  }

  @Test func `have what they saved in the running box at once`() async throws {
    let bench = try PanelBench(), box = try FakeBox(bench)
    defer { box.end() }
    let answer = try await save(bench, [(high, "3000", was: "2500")])
    #expect(answer.status == 200 && !answer.body.contains("class=\"fault\""), "\(answer.body)")
    #expect(try file(bench).contains("limit: 3000"))
    #expect(box.orders.contains { $0.hasPrefix("settings(") })
  }

  @Test func `are told as a fault that the running box does not go by it`() async throws {
    let bench = try PanelBench()
    let answer = try await save(bench, [(high, "3000", was: "2500")])
    // There is no box that could take it over.
    #expect(answer.body.contains("It is in the file, but the running box does not go by all of it yet"))
    #expect(!answer.body.contains("class=\"done\""))
  }
}
