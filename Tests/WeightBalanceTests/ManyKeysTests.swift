import Testing
import WeightBalance

@Suite("A file with very many keys is refused without reading it again and again")
struct ManyKeysTests {
  /// The message about a scenario with this text; `nil` if it is accepted.
  private func message(_ text: String) throws -> String? {
    let type = try Fleet.aircraft("cessna-172m")
    do throws(DataFileError) {
      _ = try Loading(bytes: Array(text.utf8), file: "many.json", types: [type])
      return nil
    } catch {
      return error.message
    }
  }

  /// So many keys that no scenario knows.
  private func keys(_ count: Int) -> String { (0..<count).map { "\"k\($0)\": 0" }.joined(separator: ", ") }

  @Test("All unknown keys are counted")
  func counted() throws {
    let text = try #require(
      try message(#"{"aircraftId": "cessna-172m", "stationLoads": {}, "fuelLoads": {}, \#(keys(3000))}"#))
    #expect(text.contains("the key “k0” is unknown here; use $schema, "))
    #expect(text.hasSuffix("\nand 2950 more faults"))
  }

  @Test("Unknown keys in front of many wrong values are counted once")
  func once() throws {
    let wrong = (0..<40).map { #"{"stationId": "nosuch\#($0)", "weight": 1}"# }.joined(separator: ", ")
    let first = #"{"stationId": "front-seats", "weight": 1, \#(keys(1500))}"#
    let text = try #require(
      try message(#"{"aircraftId": "cessna-172m", "stationLoads": [\#(first), \#(wrong)], "fuelLoads": {}}"#))
    #expect(text.hasSuffix("\nand 1450 more faults"))
  }
}
