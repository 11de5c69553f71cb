import AirQuality
import FoundationEssentials
import Settings
import Web

/// The World Air Quality Index Project, with the owner's token. It gives the US index of PM2.5, which is turned back into a
/// concentration with the doubt of its table.
struct WAQI: AirReader {
  let service: AirService

  /// As many as an estimate uses.
  private static let most = 8
  private static let degrees = 1.0

  private struct Near: Decodable, Sendable {
    let lat: Double
    let lon: Double
    let uid: Int
  }

  private struct Feed: Decodable, Sendable {
    struct Content: Decodable, Sendable {
      struct City: Decodable, Sendable {
        let geo: [LooseNumber]?
        let name: String?
      }

      struct Value: Decodable, Sendable { let v: LooseNumber? }

      struct Time: Decodable, Sendable { let iso: String? }

      struct Attribution: Decodable, Sendable { let name: String? }

      let city: City?
      let iaqi: [String: Value]?
      let time: Time?
      let attributions: [Attribution]?
    }

    let data: Content?
    /// Of an error.
    let reason: String

    private enum CodingKeys: CodingKey { case status, data }

    /// The data of an error is a text.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let isGood = try container.decode(String.self, forKey: .status) == "ok"
      data = isGood ? try container.decode(Content.self, forKey: .data) : nil
      reason = isGood ? "" : (try? container.decode(String.self, forKey: .data).lowercased()) ?? ""
    }
  }

  private var token: String { "token=\(FormText.encoded(service.key))" }

  func ask(_ record: AirRecord, around place: Place, at now: Int64) async throws -> AirAnswer {
    let box = SentPlace.bounds(place, degrees: Self.degrees).map(SentPlace.text).joined(separator: ",")
    let stations = try await service.fetch.read(
      service.address("/map/bounds/?latlng=\(box)&\(token)"),
      by: ListBody(Nearest<Int>(Self.most)) { (nearest: inout Nearest<Int>, near: Near) in
        guard let there = Place(latitude: near.lat, longitude: near.lon) else { return }
        nearest.receive(near.uid, number: near.uid, at: there.distance(to: place))
      }
    ).result.all
    var claims = AirClaims(.waqi, around: place, at: now), answers = 0, isRefused = false
    for uid in stations {
      let feed = try await service.fetch.value(service.address("/feed/@\(uid)/?\(token)"), as: Feed.self)
      guard let data = feed.data else {
        isRefused = true
        continue
      }
      answers += 1
      claims.receive(Self.claim(uid, data))
    }
    // It says so with status 200.
    if isRefused && answers == 0 || stations.isEmpty { try await refuseByToken() }
    return .stations(claims)
  }

  private func refuseByToken() async throws {
    let feed = try await service.fetch.value(service.address("/feed/here/?\(token)"), as: Feed.self)
    if feed.reason.contains("quota") {
      throw DeliveryFault.temporary("\(service.base.host): the token was used too often; it is asked again later")
    }
    if feed.reason.contains("key") {
      throw DeliveryFault.refused("\(service.base.host): it refuses the token; get a new one from its owner's page")
    }
  }

  private static func claim(_ uid: Int, _ data: Feed.Content) -> AirClaim {
    var claim = AirClaim()
    claim.id = "waqi/\(uid)"
    claim.name = data.city?.name
    if let geo = data.city?.geo, geo.count == 2 { (claim.latitude, claim.longitude) = (geo[0].value, geo[1].value) }
    let value = (data.iaqi?["pm25"]?.v?.value).flatMap(AirIndex.concentration(ofUSIndex:))
    (claim.pm25, claim.error) = (value?.concentration, value?.ownError)
    claim.at = data.time?.iso.flatMap(AirTime.utc)
    claim.credit = data.attributions?.compactMap(\.name).joined(separator: ", ")
    return claim
  }
}
