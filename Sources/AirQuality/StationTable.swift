/// A CSV of observations. Its first line names the columns: `station,latitude,longitude,pm25`, and perhaps `time`, `age_h`,
/// `error`, `source`, `licence`, `aod`, `part`. Concentrations are in µg/m³.
package struct StationTable: Sendable {
  package struct Row: Sendable {
    package let time: String
    package let observation: Observation
    package let depth: Double?
    /// Whether it may serve to calibrate; the others are what a calibration is checked with.
    package let calibrates: Bool

    package init(time: String, observation: Observation, depth: Double?, calibrates: Bool) {
      self.time = time
      self.observation = observation
      self.depth = depth
      self.calibrates = calibrates
    }
  }

  /// What is wrong with a line, for people.
  package struct Fault: Error, Equatable {
    package let message: String

    package init(message: String) { self.message = message }
  }

  /// Of a station, in z.
  static let errors = 0.0...3.0

  /// More is no air: a code for a failure, or another unit.
  package static let highest = 10_000.0

  package let hasParts: Bool
  package private(set) var sources: [AirSource] = []
  private let columns: [String: Int]
  private var placeOfSource: [AirSource: Int] = [:]

  package init(header: String) throws(Fault) {
    let names = Self.fields(header)
    columns = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    hasParts = columns["part"] != nil
    for name in ["station", "latitude", "longitude", "pm25"] where columns[name] == nil {
      throw Fault(message: "there is no column \(name); the first line must name station, latitude, longitude and pm25")
    }
  }

  package mutating func row(_ line: String) throws(Fault) -> Row {
    let fields = Self.fields(line)
    func text(_ name: String) -> String? {
      guard let at = columns[name], at < fields.count, !fields[at].isEmpty else { return nil }
      return fields[at]
    }
    func number(_ name: String, _ allowed: ClosedRange<Double>) throws(Fault) -> Double? {
      guard let text = text(name) else { return nil }
      guard let number = Double(text), allowed.contains(number) else {
        throw Fault(message: "\(name) is “\(text)”; allowed is \(allowed.lowerBound) to \(allowed.upperBound)")
      }
      return number
    }
    func required<Value>(_ name: String, _ value: Value?) throws(Fault) -> Value {
      guard let value else { throw Fault(message: "\(name) is missing; add it") }
      return value
    }
    let latitude = try required("latitude", try number("latitude", -90...90))
    let longitude = try required("longitude", try number("longitude", -180...180))
    guard latitude != 0 || longitude != 0, let place = Place(latitude: latitude, longitude: longitude) else {
      throw Fault(message: "the place is 0,0, which stands for a missing one; give the true place")
    }
    let observation = Observation(
      station: try required("station", text("station")), place: place,
      concentration: try required("pm25", try number("pm25", -Self.highest...Self.highest)),
      // A month and a day more: older values say nothing of today.
      age: try number("age_h", 0...768) ?? 0, ownError: try number("error", Self.errors) ?? 0,
      source: source(name: text("source") ?? "unknown", licence: text("licence") ?? "unknown"))
    return Row(
      time: text("time") ?? "", observation: observation, depth: try number("aod", -1...20),
      calibrates: text("part") == "calibrate")
  }

  private mutating func source(name: String, licence: String) -> Int {
    let source = AirSource(name: name, licence: licence)
    if let place = placeOfSource[source] { return place }
    sources.append(source)
    placeOfSource[source] = sources.count - 1
    return sources.count - 1
  }

  /// The fields of a line. A field in quotes may hold a comma, and two quotes in it are one.
  package static func fields(_ line: String) -> [String] {
    guard line.contains("\"") else {
      return line.split(separator: ",", omittingEmptySubsequences: false).map { Self.trimmed($0) }
    }
    var fields: [String] = [], field = "", isQuoted = false, last: Character = ","
    for character in line {
      if character == "\"" {
        if !isQuoted, last == "\"" { field.append(character) }
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        fields.append(trimmed(field[...]))
        field = ""
      } else {
        field.append(character)
      }
      last = character
    }
    return fields + [trimmed(field[...])]
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank = { (character: Character) in character.isWhitespace || character == "\u{FEFF}" }
    guard text.first.map(isBlank) == true || text.last.map(isBlank) == true else { return String(text) }
    return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
