import AircraftFiles
import ArgumentParser
import Characters
import Readings
import System
import WeightBalance

/// The options that select an aircraft and a loading: a scenario file, options, or both.
struct LoadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The id of the aircraft, or a file.", discussion: "Default: the aircraft that the scenario names."),
    completion: .file(extensions: ["json"]))
  var aircraft: String?

  @Option(help: ArgumentHelp("The registration of an aeroplane with a tail file.", valueName: "registration"))
  var tail: String?

  @Option(help: "The scenario file; - is standard input.", completion: .file(extensions: ["json"]))
  var scenario: String?

  @OptionGroup var changes: LoadingChanges

  @Option(help: "The day of the sheet, as 2026-11-22. Default: the scenario's, or today (UTC).")
  var date: String?

  @Flag(help: "Show kilograms, millimetres and litres. Plain numbers in options then have these units too.")
  var metric = false

  @OptionGroup var library: LibraryOptions

  func validate() throws {
    guard scenario != nil || aircraft != nil || tail != nil else {
      throw ValidationError("name a scenario file with --scenario, or an aircraft with --aircraft or --tail")
    }
    if let date, !CalendarDate.isDay(date) {
      throw ValidationError("--date is \(HiddenCharacter.visible(date)); write a day as 2026-11-22")
    }
    if let weighed = changes.weighed {
      guard CalendarDate.isDay(weighed) else {
        throw ValidationError("--weighed is \(HiddenCharacter.visible(weighed)); write a day as 2026-11-22")
      }
      guard changes.empty != nil else {
        throw ValidationError("--weighed is the day of the weighing that --empty is of; give that too")
      }
    }
  }

  private var units: SheetUnits { metric ? .metric : .american }

  /// Reads aircraft and scenario, applies the other options and computes the load sheet.
  func sheet() throws(LapwingError) -> LoadSheet {
    let library = try library.library()
    var named: Aircraft?
    if let aircraft { named = try library.aircraft(aircraft) }
    var loading = try loading(library, named)
    let type = try library.aeroplane(of: loading, besides: named)
    try changes.apply(to: &loading, of: type, library, units)
    try library.setDay(date ?? loading.date ?? UTCTime.today, of: &loading, besides: named)
    do {
      return try LoadSheet(aircraft: type, scenario: loading, units: units)
    } catch {
      throw LapwingError(.badData, code: "bad-loading", "\(scenario ?? "options"): \(error.key): \(error.message)")
    }
  }

  /// The loading of the file, or an empty one, with the aeroplane of `--tail`.
  private func loading(_ library: AircraftLibrary, _ named: Aircraft?) throws(LapwingError) -> Loading {
    var chosen: Tail?
    if let tail { chosen = try Self.tail(tail, in: library, named) }
    guard let scenario else {
      var loading = Loading(
        id: "options", aircraft: named?.id ?? chosen?.aircraft ?? "", name: "From the command line", hasTripFuel: false)
      if let chosen { try apply(chosen, to: &loading) }
      return loading
    }
    var loading = try library.scenario(path: scenario, besides: named)
    if let named, named.id != loading.aircraft {
      throw LapwingError(
        .badData, code: "other-aircraft",
        "\(scenario): aircraftId: the scenario is for \(loading.aircraft), not for \(named.id); name that aircraft")
    }
    if let deleted = loading.deletedAt {
      throw LapwingError(
        .badData, code: "deleted-scenario",
        "\(scenario): deletedAt: the scenario was deleted at \(deleted); "
          + (scenario == AircraftLibrary.standardInput
            ? "write null to restore it" : "“lapwing scenarios restore \(scenario)” restores it"))
    }
    if let chosen { try apply(chosen, to: &loading) }
    return loading
  }

  private static func tail(
    _ registration: String, in library: AircraftLibrary, _ named: Aircraft?
  ) throws(LapwingError) -> Tail {
    guard let tail = try library.tail(registration, besides: named) else {
      throw LapwingError(
        .noInput, code: "no-tail",
        "there is no tail file \(HiddenCharacter.visible(registration)).json; “lapwing balance list” shows those that exist"
      )
    }
    return tail
  }

  private func apply(_ tail: Tail, to loading: inout Loading) throws(LapwingError) {
    guard tail.aircraft == loading.aircraft else {
      throw LapwingError(
        .badData, code: "other-aircraft",
        "\(tail.registration) is a \(tail.aircraft), not a \(loading.aircraft); name that aircraft")
    }
    var passedOver: [Loading.PassedOver] = []
    if let other = loading.tail, other != tail.registration { passedOver.append(.tail(other)) }
    if let own = loading.empty, loading.emptyOrigin == nil { passedOver.append(.empty(own, from: "the scenario")) }
    loading.passedOver = passedOver
    loading.tail = tail.registration
    loading.registration = tail.registration
    loading.empty = tail.empty
    loading.emptyOrigin = tail.origin
    loading.weighedOn = tail.newestWeighing?.date
  }
}
