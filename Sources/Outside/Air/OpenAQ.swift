import AirQuality
import Web

/// OpenAQ v3: once a day the places around, with the licence of each, and the latest values of the nearest.
struct OpenAQ: AirReader {
  let service: AirService

  private var known: [Location] = []
  private var knownUntil: Int64 = 0
  private var knownFor: Place?

  /// As many as an estimate uses, and some that may be silent. The service answers 60 requests a minute.
  private static let most = 12
  private static let day: Int64 = 86_400
  /// In µg/m³: the number of PM2.5.
  private static let parameter = 2
  /// In z: an instrument that is none of an authority.
  private static let errorOfSensor = 0.3

  init(service: AirService) { self.service = service }

  private struct Location: Decodable, Sendable {
    struct Coordinates: Decodable, Sendable {
      let latitude: Double?
      let longitude: Double?
    }

    struct Named: Decodable, Sendable { let name: String? }

    struct Licence: Decodable, Sendable {
      struct Attribution: Decodable, Sendable { let name: String? }

      let name: String?
      let attribution: Attribution?
    }

    struct Sensor: Decodable, Sendable {
      struct Parameter: Decodable, Sendable {
        let id: Int
        let units: String?
      }

      let id: Int
      let parameter: Parameter
    }

    let id: Int
    let name: String?
    let coordinates: Coordinates?
    let isMobile: Bool?
    let isMonitor: Bool?
    let provider: Named?
    let licenses: [Licence]?
    let sensors: [Sensor]?

    var sensor: Sensor? { sensors?.first { $0.parameter.id == OpenAQ.parameter } }

    var place: Place? {
      coordinates.flatMap { $0.latitude }.flatMap { latitude in
        coordinates?.longitude.flatMap { Place(latitude: latitude, longitude: $0) }
      }
    }
  }

  private struct Latest: Decodable, Sendable {
    struct Time: Decodable, Sendable { let utc: String? }

    let datetime: Time?
    let value: Double?
    let coordinates: Location.Coordinates?
    let sensorsId: Int?
  }

  private var headers: [(name: String, value: String)] { [("X-API-Key", service.key)] }

  mutating func ask(_ record: AirRecord, around place: Place, at now: Int64) async throws -> AirAnswer {
    if knownFor != place || !(now..<now + 2 * Self.day).contains(knownUntil) {
      known = try await locations(around: place)
      (knownUntil, knownFor) = (now + Self.day, place)
    }
    var claims = AirClaims(.openAQ, around: place, at: now), fault: (any Error)?, answers = 0
    for location in known {
      do {
        claims = try await service.fetch.read(
          service.address("/v3/locations/\(location.id)/latest?limit=100"), headers: headers,
          by: ListBody(claims) { (claims: inout AirClaims, latest: Latest) in
            if latest.sensorsId == location.sensor?.id { claims.receive(Self.claim(location, latest)) }
          }
        ).result
        answers += 1
      } catch {
        fault = error
        // One that refuses now refuses the rest too.
        break
      }
    }
    if answers == 0, let fault { throw fault }
    return .stations(claims)
  }

  private static func claim(_ location: Location, _ latest: Latest) -> AirClaim {
    var claim = AirClaim()
    claim.id = "openaq/\(location.id)"
    claim.name = location.name
    claim.latitude = latest.coordinates?.latitude ?? location.coordinates?.latitude
    claim.longitude = latest.coordinates?.longitude ?? location.coordinates?.longitude
    (claim.pm25, claim.unit) = (latest.value, location.sensor?.parameter.units)
    claim.at = latest.datetime?.utc.flatMap(AirTime.utc)
    claim.error = location.isMonitor == true ? nil : errorOfSensor
    let licence = location.licenses?.first
    claim.credit = licence?.attribution?.name ?? location.provider?.name
    claim.licence = licence?.name
    return claim
  }

  /// The nearest: of 25 km, which is the longest radius of the service, and of 220 km if these are few.
  private func locations(around place: Place) async throws -> [Location] {
    let near = try await locations("coordinates=\(SentPlace.text(place))&radius=25000", around: place)
    guard near.count < Self.most else { return near }
    let box = SentPlace.bounds(place, degrees: 2).map(SentPlace.text)
    return try await locations("bbox=\(box[1]),\(box[0]),\(box[3]),\(box[2])", around: place)
  }

  private func locations(_ query: String, around place: Place) async throws -> [Location] {
    try await service.fetch.read(
      service.address("/v3/locations?\(query)&parameters_id=\(Self.parameter)&limit=1000"), headers: headers,
      by: ListBody(Nearest<Location>(Self.most)) { (nearest: inout Nearest<Location>, location: Location) in
        guard location.isMobile != true, location.sensor != nil, let there = location.place else { return }
        nearest.receive(location, number: location.id, at: there.distance(to: place))
      }
    ).result.all
  }
}
