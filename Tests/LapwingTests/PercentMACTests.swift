import TestSupport
import Testing

@Suite("The centre of gravity in percent of the mean aerodynamic chord")
struct PercentMACTests {
  /// An aircraft file of the 172M in which the chord is known: LEMAC 26.0 in, MAC 58.4 in.
  private func aircraft(chord inches: String, in folder: TemporaryFolder) throws -> String {
    let source = """
      {"document": "Test", "section": "-", "publisher": "Test", "datePublished": "unknown", "tcdsNumber": null,
       "url": null, "confidence": "low", "lastVerified": "2026-11-22", "notes": ""}
      """
    func sourced(_ value: String) -> String {
      #"{"value": \#(value), "unit": "in", "known": true, "source": \#(source), "alternatives": []}"#
    }
    let chord =
      #""meanChord": {"leadingEdge": \#(sourced("26.0")), "length": \#(sourced(inches))}, "limits": {"#
    return try folder.write(
      try ProjectFile("data/aircraft/cessna-172m.json").text(replacing: #""limits": {"#, by: chord),
      to: "172m.json")
  }

  private func compute(_ more: [String]) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(
      ["balance", "compute", "--scenario", ProjectFile("data/loadings/172m-empty.json").path] + more)
  }

  @Test("stands on the sheet where LEMAC and MAC are known, and only there")
  func known() throws {
    let folder = try TemporaryFolder()
    let path = try aircraft(chord: "58.4", in: folder)
    // 40.6 in: (40.6 - 26.0) / 58.4 = 25 %.
    let json = try compute(["--aircraft", path, "--json"])
    #expect(json.output.contains(#""cg":40.6,"#), "\(json.error)")
    #expect(json.output.contains(#""percentMAC":25}"#))
    let text = try compute(["--aircraft", path])
    #expect(text.lines.contains { $0.hasPrefix("Take-off") && $0.contains("  25  ") })
    #expect(try !compute(["--json"]).output.contains("percentMAC"))
  }

  @Test("is refused for a chord without length")
  func noLength() throws {
    let folder = try TemporaryFolder()
    let outcome = try LapwingProcess.run(["balance", "check", try aircraft(chord: "0", in: folder)])
    #expect(outcome.status == 65)
    #expect(
      outcome.error.contains("meanChord.length.value: must be above 0"), "\(outcome.error)")
  }
}
