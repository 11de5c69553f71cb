import AirQuality
import Readings
import Settings
import System
import Web

/// What a source has answered.
enum AirAnswer: Sendable {
  case stations(AirClaims)
  case sky(AirRecord.Sky, [AirRecord.Pair])
}

/// Asks one source.
protocol AirReader: Sendable {
  /// - Parameters:
  ///   - record: what is known so far. Its place is rounded.
  ///   - now: s since 1970.
  /// - Throws: a `DeliveryFault`, or a `LapwingError` of what lies on the box.
  mutating func ask(_ record: AirRecord, around place: Place, at now: Int64) async throws -> AirAnswer
}

extension AirSourceID {
  /// The service, unless the configuration names another one.
  var service: String {
    switch self {
    case .own, .file: ""
    case .openAQ: "https://api.openaq.org"
    case .sensorCommunity: "https://data.sensor.community"
    case .airNow: "https://s3-us-west-1.amazonaws.com/files.airnowtech.org"
    case .airKorea: "https://apis.data.go.kr/B552584"
    case .waqi: "https://api.waqi.info"
    case .openMeteo: "https://air-quality-api.open-meteo.com"
    }
  }
}

/// Where a source is asked, and with which key.
struct AirService: Sendable {
  let fetch: AirFetch
  let base: WebAddress
  let key: String

  func address(_ path: String) -> WebAddress { base.appending(path) }
}

/// Degrees as a request has them: never finer than 0.01°.
enum SentPlace {
  static func text(_ degrees: Double) -> String {
    let hundredths = Int((degrees * 100).rounded())
    return "\(hundredths < 0 ? "-" : "")\(hundredths.magnitude / 100).\(Int(hundredths.magnitude % 100).digits(2))"
  }

  static func text(_ place: Place) -> String { "\(text(place.latitude)),\(text(place.longitude))" }

  /// A box of degrees around a place, as far as the map goes: south, west, north, east. A degree of latitude is 111 km.
  static func bounds(_ place: Place, degrees: Double) -> [Double] {
    let wide = min(degrees / max(0.1, cosine(place.latitude)), 170)
    return [
      max(-90, place.latitude - degrees), max(-180, place.longitude - wide), min(90, place.latitude + degrees),
      min(180, place.longitude + wide),
    ]
  }

  /// The length of a degree of longitude in one of latitude.
  private static func cosine(_ latitude: Double) -> Double {
    guard let one = Place(latitude: latitude, longitude: 0), let other = Place(latitude: latitude, longitude: 1) else {
      return 1
    }
    return one.distance(to: other) / 111.2
  }
}

/// The nearest of many, of which the others are not kept.
struct Nearest<Value: Sendable>: Sendable {
  private let most: Int
  private var sorted: [(distance: Double, number: Int, value: Value)] = []

  init(_ most: Int) { self.most = most }

  var all: [Value] { sorted.map(\.value) }

  /// - Parameter number: decides between two of one distance.
  mutating func receive(_ value: Value, number: Int, at distance: Double) {
    let place = sorted.firstIndex { ($0.distance, $0.number) > (distance, number) } ?? sorted.count
    guard place < most else { return }
    sorted.insert((distance, number, value), at: place)
    if sorted.count > most { sorted.removeLast() }
  }
}

/// Times as sources write them.
enum AirTime {
  /// `2026-12-01T08:00:00Z` and the like; `2026-12-01 08:00:00` and `2026-12-01T08:00` are UTC.
  static func utc(_ text: String) -> Int64? {
    var iso = text.replacing(" ", with: "T")
    if iso.utf8.count == 16 { iso += ":00" }
    if iso.utf8.count == 19 { iso += "Z" }
    return UnixTime(iso: iso)?.seconds
  }

  /// `2026-12-01 17:00` in Korea; the day ends with 24:00.
  static func korea(_ text: String) -> Int64? {
    let isMidnight = text.hasSuffix(" 24:00")
    let shown = isMidnight ? text.dropLast(5) + "00:00" : text[...]
    return utc(String(shown)).map { $0 - 9 * 3600 + (isMidnight ? 86_400 : 0) }
  }
}
