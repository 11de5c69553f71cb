import Characters
import Glibc
import Readings
import ShippedAircraft
import WeightBalance

/// The aircraft that scenarios can name: those in the binary and those of a folder. An aircraft of the folder replaces
/// one of the same id in the binary.
package struct AircraftLibrary: Sendable {
  package struct Entry: Sendable {
    package let aircraft: Aircraft
    package let origin: String
  }

  /// The folder that is read if no folder is named and this one exists.
  package static let standardFolder = "/etc/lapwing/aircraft"
  package static let builtIn = "built in"

  package let entries: [Entry]
  /// The aeroplanes with a tail file of their own.
  package let tails: TailFolders
  /// The files that can hold the stored people and bags; the first that exists counts. Only the box writes the first one.
  package static let standardLoads = ["/var/lib/lapwing/settings/loads.json", "/etc/lapwing/loads.json"]
  /// The named file of people and bags; `nil` for that of the box.
  private let loads: String?

  /// Reads the aircraft.
  /// - Parameters:
  ///   - folder: a folder with files `*.json`; `nil` for ``standardFolder`` if that exists.
  ///   - tails: a folder of tail files; `nil` for those of the box.
  ///   - loads: a file of people and bags; `nil` for that of the box.
  /// - Throws: `noInput` if a named folder does not exist, `badData` if a file is wrong. A wrong file is never skipped,
  ///   because another aircraft of the same name would then replace it unnoticed.
  package init(folder: String? = nil, tails: String? = nil, loads: String? = nil) throws(LapwingError) {
    self.tails = try TailFolders(folder: tails)
    self.loads = loads
    var entries: [String: Entry] = [:]
    for file in ShippedAircraft.files {
      let aircraft = try Self.aircraft(file.bytes, path: file.name)
      entries[aircraft.id] = Entry(aircraft: aircraft, origin: Self.builtIn)
    }
    let paths =
      if let folder { try DataFolder.jsonFiles(in: folder) } else {
        try DataFolder.jsonFilesIfThere(in: Self.standardFolder)
      }
    var own: [String: Entry] = [:]
    for path in paths {
      let aircraft = try Self.aircraft(try DataFolder.read(path), path: path)
      if let other = own[aircraft.id] {
        throw LapwingError(
          .badData, code: "two-aircraft", "\(path): \(other.origin) has the id \(aircraft.id) too; keep one")
      }
      own[aircraft.id] = Entry(aircraft: aircraft, origin: path)
    }
    self.entries = entries.merging(own) { $1 }.values.sorted { $0.aircraft.id < $1.aircraft.id }
  }

  /// A commented aircraft file to fill in from a handbook.
  package static var toFillIn: String { String(decoding: ShippedAircraft.toFillIn, as: UTF8.self) }

  package var aircraft: [Aircraft] { entries.map(\.aircraft) }

  /// Finds an aircraft by id, or reads the file that the text names.
  package func aircraft(_ idOrFile: String) throws(LapwingError) -> Aircraft {
    if let entry = entries.first(where: { $0.aircraft.id == idOrFile }) { return entry.aircraft }
    guard idOrFile.contains("/") || idOrFile.hasSuffix(".json") else {
      throw LapwingError(
        .noInput, code: "no-aircraft",
        "there is no aircraft \(idOrFile); there are \(aircraft.map(\.id).joined(separator: ", ")), or name a file")
    }
    return try Self.aircraft(try DataFolder.read(idOrFile), path: idOrFile)
  }

  /// The path that names standard input instead of a file.
  package static let standardInput = "-"

  /// Reads a scenario, which must fit one of the aircraft.
  /// - Parameter path: the file, or ``standardInput``.
  package func scenario(path: String, besides type: Aircraft? = nil) throws(LapwingError) -> Loading {
    try scenario(
      try Self.bytes(ofScenario: path), file: path == Self.standardInput ? "standard input" : path, besides: type)
  }

  package static func bytes(ofScenario path: String) throws(LapwingError) -> [UInt8] {
    path == standardInput ? try DataFolder.readStandardInput() : try DataFolder.read(path)
  }

  package func scenario(_ bytes: [UInt8], file: String, besides type: Aircraft? = nil) throws(LapwingError) -> Loading {
    let types = types(besides: type)
    do {
      return try Loading(
        bytes: bytes, file: file, types: types,
        tails: { (registration) throws(DataFileError) in try tails.tail(registration, types: types) },
        named: storedLoads)
    } catch {
      throw LapwingError(error)
    }
  }

  /// The stored people and bags, as they are now. A file that is wrong only matters if a name is used.
  package func namedLoads() throws(LapwingError) -> NamedLoads {
    do { return try storedLoads() } catch { throw LapwingError(error) }
  }

  private func storedLoads() throws(DataFileError) -> NamedLoads {
    guard let path = loads ?? Self.standardLoads.first(where: { access($0, F_OK) == 0 }) else { return .none }
    let bytes: [UInt8]
    do throws(LapwingError) { bytes = try DataFolder.read(path) } catch {
      throw DataFileError(file: path, line: 1, "cannot be read: \(error.message)")
    }
    return try NamedLoads(bytes: bytes, file: path)
  }

  /// The aircraft of a loading: its type, with the stations and tanks of its tail.
  package func aeroplane(of loading: Loading, besides type: Aircraft? = nil) throws(LapwingError) -> Aircraft {
    let types = types(besides: type)
    guard let type = types.first(where: { $0.id == loading.aircraft }) else {
      throw LapwingError(.badData, code: "no-aircraft", "there is no aircraft \(loading.aircraft)")
    }
    guard let registration = loading.tail, let tail = try tail(registration, besides: type) else { return type }
    return tail.aeroplane(of: type)
  }

  /// The tail file of a registration; `nil` if there is none.
  package func tail(_ registration: String, besides type: Aircraft? = nil) throws(LapwingError) -> Tail? {
    do {
      return try tails.tail(registration, types: types(besides: type))
    } catch {
      throw LapwingError(error)
    }
  }

  /// Sets the day of a sheet. If the empty weight is that of a tail file, later weighings and changes of equipment do
  /// not count.
  package func setDay(_ day: String, of loading: inout Loading, besides type: Aircraft? = nil) throws(LapwingError) {
    loading.date = day
    guard let registration = loading.tail, let tail = try tail(registration, besides: type),
      loading.weighedOn != nil, loading.emptyOrigin == tail.origin
    else { return }
    let then = tail.asOf(day)
    guard let empty = then.empty, let weighing = then.newestWeighing else {
      let first = tail.weighings.map(\.date).min() ?? "unknown"
      throw LapwingError(
        .badData, code: "future-weighing",
        "\(registration): weighings: the first one is of \(first), after the day of the sheet, \(day); correct one of "
          + "the days, or give the empty weight of that day")
    }
    guard empty.weight > .zero else {
      throw LapwingError(
        .badData, code: "bad-tail",
        "\(registration): weighings and equipment up to \(day) leave an empty weight of 0 or less; check the changes")
    }
    loading.empty = empty
    loading.weighedOn = weighing.date
    loading.equipmentAsWeighed = then.equipment.filter { $0.date == weighing.date }.map(\.name)
  }

  private func types(besides type: Aircraft?) -> [Aircraft] {
    aircraft.filter { $0.id != type?.id } + (type.map { [$0] } ?? [])
  }

  /// Checks an aircraft, a tail, a scenario or a file of people and bags.
  /// - Returns: what it is.
  package func check(path: String) throws(LapwingError) -> String {
    let bytes = try DataFolder.read(path)
    do {
      let node = try JSONNode.parse(bytes: bytes, file: path)
      if Tail.isTail(node) {
        let tail = try Tail(bytes: bytes, file: path, types: aircraft)
        return "tail \(tail.registration), a \(tail.aircraft)"
      }
      if NamedLoads.isList(node) {
        return "\(try NamedLoads(bytes: bytes, file: path).entries.count) people and bags"
      }
      if Loading.isScenario(node) {
        let loading = try scenario(bytes, file: path)
        return "scenario “\(HiddenCharacter.visible(loading.name))”"
          + (loading.deletedAt.map { ", deleted at \($0)" } ?? "")
      }
    } catch let error as DataFileError {
      throw LapwingError(error)
    } catch let error as LapwingError {
      throw error
    } catch {
      throw LapwingError(.badData, code: "bad-data-file", "\(path): cannot be used")
    }
    return "aircraft “\(HiddenCharacter.visible(try Self.aircraft(bytes, path: path).name))”"
  }

  private static func aircraft(_ bytes: [UInt8], path: String) throws(LapwingError) -> Aircraft {
    do {
      return try Aircraft(bytes: bytes, file: path)
    } catch {
      throw LapwingError(error)
    }
  }
}

/// What shows whether the files of a folder have changed since they were read: their names, sizes, times and numbers.
package struct AircraftStamp: Sendable, Equatable {
  private let files: [String]

  /// - Parameter folder: of aircraft; `nil` for that of the box. One that cannot be read has no files.
  package init(folder: String?) {
    let paths = (try? DataFolder.jsonFilesIfThere(in: folder ?? AircraftLibrary.standardFolder)) ?? []
    files = paths.map { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return path }
      return "\(path) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec) \(status.st_ino)"
    }
  }
}
