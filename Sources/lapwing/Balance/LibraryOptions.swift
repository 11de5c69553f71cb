import Appliance
import ArgumentParser
import Readings

/// The option of every verb that needs the aircraft.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of aircraft files.", discussion: "Without it, \(AircraftLibrary.standardFolder) if it is there."),
    completion: .directory)
  var aircraftFolder: String?

  /// The aircraft that there are.
  func library() throws(LapwingError) -> AircraftLibrary { try AircraftLibrary(folder: aircraftFolder) }
}
