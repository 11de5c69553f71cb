import Testing
import WeightBalance

@Suite("A fault says what may be written in its place")
struct FaultWordsTests {
  private func message(_ keys: String) throws -> String {
    let text = #"{"aircraftId": "cessna-172m", "fuelLoads": {}, "tripFuel": 1, \#(keys)}"#
    let type = try Fleet.aircraft("cessna-172m")
    do throws(DataFileError) {
      _ = try Loading(bytes: Array(text.utf8), file: "a.json", types: [type])
      return ""
    } catch {
      return error.message
    }
  }

  @Test("A list in the place of a weight can be a number or an object")
  func list() throws {
    #expect(
      try message(#""stationLoads": {"front-seats": [[170]]}"#)
        .hasSuffix("is a list; write a number, or an object with value and unit"))
    #expect(
      try message(#""stationLoads": {}, "taxiFuel": [1]"#)
        .hasSuffix("taxiFuel: is a list; write a number, or an object with value and unit"))
  }

  @Test("A text in the place of the loads can be an object or a list")
  func loads() throws {
    #expect(
      try message(#""stationLoads": "none""#).hasSuffix("is a text; write an object in braces, or a list of loads"))
  }

  @Test("An arm is called an arm")
  func arm() throws {
    #expect(
      try message(#""stationLoads": {}, "emptyWeight": 1400, "emptyArm": 900000"#).contains(
        "too large: an arm is at most"))
    #expect(
      try message(#""stationLoads": {}, "emptyWeight": 90000000, "emptyArm": 9"#)
        .contains("too large: a weight is at most"))
  }
}
