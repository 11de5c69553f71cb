import Foundation
import TestSupport
import Testing

@Suite("A load sheet as text")
struct SheetTextTests {
  private func shipped(_ path: String, _ more: String...) throws -> String {
    try LapwingProcess.run(["balance", "compute", "--scenario", path, "--date", "2026-11-25"] + more).output
  }

  private func columns(_ line: Substring) -> Int {
    line.reduce(0) { sum, character in
      sum
        + (character.unicodeScalars.contains {
          $0.properties.isEmojiPresentation || (0x2E80...0x9FFF).contains($0.value)
        } ? 2 : 1)
    }
  }

  private func expectNarrow(_ text: String) {
    for line in text.split(separator: "\n") { #expect(columns(line) <= 80, "\(line)") }
  }

  /// More than ten warnings, all with the worst names.
  private var worst: SheetScene {
    var scene = SheetScene(name: SheetScene.worstName, isKnown: false)
    (scene.front, scene.baggage, scene.tanks, scene.fuel, scene.trip) = ("500", "300", 10, "43", "9000")
    return scene
  }

  @Test("has no line of more than 80 columns")
  func narrow() throws {
    for path in try ProjectFile.paths(in: "data/loadings") {
      expectNarrow(try shipped(path))
      expectNarrow(try shipped(path, "--metric", "--samples", "1000"))
      expectNarrow(try shipped(path, "--brief"))
    }
    expectNarrow(try worst.compute().output)
    expectNarrow(try worst.compute("--brief").output)
  }

  @Test("in brief fits on a screen of 24 lines, with the verdict first and what is left out counted")
  func brief() throws {
    for path in try ProjectFile.paths(in: "data/loadings") {
      #expect(try shipped(path, "--brief").split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
    }
    let outcome = try worst.compute("--brief")
    #expect(outcome.status == 1)
    #expect(outcome.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
    #expect(outcome.lines.first == "NOT WITHIN LIMITS")
    #expect(outcome.output.contains("\nAnd ") && outcome.output.contains(" more: "))
    for part in ["Ramp", "Take-off", "Landing", "Zero fuel", "Worst point: ", "What to do: "] {
      #expect(outcome.output.contains("\n" + part), "\(part)")
    }
  }

  @Test("in brief says what to do")
  func advice() throws {
    let text = try SheetScene(baggage: "125").compute("--brief").output
    #expect(text.split(separator: "\n").contains { $0.hasPrefix("What to do: ") && $0.contains(" 5 lb ") })
    let legal = try SheetScene().compute("--brief").output
    #expect(legal.contains("\nWhat to do: Nothing is exceeded."))
  }

  @Test("shows the verdict, the phases, the worst point, warnings, loads, chart, notes and sources in this order")
  func order() throws {
    let text = try shipped(ProjectFile("data/loadings/pa31-middle-out.json").path)
    var rest = text[...]
    for part in [
      "NOT WITHIN LIMITS\n", "Registration ________  Date 2026-11-25  Pilot ________\n", "\nPhase ",
      "\nWorst point: 0.4",
      "\nDANGER ", "\nLine ", "\nTank ", "\nlb over in: ", "\nThe path", "\nNotes\n", "\nSources ",
      "\nFor planning only.",
    ] {
      let found = try #require(rest.range(of: part), "\(part)")
      rest = rest[found.lowerBound...].dropFirst()
    }
    #expect(text.contains("OUTSIDE * worst\n"))
  }

  @Test("marks in the chart what is outside and where the worst point is")
  func plot() throws {
    let text = try shipped(ProjectFile("data/loadings/pa31-middle-out.json").path)
    let rows = text.split(separator: "\n").filter { $0.contains(" |") || $0.hasPrefix("7000 |") }
    #expect(rows.contains { $0.contains("x") && $0.contains("*") })
    #expect(rows.contains { $0.contains("o") })
    let inside = try shipped(ProjectFile("data/loadings/172m-two-up.json").path)
    #expect(!inside.split(separator: "\n").contains { $0.contains(" |") && $0.contains("x") })
  }

  @Test("shows the probability of each cause")
  func causes() throws {
    let text = try shipped(ProjectFile("data/loadings/172m-aft.json").path, "--samples", "2000")
    #expect(text.contains("Any limit is exceeded with a probability of "))
    #expect(text.split(separator: "\n").contains { $0.hasPrefix("  CG_OUT_OF_ENVELOPE: ") && $0.hasSuffix(" %") })
  }

  @Test("sources fit into 80 columns too")
  func sources() throws {
    for id in ["cessna-172m", "bonanza-a36", "cherokee-six-pa32", "navajo-chieftain-pa31"] {
      for line in try LapwingProcess.run(["balance", "sources", id]).lines {
        #expect(columns(line) <= 80, "\(line)")
      }
    }
  }
}
