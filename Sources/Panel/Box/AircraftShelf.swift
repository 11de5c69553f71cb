import AircraftFiles
import Readings
import Settings
import Synchronization
import System
import WeightBalance

/// Where aircraft, tails and scenarios are; `nil` for the folders of the box.
package struct AircraftFolders: Sendable {
  let aircraft: String?
  let tails: String?
  let scenarios: String?

  package init(aircraft: String? = nil, tails: String? = nil, scenarios: String? = nil) {
    self.aircraft = aircraft
    self.tails = tails
    self.scenarios = scenarios
  }
}

/// The aircraft and scenarios that the page knows: the same files, by the same readers, as on the command line.
final class AircraftShelf: Sendable {
  private let folders: AircraftFolders
  private let known = Mutex<(library: AircraftLibrary, stamp: AircraftStamp, readAt: Instant)?>(nil)
  private let clock = MonotonicClock()
  /// Reading all aircraft takes longer than a sheet, and a slider asks for ten sheets a second.
  private static let life = Duration.seconds(2)

  init(_ folders: AircraftFolders) { self.folders = folders }

  /// The options of a command that reads the same files.
  var options: [String] {
    (folders.aircraft.map { ["--aircraft-folder", $0] } ?? []) + (folders.tails.map { ["--tails-folder", $0] } ?? [])
  }

  /// All aircraft. Each two seconds it is looked whether a file has changed, and only then they are read again. (Files of
  /// tails are read whenever they are used.)
  func library() throws(LapwingError) -> AircraftLibrary {
    let now = clock.now
    let before = known.withLock { $0 }
    if let before, before.readAt.duration(to: now) < Self.life { return before.library }
    let stamp = AircraftStamp(folder: folders.aircraft)
    let library =
      if let before, before.stamp == stamp { before.library } else {
        try AircraftLibrary(folder: folders.aircraft, tails: folders.tails)
      }
    known.withLock { $0 = (library, stamp, now) }
    return library
  }

  /// All tail files that count, of whichever folder, with their content by registration. Nothing is checked in them.
  /// - Throws: if one cannot be opened.
  func tailFiles() throws(LapwingError) -> [String: String] {
    var files: [String: String] = [:]
    let library = try library()
    for entry in try library.tails.entries(types: library.aircraft) {
      let name = entry.path.split(separator: "/").last.map { String($0.dropLast(".json".count)) } ?? ""
      files[name] = String(decoding: try DataFolder.read(entry.path), as: UTF8.self)
    }
    return files
  }

  /// - Throws: what is wrong with the content of a tail file, by its reader.
  func checkTail(_ registration: String, _ content: String) throws(LapwingError) {
    try TailFolders.check(content, of: registration, types: try library().aircraft)
  }

  /// Writes tail files if no box does.
  func write(_ tails: [SettingsChange.Tail]) throws(LapwingError) {
    let library = try library()
    for tail in tails {
      try library.tails.write(
        tail.content, of: tail.registration, instead: tail.was, types: library.aircraft)
    }
  }

  func scenarios() throws(LapwingError) -> ScenarioStore {
    ScenarioStore(folder: folders.scenarios, library: try library())
  }

  /// The scenarios that are offered: those that can be read and are not deleted, and what is wrong with the others. No
  /// folder is no scenario.
  func offered() throws(LapwingError) -> (scenarios: [ScenarioStore.Entry], faults: [String]) {
    let entries = (try? scenarios().entries()) ?? []
    var offered: [ScenarioStore.Entry] = [], faults: [String] = []
    for entry in entries {
      switch entry.loading {
      case .success(let loading): if loading.deletedAt == nil { offered.append(entry) }
      case .failure(let error): faults.append(error.message)
      }
    }
    return (offered, faults)
  }

  /// The content of a scenario file of the folder.
  func bytes(of name: String) throws(LapwingError) -> [UInt8] {
    guard Self.isFileName(name) else {
      throw LapwingError(.usage, code: "bad-name", "“\(name)” is not the name of a scenario of this box")
    }
    return try AircraftLibrary.bytes(ofScenario: try scenarios().path(of: name))
  }

  /// Whether a visitor may name a file like that: nothing of it leads out of the folder.
  static func isFileName(_ name: String) -> Bool {
    !name.isEmpty && name.count <= 60 && !name.hasPrefix(".")
      && name.allSatisfy { $0.isLetter || $0.isNumber || "-_. ".contains($0) }
  }
}
