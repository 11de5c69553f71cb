import AircraftFiles
import ArgumentParser
import Documents
import Readings
import Status
import System
import WeightBalance

struct BalanceList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: """
      Lists the aircraft and how many of their numbers were checked, the aeroplanes with a tail file, and the stored \
      people and bags.
      """)

  @OptionGroup var options: LibraryOptions

  @Flag(help: "Write one JSON object per line.")
  var json = false

  func run() throws {
    let library = try options.library()
    for entry in library.entries {
      for line in json ? [Self.json(entry).text] : Self.lines(entry) { try Output.standard.line(line) }
    }
    var fault: LapwingError?
    for entry in try library.tails.entries(types: library.aircraft) {
      switch entry.tail {
      case .success(let tail):
        let lines = json ? [Self.json(tail, entry.path, library).text] : Self.lines(tail, entry.path, library)
        for line in lines { try Output.standard.line(line) }
      case .failure(let error):
        // The last error is thrown, so that it is reported like any other error.
        if let fault { try Output.error.line("lapwing: \(fault.message)") }
        fault = error
      }
    }
    if let fault { throw fault }
    for entry in try library.namedLoads().entries {
      for line in json ? [Self.json(entry).text] : Self.lines(entry) { try Output.standard.line(line) }
    }
  }

  private static func json(_ entry: NamedLoads.Entry) -> JSONObject {
    [
      entry.isPerson ? "person" : "bag": entry.name,
      "weight": JSONDecimal(entry.weight.text(in: .pounds, places: 6)),
    ]
  }

  private static func lines(_ entry: NamedLoads.Entry) -> [String] {
    let pounds = entry.weight.text(in: .pounds, places: 1), kilograms = entry.weight.text(in: .kilograms, places: 1)
    return ShownText.parts([entry.name, "\(entry.isPerson ? "person" : "bag"), \(pounds) lb (\(kilograms) kg)"])
  }

  private static func numbers(_ aircraft: Aircraft) -> [(badge: Badge, count: Int)] {
    let badges = aircraft.attributions.map(\.badge)
    return Badge.allCases.map { badge in (badge, badges.count { $0 == badge }) }
  }

  private static func json(_ entry: AircraftLibrary.Entry) -> JSONObject {
    let aircraft = entry.aircraft
    return [
      "id": aircraft.id, "name": aircraft.name, "model": aircraft.model, "tcdsNumber": aircraft.tcdsNumber,
      "origin": entry.origin, "numbers": JSONObject(numbers(aircraft).map { ($0.badge.rawValue, $0.count) }),
      "usefulLoad": JSONDecimal(aircraft.usefulLoad.text(in: .pounds, places: 6)),
    ]
  }

  private static func lines(_ entry: AircraftLibrary.Entry) -> [String] {
    let aircraft = entry.aircraft
    let numbers = numbers(aircraft).map { "\($0.count) \($0.badge.rawValue)" }.joined(separator: ", ")
    return ShownText.parts([
      aircraft.id,
      "\(aircraft.name), TCDS \(aircraft.tcdsNumber), useful load "
        + "\(aircraft.usefulLoad.text(in: .pounds, places: 1)) lb\(aircraft.weighedOn == nil ? " (typical)" : "")",
      "[\(numbers)]", entry.origin,
    ])
  }

  private static func usefulLoad(_ tail: Tail, _ library: AircraftLibrary) -> Weight? {
    guard let type = library.aircraft.first(where: { $0.id == tail.aircraft }), let empty = tail.empty else {
      return nil
    }
    return type.limits.takeoff.value - empty.weight
  }

  private static func json(_ tail: Tail, _ path: String, _ library: AircraftLibrary) -> JSONObject {
    let useful = usefulLoad(tail, library)?.text(in: .pounds, places: 6)
    return [
      "tail": tail.registration, "aircraftId": tail.aircraft, "origin": path,
      "weighedOn": tail.newestWeighing?.date,
      "emptyWeight": JSONDecimal(tail.empty?.weight.text(in: .pounds, places: 6)),
      "emptyArm": JSONDecimal(tail.empty?.arm.text(in: .inches, places: 6)), "usefulLoad": JSONDecimal(useful),
    ]
  }

  private static func lines(_ tail: Tail, _ path: String, _ library: AircraftLibrary) -> [String] {
    let empty = tail.empty.map { record in
      "\(record.weight.text(in: .pounds, places: 1)) lb at \(record.arm.text(in: .inches, places: 2)) in"
    }
    let useful = usefulLoad(tail, library).map { "useful load \($0.text(in: .pounds, places: 1)) lb" }
    return ShownText.parts([
      tail.registration,
      "\(tail.aircraft), empty \(empty ?? "unknown"), weighed \(tail.newestWeighing?.date ?? "never")", useful ?? "",
      path,
    ])
  }
}

struct BalanceSources: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources", abstract: "Shows every number of an aircraft with its source, badge and disagreements.",
    discussion: """
      A number is checked if the file contains the passage of the document, letter by letter, with its hash, if the \
      passage contains the number, and if a person is named as verifier. The author's confidence is only a claim. \
      Unknown means that the true value was not found and a conservative one is used.
      """)

  @Argument(help: "The id of an aircraft, or a file.", completion: .file(extensions: ["json"]))
  var aircraft: String?

  @Flag(help: "Show the regulations and documents that weight and balance refers to.")
  var references = false

  @OptionGroup var options: LibraryOptions

  @Flag(help: "Write one JSON object per number.")
  var json = false

  func validate() throws {
    guard (aircraft == nil) == references else {
      throw ValidationError("name either an aircraft or --references")
    }
  }

  func run() throws {
    guard let id = aircraft else {
      for reference in Reference.all {
        if json { try Output.standard.line(reference.json.text) } else { try Output.standard.write(reference.text) }
      }
      return
    }
    let aircraft = try options.library().aircraft(id)
    var output = BufferedOutput(.standard)
    if !json {
      let title = "\(aircraft.name), TCDS \(aircraft.tcdsNumber), \(aircraft.certificationBasis)"
      let notes = aircraft.notes.flatMap { ShownText.wrapped($0, indent: "  ", hanging: "    ") }
      for line in ShownText.wrapped(title, hanging: "  ") + notes { try output.line(line) }
    }
    for attribution in aircraft.attributions {
      if json {
        try output.line(SourceText.json(attribution).text)
      } else {
        for line in SourceText.lines(attribution) { try output.line(line) }
      }
    }
    try output.flush()
  }
}

struct BalanceCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks aircraft and scenario files; exits 0 if all can be used, 65 if one is wrong, 66 if missing."
  )

  @Argument(help: "The files to check.", completion: .file(extensions: ["json"]))
  var files: [String]

  @OptionGroup var options: LibraryOptions

  func run() throws {
    let library = try options.library()
    var worst: LapwingError?
    var output = BufferedOutput(.standard)
    for file in files {
      do throws(LapwingError) {
        let found = try library.check(path: file)
        try output.line("\(file): good, \(found)")
      } catch {
        // The last error is thrown, so that it is reported like any other error.
        if let worst { try Output.error.line("lapwing: \(worst.message)") }
        worst = error
      }
    }
    try output.flush()
    if let worst { throw worst }
  }
}
