import AircraftFiles
import ArgumentParser
import Readings

struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of aircraft files.", discussion: "Default: \(AircraftLibrary.standardFolder), if it exists."),
    completion: .directory)
  var aircraftFolder: String?

  @Option(
    help: ArgumentHelp(
      "A folder of tail files.",
      discussion: "Default: \(TailFolders.standardFolders.joined(separator: ", then ")), if they exist."),
    completion: .directory)
  var tailsFolder: String?

  @Option(
    help: ArgumentHelp(
      "A file of people and bags, which loads can name.",
      discussion: "Default: \(AircraftLibrary.standardLoads.joined(separator: ", else ")), if it exists."),
    completion: .file(extensions: ["json"]))
  var loadsFile: String?

  func library() throws(LapwingError) -> AircraftLibrary {
    try AircraftLibrary(folder: aircraftFolder, tails: tailsFolder, loads: loadsFile)
  }
}
