import AirQuality
import Web

/// Sensor.Community: the sensors around a place, each with its values of the last 5 minutes.
struct SensorCommunity: AirReader {
  let service: AirService

  /// In km.
  private static let radius = 50

  private struct Entry: Decodable, Sendable {
    struct Sensor: Decodable, Sendable { let id: LooseName }

    struct Location: Decodable, Sendable {
      let latitude: LooseNumber
      let longitude: LooseNumber
      let indoor: Int?
    }

    struct Value: Decodable, Sendable {
      let kind: String
      let value: LooseNumber

      private enum CodingKeys: String, CodingKey {
        case kind = "value_type"
        case value
      }
    }

    let sensor: Sensor
    let location: Location
    let values: [Value]
    let timestamp: String

    private enum CodingKeys: String, CodingKey {
      case sensor, location, timestamp
      case values = "sensordatavalues"
    }

    /// `nil` for a sensor without PM2.5, which is called P2, and for one in a room.
    var claim: AirClaim? {
      guard location.indoor != 1, let value = values.first(where: { $0.kind == "P2" }) else { return nil }
      var claim = AirClaim()
      claim.id = "sensor-community/\(sensor.id.text)"
      claim.name = sensor.id.text
      (claim.latitude, claim.longitude) = (location.latitude.value, location.longitude.value)
      (claim.pm25, claim.at) = (value.value.value, AirTime.utc(timestamp))
      return claim
    }
  }

  func ask(_ record: AirRecord, around place: Place, at now: Int64) async throws -> AirAnswer {
    let claims = AirClaims(.sensorCommunity, around: place, at: now)
    let address = service.address("/airrohr/v1/filter/area=\(SentPlace.text(place)),\(Self.radius)")
    let read = try await service.fetch.read(
      address,
      by: ListBody(claims, mostElements: AirClaims.mostStations) { (claims: inout AirClaims, entry: Entry) in
        if let claim = entry.claim { claims.receive(claim) }
      })
    return .stations(read.result)
  }
}
