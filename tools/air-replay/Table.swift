import AirQuality

/// A CSV of observations with a header: `time,station,latitude,longitude,pm25` and perhaps `aod`, `part`.
struct Table {
  struct Row {
    let time: String
    let station: String
    let place: Place
    let concentration: Double
    let depth: Double?
    /// Whether it may serve to calibrate; the others are what the calibration is checked with.
    let calibrates: Bool
  }

  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private let columns: [String: Int]
  let hasParts: Bool

  init(header: String) throws {
    let names = header.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    columns = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    hasParts = columns["part"] != nil
    for name in ["time", "station", "latitude", "longitude", "pm25"] where columns[name] == nil {
      throw Fault(description: "the first line has no column \(name)")
    }
  }

  func row(_ line: String) throws -> Row {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    func text(_ name: String) throws -> String {
      guard let at = columns[name], at < fields.count else { throw Fault(description: "it has no \(name)") }
      return String(fields[at])
    }
    func number(_ name: String) throws -> Double {
      guard let number = Double(try text(name)), number.isFinite else {
        throw Fault(description: "its \(name) is no number")
      }
      return number
    }
    guard let place = Place(latitude: try number("latitude"), longitude: try number("longitude")) else {
      throw Fault(description: "there is no such place")
    }
    let depth = columns["aod"] == nil ? nil : try text("aod").isEmpty ? nil : number("aod")
    return Row(
      time: try text("time"), station: try text("station"), place: place, concentration: try number("pm25"),
      depth: depth, calibrates: hasParts ? try text("part") == "calibrate" : false)
  }
}
