import AirQuality
import Foundation

/// A question of Tests/air-oracle/worlds.py: a line of JSON, `{"ask": FUNCTION, "with": {ARGUMENTS BY NAME}}`. Missing is null;
/// what is not finite is "nan", "inf" or "-inf".
struct Question: Decodable {
  let ask: String
  let with: Arguments

  struct Arguments: Decodable {
    let table: String?
    let c, value, depth, age, humidity: Double?
    let p, q, at: Spot?
    let period: String?
    let month: Int?
    let hours: [Double?]?
    let tiers: [[Double]]?
    let observations: [Measured]?
    let optical: Optical?
    let pairs: [Pair]?
    let camera: Camera?
    let calibration: Own?
    let times: [[Measured]]?
    let stations: [Station]?
  }

  struct Spot: Decodable {
    let place: Place

    init(from decoder: any Decoder) throws {
      let numbers = try decoder.singleValueContainer().decode([Double].self)
      guard numbers.count == 2, let place = Place(latitude: numbers[0], longitude: numbers[1]) else {
        throw Wrong.noPlace(numbers)
      }
      self.place = place
    }
  }

  struct Measured: Decodable {
    let at: Spot
    let c: Double?
    let age, error: Double

    var observation: Observation {
      Observation(station: "", place: at.place, concentration: c ?? .nan, age: age, ownError: error)
    }
  }

  struct Optical: Decodable {
    let depth, age: Double?
  }

  struct Pair: Decodable {
    let at: Spot
    let month: Int
    let c, depth: Double?

    var pair: SatelliteRatio.Pair {
      SatelliteRatio.Pair(place: at.place, month: month, concentration: c ?? .nan, depth: depth ?? .nan)
    }
  }

  struct Camera: Decodable {
    let z, variance, age: Double
  }

  struct Own: Decodable {
    let factor: Double
    let lower, upper: [Double]
  }

  struct Station: Decodable {
    let at: Spot
    let listed: [Spot]
    let hours: [Double?]

    var series: StationSeries {
      StationSeries(place: at.place, earlierPlaces: listed.map(\.place), hours: hours)
    }
  }

  enum Wrong: Error {
    case unknown(String)
    case noPlace([Double])
    case missing(String)
  }
}

/// An answer, as JSON.
enum Answer: CustomStringConvertible {
  case number(Double?)
  case text(String)
  case list([Answer])
  case object([String: Answer])

  static let none = number(nil)

  var description: String {
    switch self {
    case .number(let number?): number.isFinite ? "\(number)" : "\"\(number)\""
    case .number(nil): "null"
    case .text(let text): "\"\(text)\""
    case .list(let list): "[\(list.map(\.description).joined(separator: ","))]"
    case .object(let fields):
      "{\(fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    }
  }
}
