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

@Suite(.timeLimit(.minutes(20))) struct `A session in the history` {
  private static let start: Int64 = 1_700_000_000_000

  private func page(_ entries: [LogEntry], goesOn: Bool = false, language: String = "en") async throws -> String {
    let bench = try PanelBench()
    let whole: [LogEntry] =
      [.sessionStarted(at: Self.start, profile: "cabin")] + entries
      + (goesOn ? [] : [.sessionEnded(SessionSummary(), at: Self.start + 3_600_000)])
    try Logbook(path: bench.folder.file("lapwing.db")).append(whole)
    return try await bench.ask("GET", "/sessions/1", ["Cookie: \(Cookies.language)=\(language)"]).body
  }

  private static let flight: [LogEntry] = [
    .sessionDetails(SessionDetails(flight: "KE 17", seat: "23A", origin: "ICN", destination: "LAX")),
    .phase("taxi", since: start, source: "command"),
    .phase("cruise", since: start + 600_000, source: "detected", probability: 0.9),
    .drink(id: "6F9619FF-8B86-D011-B42D-00C04FC964FF", millilitres: 330, at: start + 700_000),
    .caffeine(at: start + 800_000),
  ]

  @Test func `has a table of its phases, whose durations are those of the export`() async throws {
    let body = try await page(Self.flight)
    let table = try #require(body.split(separator: "<h2>Phases of flight</h2>").dropFirst().first)
    for words in [
      "Taxi</th>", "<td>10m 00s</td>", "Cruise <span class=\"small\">found by the box</span></th>", "<td>50m 00s</td>",
    ] { #expect(table.contains(words), "\(words)") }
  }

  @Test func `begins with the phase that was set with its start, and with an unknown one before a later phase`()
    async throws
  {
    let withStart = try await page([.phase("taxi", since: Self.start + 40, source: "command")])
    #expect(withStart.contains("<td>1h 00m</td>") && !withStart.contains("Unknown"), "\(withStart)")
    let later = try await page([.phase("taxi", since: Self.start + 60_000, source: "command")])
    #expect(later.contains("Unknown</th>") && later.contains("<td>59m 00s</td>"))
  }

  @Test func `tells of a phase by hand that gave way to the one that was found`() async throws {
    let entries: [LogEntry] = [
      .phase("taxi", since: Self.start + 600_000, source: "command"),
      .phase("cruise", since: Self.start + 300_000, source: "detected", probability: 0.99),
    ]
    #expect(try await page(entries).contains(": Taxi was set by hand, and the air showed another phase</p>"))
    #expect(try await page(entries, language: "ko").contains("직접 정했으나"))
    #expect(try await !page(Self.flight).contains("set by hand"))
  }

  @Test func `tells which flight it was, and what was drunk and taken`() async throws {
    let english = try await page(Self.flight)
    for words in ["KE 17 · ICN–LAX · seat 23A", "Drunk: 330 of 250 ml", ": 330 ml)", "<p>Caffeine: "] {
      #expect(english.contains(words), "\(words)")
    }
    let korean = try await page(Self.flight, language: "ko")
    for words in ["좌석 23A", "마신 양: 330 / 250 ml", "<p>카페인: ", "순항", "본체가 찾음", "비행 단계"] {
      #expect(korean.contains(words), "\(words)")
    }
  }

  @Test func `says that it goes on, and to which time its figures go`() async throws {
    var reading = Reading(model: .aranet4)
    reading.measurements[.co2PartsPerMillion] = 612
    let latest = Self.start + 600_000
    let entries = [LogEntry.reading(reading, of: "Aranet4", from: .sampleAranet4, at: latest)]
    let words = "goes on · as of \(DateText.timeOfDay(latest))"
    #expect(try await page(entries, goesOn: true).contains(words))
    #expect(try await !page(entries).contains("goes on"))
  }

  @Test func `without a phase, a drink or a flight says nothing of them`() async throws {
    let body = try await page([])
    #expect(body.contains("Session 1"))
    for words in ["Phases of flight", "Drunk", "Caffeine", "seat"] { #expect(!body.contains(words), "\(words)") }
  }
}
