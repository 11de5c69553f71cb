import Alarms
import Foundation
import Monitor
import Settings
import TestSupport
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The page of persons` {
  private static let settings = "persons:\n  Anna:\n    heart-rate-low: 40  # as the doctor said\n"

  private func was(_ bench: PanelBench) -> String { PersonsForm(persons: bench.panel.configuration.namedPersons).stamp }

  /// The fields of the form of one person as a browser sends them, with what a test types.
  private func form(_ bench: PanelBench, _ typed: [String: String]) -> String {
    let usual = [
      "was": was(bench), "person.0.heart-rate-low": "40", "person.0.heart-rate-high": "",
      "person.0.spo2-low-medium": "",
      "person.0.spo2-low-high": "", "person.0.sound": "standard",
      "person.0.kind": "", "person.0.number": "", "person.0.oxygen-delay": "", "new.name": "", "new.sensor": "",
    ]
    return usual.merging(typed) { $1 }.map { "\($0)=\(FormFields.encoded($1))" }.joined(separator: "&")
  }

  private func file(_ bench: PanelBench) throws -> String {
    try String(contentsOfFile: bench.folder.file("lapwing.yaml"), encoding: .utf8)
  }

  @Test func `sets a limit of one person, and keeps the comment`() async throws {
    let bench = try PanelBench(Self.settings)
    let answer = try await bench.ask(
      "POST", "/settings/persons", body: form(bench, ["person.0.heart-rate-low": "44"]))
    #expect(answer.status == 200, "\(answer.body)")
    #expect(try file(bench).contains("heart-rate-low: 44  # as the doctor said"))
  }

  @Test func `says why beside the field, and loses nothing that was typed`() async throws {
    let bench = try PanelBench(Self.settings)
    let before = try file(bench)
    let answer = try await bench.ask(
      "POST", "/settings/persons",
      body: form(bench, ["person.0.heart-rate-low": "4", "person.0.heart-rate-high": "133"]))
    #expect(answer.status == 422)
    #expect(answer.body.contains("this is &quot;4&quot;; allowed is"))
    #expect(answer.body.contains("value=\"133\"") && answer.body.contains("aria-invalid=\"true\""))
    #expect(try file(bench) == before)
  }

  @Test func `leads a person without a sensor to where one is adopted`() async throws {
    let link = "<a class=\"button\" href=\"/sensors\">"
    #expect(try await PanelBench(Self.settings).ask("GET", "/settings/persons").body.contains(link))
    for settings in [
      "persons: {Anna: {sensors: [\"C2:DB:C0:DC:E4:55\"]}}",
      "persons: {Anna: {heart-rate-low: 40}}\nsensors: {own: {\"C2:DB:C0:DC:E4:55\": {person: Anna}}}",
    ] {
      let page = try await PanelBench(settings).ask("GET", "/settings/persons").body
      #expect(!page.contains(link) && page.contains("Sensors: C2:DB:C0:DC:E4:55"), "\(page)")
    }
  }

  @Test func `names the fields of two limits that leave no value between them, and no line of a file`() async throws {
    let bench = try PanelBench(Self.settings)
    let before = try file(bench)
    let answer = try await bench.ask(
      "POST", "/settings/persons",
      body: form(bench, ["person.0.heart-rate-low": "60", "person.0.heart-rate-high": "50"]))
    #expect(answer.status == 422 && answer.body.contains("id=\"fault-person.0.heart-rate-high\""), "\(answer.body)")
    #expect(answer.body.contains("” is 60 and “") && answer.body.contains("the first must be below the second"))
    #expect(!answer.body.contains("lapwing.yaml") && !answer.body.contains("heart-rate-low is"))
    #expect(try file(bench) == before)
  }

  @Test(arguments: [["new.kind": "child", "new.number": "5"], ["new.kind": "adult"]])
  func `does not say that a kind of no one is saved`(typed: [String: String]) async throws {
    let bench = try PanelBench(Self.settings)
    let answer = try await bench.ask("POST", "/settings/persons", body: form(bench, typed))
    #expect(answer.status == 422 && !answer.body.contains("Saved, and taken over"), "\(answer.body)")
  }

  @Test func `refuses a form that was made from other persons`() async throws {
    let bench = try PanelBench(Self.settings)
    let before = try file(bench)
    let answer = try await bench.ask(
      "POST", "/settings/persons", body: "was=0&person.0.heart-rate-low=50")
    #expect(answer.status == 422 && answer.body.contains("Someone has changed the persons"))
    #expect(try file(bench) == before)
  }

  @Test func `shows the persons of the file, and nothing typed for others, after somebody has changed them`()
    async throws
  {
    let bench = try PanelBench(Self.settings)
    let typed = form(bench, ["person.0.heart-rate-low": "50", "person.0.heart-rate-high": "133"])
    let others = try file(bench).replacing("  Anna:\n", with: "  Bert:\n    heart-rate-low: 45\n  Anna:\n")
    try others.write(toFile: bench.folder.file("lapwing.yaml"), atomically: true, encoding: .utf8)
    let answer = try await bench.ask("POST", "/settings/persons", body: typed)
    #expect(answer.status == 422 && answer.body.contains("Someone has changed the persons"), "\(answer.body)")
    #expect(answer.body.contains("name=\"person.0.heart-rate-low\" value=\"45\""), "\(answer.body)")
    #expect(answer.body.contains("name=\"person.1.heart-rate-low\" value=\"40\""))
    #expect(!answer.body.contains("value=\"50\"") && !answer.body.contains("value=\"133\""))
    #expect(try file(bench) == others)
  }

  @Test func `takes a new person, and no second one of a name`() async throws {
    let bench = try PanelBench(Self.settings)
    let second = try await bench.ask(
      "POST", "/settings/persons", body: form(bench, ["new.name": "Anna"]))
    #expect(second.status == 422 && second.body.contains("There is Anna already."))
    let third = try await bench.ask(
      "POST", "/settings/persons", body: form(bench, ["new.name": "Ben"]))
    #expect(third.status == 200)
    #expect(try Configuration(path: bench.folder.file("lapwing.yaml"), profile: nil).personNames == ["Anna", "Ben"])
  }

  @Test(arguments: [
    ("", "C2:DB:C0:DC:E4:55", 422, "A name has up to 40 characters"),
    ("Ben", "C2:DB:C0:DC:E4", 400, "no address of a sensor"),
  ])
  func `drops no sensor of a new person silently`(name: String, strap: String, status: Int, sentence: String)
    async throws
  {
    let bench = try PanelBench(Self.settings)
    let before = try file(bench)
    let answer = try await bench.ask(
      "POST", "/settings/persons", body: form(bench, ["new.name": name, "new.sensor": strap]))
    #expect(answer.status == status && answer.body.contains(sentence), "\(answer.body)")
    #expect(answer.body.contains("aria-invalid=\"true\""))
    #expect(try file(bench) == before)
  }

  @Test(arguments: [
    ("paced", "60", PersonKind.paced(rate: 60)), ("child", "7", .child(age: 7)), ("infant", "7", .infant),
  ])
  func `sets the kind of a person and of a new one`(word: String, number: String, kind: PersonKind) async throws {
    let bench = try PanelBench(Self.settings)
    let answer = try await bench.ask(
      "POST", "/settings/persons",
      body: form(
        bench,
        [
          "person.0.kind": word, "person.0.number": number, "new.name": "Ben", "new.kind": word, "new.number": number,
        ]))
    #expect(answer.status == 200, "\(answer.body)")
    let persons = try Configuration(path: bench.folder.file("lapwing.yaml"), profile: nil).namedPersons
    #expect(persons.map(\.settings.kind) == [kind, kind])
    #expect(persons.first?.settings.limits == [.heartRateLow: 40], "a limit of the person stays")
    #expect(answer.body.contains("<option value=\"\(word)\" selected>"))
  }

  @Test func `sets the delay of the medium alarm of the oxygen`() async throws {
    let bench = try PanelBench(Self.settings)
    let answer = try await bench.ask("POST", "/settings/persons", body: form(bench, ["person.0.oxygen-delay": "25"]))
    #expect(answer.status == 200, "\(answer.body)")
    let read = try Configuration(path: bench.folder.file("lapwing.yaml"), profile: nil).namedPersons
    #expect(read.first?.settings.oxygenDelay == 25)
    let refused = try await bench.ask("POST", "/settings/persons", body: form(bench, ["person.0.oxygen-delay": "31"]))
    #expect(refused.status == 422 && refused.body.contains("allowed is a number from 5 to 30 s"), "\(refused.body)")
  }

  @Test(arguments: [("paced", ""), ("paced", "20"), ("child", "18")])
  func `refuses a kind without its number`(word: String, number: String) async throws {
    let bench = try PanelBench(Self.settings)
    let before = try file(bench)
    let answer = try await bench.ask(
      "POST", "/settings/persons", body: form(bench, ["person.0.kind": word, "person.0.number": number]))
    #expect(answer.status == 422 && answer.body.contains("fault-person.0.number"), "\(answer.body)")
    #expect(try file(bench) == before)
  }

  @Test(arguments: ["was", "person.0.heart-rate-low", "person.0.spo2-low-high", "person.0.sound", "person.0.kind"])
  func `takes a field that is missing for no empty one`(field: String) async throws {
    let bench = try PanelBench(Self.settings)
    let before = try file(bench)
    let parts = form(bench, ["person.0.heart-rate-high": "133"]).split(separator: "&").filter {
      !$0.hasPrefix("\(field)=")
    }
    let answer = try await bench.ask("POST", "/settings/persons", body: parts.joined(separator: "&"))
    #expect(answer.status == 400 && answer.body.contains("no field \(field)"), "\(answer.body)")
    #expect(try file(bench) == before)
  }
}
