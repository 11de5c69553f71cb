import Testing
import WeightBalance

@Suite("A name cannot contain a character that nobody sees")
struct HiddenNameTests {
  @Test(
    "Characters without width and tags are refused with their code",
    arguments: [
      (0xAD, "U+00AD"), (0x200B, "U+200B"), (0x200D, "U+200D"), (0x2060, "U+2060"), (0xFEFF, "U+FEFF"),
      (0xE0041, "U+E0041"), (0x202E, "U+202E"),
    ] as [(UInt32, String)])
  func refused(_ value: UInt32, _ name: String) throws {
    let hidden = try #require(Unicode.Scalar(value))
    let type = try Fleet.aircraft("cessna-172m")
    let text = """
      {"name": "N1\(hidden)", "aircraftId": "cessna-172m", "stationLoads": {}, "fuelLoads": {}}
      """
    do throws(DataFileError) {
      _ = try Loading(bytes: Array(text.utf8), file: "name.json", types: [type])
      Issue.record("accepted")
    } catch {
      #expect(error.key == "name")
      #expect(error.message.contains("contains \(name), a character that is not shown"))
    }
  }
}
