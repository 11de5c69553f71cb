import TestSupport
import Testing

@Suite("An aircraft file with a slip is refused with file, line and key")
struct BadAircraftTests {
  @Test(
    "Each slip is named where it stands",
    arguments: [
      DataSlip(#""value": 1466"#, #""value": -1466"#, says: "34: emptyWeight.value: must be above 0"),
      DataSlip(#""value": 1466"#, #""value": 14O6"#, says: "34: a comma or } is expected"),
      DataSlip(#""known": true"#, #""known": 1"#, says: "36: emptyWeight.known: is a number; write true or false"),
      DataSlip(#""confidence": "low""#, #""confidence": "sure""#, says: "44: emptyWeight.source.confidence: is “sure”"),
      DataSlip(
        #""lastVerified": "2026-11-20""#, #""lastVerified": "2026-11-31""#,
        says: "23: datum.source.lastVerified: is “2026-11-31”"),
      DataSlip(#""https://github"#, #""ftp://github"#, says: "21: datum.source.url: is “ftp://"),
      DataSlip(#""single-engine""#, #""double-decker""#, says: "10: category: is “double-decker”; write one of"),
      DataSlip(#""datum""#, #""datom""#, says: "1: the key “datum” is missing"),
      DataSlip(#""schemaVersion": 1"#, #""schemaVersion": "1""#, says: "3: schemaVersion: is a text"),
      // A corner that makes the ring cross itself.
      DataSlip(
        #"{"weight": 2300, "arm": 47.3},"#, #"{"weight": 1600, "arm": 30.0}, {"weight": 2300, "arm": 47.3},"#,
        says: "280: categories[0].envelope.points[3]: crosses itself"),
      DataSlip(
        "\"forward\": 108", "\"forward\": 143", says: "656: stations[3].armRange.aft: is forward of the forward end"),
      DataSlip("Landplane:", "Seaplane:", says: "206: limits.takeoff.source.check.sha256: is not"),
    ])
  func slips(slip: DataSlip) throws {
    let outcome = try slip.check(in: ProjectFile("data/aircraft/cessna-172m.json"))
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("/slip.json:" + slip.message), "\(outcome.error)")
  }
}
