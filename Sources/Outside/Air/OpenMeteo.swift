import AirQuality
import FoundationEssentials
import Settings
import Web

/// Open-Meteo: particles in the sky over the place and over the stations around (CAMS, a model with satellite data), humidity and
/// wind.
struct OpenMeteo: AirReader {
  let service: AirService
  /// Of the weather, which another server has.
  let weather: WebAddress

  static let weatherService = "https://api.open-meteo.com"
  private static let most = 8

  private struct Current: Decodable, Sendable {
    struct Values: Decodable, Sendable {
      let time: String
      let depth: Double?
      let humidity: Double?
      let wind: Double?
      let from: Double?

      private enum CodingKeys: String, CodingKey {
        case time
        case depth = "aerosol_optical_depth"
        case humidity = "relative_humidity_2m"
        case wind = "wind_speed_10m"
        case from = "wind_direction_10m"
      }
    }

    let current: Values
  }

  /// An answer about several places is a list.
  private struct Answers: Decodable, Sendable {
    let all: [Current]

    init(from decoder: any Decoder) throws {
      all = try (try? [Current](from: decoder)) ?? [Current(from: decoder)]
    }
  }

  func ask(_ record: AirRecord, around place: Place, at now: Int64) async throws -> AirAnswer {
    let stations = Self.stations(record, at: now)
    let latitudes = [place.latitude] + stations.map(\.latitude),
      longitudes = [place.longitude] + stations.map(\.longitude)
    let query =
      "latitude=\(latitudes.map(SentPlace.text).joined(separator: ","))&longitude=\(longitudes.map(SentPlace.text).joined(separator: ","))"
    let skies = try await service.fetch.value(
      service.address("/v1/air-quality?\(query)&current=aerosol_optical_depth&timezone=GMT"), as: Answers.self
    ).all.map(\.current)
    guard let first = skies.first, let at = AirTime.utc(first.time), abs(at - now) <= 6 * 3600 else {
      throw DeliveryFault.temporary("\(service.base.host): its answer is of another time")
    }
    var sky = AirRecord.Sky(at: min(at, now), depth: Self.checked(first.depth, 0...20))
    // Without the weather there is still the sky.
    let here = "latitude=\(SentPlace.text(place.latitude))&longitude=\(SentPlace.text(place.longitude))"
    let weather = try? await service.fetch.value(
      self.weather.appending(
        "/v1/forecast?\(here)&current=relative_humidity_2m,wind_speed_10m,wind_direction_10m&wind_speed_unit=ms&timezone=GMT"
      ),
      as: Current.self)
    sky.humidity = Self.checked(weather?.current.humidity, 0...100)
    sky.wind = Self.checked(weather?.current.wind, 0...120)
    sky.from = Self.checked(weather?.current.from, 0...360)
    let pairs = zip(stations, skies.dropFirst()).compactMap { station, sky -> AirRecord.Pair? in
      Self.checked(sky.depth, 0...20).map {
        AirRecord.Pair(latitude: station.latitude, longitude: station.longitude, at: at, pm25: station.pm25, depth: $0)
      }
    }
    // Who knows only one of the two knows no sky.
    return .sky(sky, skies.count == stations.count + 1 ? pairs : [])
  }

  /// Those over which the sky is asked. The places of a file stay on the box, and what may not be kept makes no pair.
  static func stations(_ record: AirRecord, at now: Int64) -> [AirRecord.Station] {
    // A pair needs both of one hour.
    let near = AirPicture(record, at: now).near.filter {
      $0.age <= 1 && $0.station.error < 0.2 && $0.fault == nil && $0.station.source != .file
        && $0.station.source.terms.mayBeArchived
    }
    return near.prefix(most).map(\.station)
  }

  private static func checked(_ value: Double?, _ range: ClosedRange<Double>) -> Double? {
    value.flatMap { range.contains($0) ? $0 : nil }
  }
}
