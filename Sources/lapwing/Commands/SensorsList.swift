import ArgumentParser
import Readings
import SensorProtocols
import Status
import System

/// `lapwing sensors list`: shows the catalogue.
struct SensorsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the supported sensors, how they are read and what they need.",
    discussion: """
      With a word it lists only the kinds whose name, product or chip contains it: govee, H10, SCD41, Shelly. Case, \
      spaces and hyphens do not count.
      """)

  @Argument(help: "Part of a name, such as govee or H10.")
  var word: [String] = []

  @Flag(help: "Write one JSON object per kind of sensor, with the plausible range of each quantity.")
  var json = false

  func run() throws {
    let word = word.joined(separator: " ")
    let entries = word.isEmpty ? Catalogue.entries : Catalogue.entries.filter { $0.isMeant(by: word) }
    let unreadable = word.isEmpty ? UnreadableSensor.all : UnreadableSensor.all.filter { $0.isMeant(by: word) }
    guard !entries.isEmpty || !unreadable.isEmpty else {
      throw LapwingError(
        .noInput, code: "unknown-sensor",
        "no sensor is called \"\(word)\"; lapwing sensors lists all that can be read")
    }
    let lines =
      json
      ? entries.map { SensorJSON.object($0).text }
      : SensorTable.lines(entries, unreadable, isSearch: !word.isEmpty)
    for line in lines { try Output.standard.line(line) }
  }
}
