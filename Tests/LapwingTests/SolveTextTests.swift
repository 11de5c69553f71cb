import TestSupport
import Testing

@Suite("The text of balance solve")
struct SolveTextTests {
  private func solve(_ aircraft: String, _ stations: String, fuel: Int, trip: Int, more: String = "") throws -> [String]
  {
    let outcome = try LapwingProcess.run(
      ["balance", "solve", "--scenario", "-"],
      input: """
        {"aircraftId": "\(aircraft)", "stationLoads": {\(stations)}, "fuelLoads": {"main-fuel": \(fuel)},
        "tripFuel": {"value": \(trip), "unit": "gal"}\(more)}
        """)
    #expect(outcome.status < 2, "\(outcome.error)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.count <= 80 })
    return lines
  }

  @Test("says what to do where no shift of weight helps")
  func advice() throws {
    let short = try solve("cessna-172m", #""front-seats": 340"#, fuel: 5, trip: 10)
    #expect(short.contains("Load more fuel or plan a shorter trip."))
    let wrong = try solve("cessna-172m", #""front-seats": 340, "baggage-1": -10"#, fuel: 25, trip: 10)
    #expect(wrong.first?.contains("has a negative weight.") ?? false)
    #expect(wrong.contains("Correct the number that the first line names."))
  }

  @Test("says first that an envelope is a placeholder, and nothing about it otherwise")
  func placeholder() throws {
    let unknown = try solve("cherokee-six-pa32", #""front-seats": 340"#, fuel: 40, trip: 10)
    #expect(unknown.first?.hasPrefix("INSIDE the limits that are known; the envelope is a placeholder") ?? false)
    let typical = try solve("cessna-172m", #""front-seats": 340"#, fuel: 25, trip: 10)
    #expect(typical.first == "INSIDE, unverified empty weight")
    let known = try solve(
      "cessna-172m", #""front-seats": 340"#, fuel: 25, trip: 10,
      more: #", "emptyWeight": 1454, "emptyArm": 39, "weighedOn": "2025-05-01", "date": "2026-01-01""#)
    #expect(known.first?.hasPrefix("Nothing is exceeded.") ?? false)
  }

  @Test("leaves two loads of baggage behind in one sentence, and puts none on a lap")
  func baggage() throws {
    let lines = try solve(
      "cessna-172m", #""front-seats": 200, "rear-seats": 380, "baggage-1": 70, "baggage-2": 50"#, fuel: 20, trip: 10)
    let text = lines.joined(separator: " ")
    #expect(!text.contains("from Baggage area 2 to Pilot") && !text.contains("from Baggage area 1 to Pilot"))
  }
}
