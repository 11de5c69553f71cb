import TestSupport
import Testing

@Suite("What is wrong with a data file is said at once")
struct AllFaultsTests {
  private func check(_ text: String) throws -> LapwingProcess.Outcome {
    let folder = try TemporaryFolder()
    return try LapwingProcess.run(["balance", "check", try folder.write(text, to: "f.json")])
  }

  @Test("All missing and unknown keys, each with its line")
  func keys() throws {
    let outcome = try check(
      """
      {
        "aircraftId": "cessna-172m",
        "stationLoad": [],
        "fuelLoads": [
          {"tankId": "main-fuel"},
          {"tank": "main-fuel", "volume": {"value": 1, "unit": "gal"}}
        ],
        "tripFuel": {"value": 2},
        "colour": 1
      }
      """)
    #expect(outcome.status == 65)
    let lines = outcome.error.split(separator: "\n")
    for part in [
      "f.json:1: the key “stationLoads” is missing", "f.json:3: the key “stationLoad” is unknown here",
      "f.json:5: fuelLoads[0]: the key “volume” is missing", "f.json:6: fuelLoads[1]: the key “tankId” is missing",
      "f.json:6: fuelLoads[1]: the key “tank” is unknown here", "f.json:8: tripFuel: the key “unit” is missing",
      "f.json:9: the key “colour” is unknown here",
    ] {
      #expect(lines.contains { $0.contains(part) }, "\(part)\n\(outcome.error)")
    }
    #expect(lines.count == 7, "\(outcome.error)")
  }

  @Test("A wrong value does not hide the keys that are missing after it")
  func wrongValue() throws {
    let outcome = try check(
      """
      {
        "aircraftId": "cessna-172m",
        "stationLoads": {"front-seats": "340"},
        "fuelLoads": {"main-fuel": 38},
        "dirty": 0,
        "colour": 1
      }
      """)
    #expect(outcome.error.contains("f.json:3: stationLoads.front-seats: is a text"))
    #expect(outcome.error.contains("f.json:6: the key “colour” is unknown here"))
  }

  @Test("Every missing key of an aircraft file is named, and no consequence of it")
  func aircraft() throws {
    var text = try ProjectFile("data/aircraft/cessna-172m.json").text
    for key in ["datum", "emptyArm", "stations", "tanks"] {
      text = text.replacing("\"\(key)\":", with: "\"\(key)s\":", maxReplacements: 1)
    }
    let outcome = try check(text)
    #expect(outcome.status == 65)
    #expect(outcome.error.split(separator: "\n").count == 8, "\(outcome.error)")
    for key in ["datum", "emptyArm", "stations", "tanks"] {
      #expect(outcome.error.contains("the key “\(key)” is missing"))
      #expect(outcome.error.contains("the key “\(key)s” is unknown"))
    }
  }

  @Test(
    "A name with a hidden character is refused, and shown as U+XXXX",
    arguments: ["0085", "009B", "202E", "2066", "200F", "061C", "001B", "2028"])
  func hidden(code: String) throws {
    let outcome = try check(
      "{\"aircraftId\": \"cessna-172m\", \"name\": \"a\\u\(code)b\", \"stationLoads\": {}, \"fuelLoads\": {}}")
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("name: contains U+\(code)"), "\(outcome.error)")
    let named = try check(
      "{\"aircraftId\": \"x\\u\(code)y\", \"stationLoads\": {}, \"fuelLoads\": {}}")
    #expect(named.error.contains("“xU+\(code)y”"), "\(named.error)")
  }

  @Test("Notes may have line ends and tabs, and no other hidden character")
  func notes() throws {
    let rest = "\"aircraftId\": \"cessna-172m\", \"stationLoads\": {}, \"fuelLoads\": {}}"
    #expect(try check("{\"notes\": \"a\\n\\tb\", " + rest).status == 0)
    #expect(try check("{\"notes\": \"a\\u001b[2J\", " + rest).error.contains("notes: contains U+001B"))
  }
}
