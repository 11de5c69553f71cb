import Foundation
import Settings
import TestSupport
import Testing

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The page of persons` {
  private static let settings = "persons:\n  Anna:\n    heart-rate-low: 40  # as the doctor said\n"

  private func was(_ bench: PanelBench) -> String { PersonsForm(persons: bench.panel.configuration.namedPersons).stamp }

  private func file(_ bench: PanelBench) throws -> String {
    try String(contentsOfFile: bench.folder.file("lapwing.yaml"), encoding: .utf8)
  }

  @Test func `sets a limit of one person, and keeps the comment`() async throws {
    let bench = try PanelBench(Self.settings)
    let answer = try await bench.ask(
      "POST", "/settings/persons", body: "was=\(was(bench))&person.0.heart-rate-low=44&person.0.sound=standard")
    #expect(answer.status == 200, "\(answer.body)")
    #expect(try file(bench).contains("heart-rate-low: 44  # as the doctor said"))
  }

  @Test func `says why beside the field, and loses nothing that was typed`() async throws {
    let bench = try PanelBench(Self.settings)
    let before = try file(bench)
    let answer = try await bench.ask(
      "POST", "/settings/persons", body: "was=\(was(bench))&person.0.heart-rate-low=4&person.0.heart-rate-high=133")
    #expect(answer.status == 422)
    #expect(answer.body.contains("this is &quot;4&quot;; allowed is"))
    #expect(answer.body.contains("value=\"133\"") && answer.body.contains("aria-invalid=\"true\""))
    #expect(try file(bench) == before)
  }

  @Test func `refuses a form that was made from other persons`() async throws {
    let bench = try PanelBench(Self.settings)
    let before = try file(bench)
    let answer = try await bench.ask(
      "POST", "/settings/persons", body: "was=0&person.0.heart-rate-low=50")
    #expect(answer.status == 422 && answer.body.contains("Somebody has changed the persons"))
    #expect(try file(bench) == before)
  }

  @Test func `takes a new person, and no second one of a name`() async throws {
    let bench = try PanelBench(Self.settings)
    let second = try await bench.ask(
      "POST", "/settings/persons", body: "was=\(was(bench))&person.0.heart-rate-low=40&new.name=Anna")
    #expect(second.status == 422 && second.body.contains("There is Anna already."))
    let third = try await bench.ask(
      "POST", "/settings/persons", body: "was=\(was(bench))&person.0.heart-rate-low=40&new.name=Ben")
    #expect(third.status == 200)
    #expect(try Configuration(path: bench.folder.file("lapwing.yaml"), profile: nil).personNames == ["Anna", "Ben"])
  }
}
