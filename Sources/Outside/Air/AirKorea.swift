import AirQuality
import Settings
import Web

/// AirKorea: the places of all stations of Korea once a day, and the values of all of them. The place of the box is in no request.
struct AirKorea: AirReader {
  let service: AirService

  private typealias Places = [String: (latitude: Double, longitude: Double)]

  private var places: Places = [:]
  private var knownUntil: Int64 = 0

  private static let day: Int64 = 86_400
  /// There are 700 stations.
  private static let most = 2000
  /// In bytes.
  private static let longestKey = 70

  init(service: AirService) { self.service = service }

  private struct Station: Decodable, Sendable {
    let stationName: String
    let addr: String?
    let dmX: LooseNumber?
    let dmY: LooseNumber?
  }

  private struct Value: Decodable, Sendable {
    let stationName: String
    let sidoName: String?
    let dataTime: String?
    let pm25Value: LooseNumber?
    /// Why there is no value, such as a failure.
    let pm25Flag: String?
  }

  mutating func ask(_ record: AirRecord, around place: Place, at now: Int64) async throws -> AirAnswer {
    if !(now..<now + 2 * Self.day).contains(knownUntil) {
      places = try await list("/MsrstnInfoInqireSvc/getMsrstnList?", [:]) { (places: inout Places, station: Station) in
        guard let latitude = station.dmX?.value, let longitude = station.dmY?.value,
          let key = Self.key(station.stationName, station.addr)
        else { return }
        places[key] = (latitude, longitude)
      }
      knownUntil = now + Self.day
    }
    // 전국 is the whole country.
    let query = "/ArpltnInforInqireSvc/getCtprvnRltmMesureDnsty?sidoName=\(FormText.encoded("전국"))&ver=1.0&"
    let places = places, none = AirClaims(.airKorea, around: place, at: now)
    let claims = try await list(query, none) { (claims: inout AirClaims, value: Value) in
      guard value.pm25Flag == nil, value.pm25Value?.value != nil, let key = Self.key(value.stationName, value.sidoName)
      else { return }
      var claim = AirClaim()
      claim.id = "airkorea/\(key)"
      claim.name = value.stationName
      (claim.latitude, claim.longitude) = (places[key]?.latitude, places[key]?.longitude)
      claim.pm25 = value.pm25Value?.value
      claim.at = value.dataTime.flatMap(AirTime.korea)
      claim.credit = "한국환경공단"
      claims.receive(claim)
    }
    return .stations(claims)
  }

  /// Names of stations repeat, but not in one province. An address begins with it.
  private static func key(_ name: String, _ province: String?) -> String? {
    let key = "\(province.map { $0.prefix { $0 != " " }.prefix(2) } ?? "")-\(name)"
    return key.utf8.count <= longestKey ? key : nil
  }

  /// An answer without a valid key is a page in XML, or a header in JSON with no list, both with status 200.
  private func list<Element: Decodable & Sendable, Result: Sendable>(
    _ query: String, _ result: Result, _ take: @escaping @Sendable (inout Result, Element) -> Void
  ) async throws -> Result {
    let address = service.address(
      "\(query)returnType=json&numOfRows=\(Self.most)&pageNo=1&serviceKey=\(FormText.encoded(service.key))")
    let read = try await service.fetch.read(address, by: ListBody(result, take))
    guard read.understood > 0 else {
      throw DeliveryFault.temporary(
        "\(service.base.host): its answer has no station; look at its page whether it still takes the key")
    }
    return read.result
  }
}
