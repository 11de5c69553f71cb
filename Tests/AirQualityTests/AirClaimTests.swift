import AirQuality
import Testing

@Suite struct `What a source claims of a station` {
  private static let now: Int64 = 1_800_000_000
  private let place = Place(latitude: 52.52, longitude: 13.39)

  private var claim: AirClaim {
    var claim = AirClaim()
    (claim.id, claim.latitude, claim.longitude, claim.pm25, claim.at) = ("a", 52.5, 13.4, 12, Self.now - 600)
    return claim
  }

  private func check(_ change: (inout AirClaim) -> Void) throws -> Result<AirRecord.Station, AirClaim.Doubt> {
    var claim = claim
    change(&claim)
    return claim.check(.airNow, around: try #require(place), at: Self.now)
  }

  private func doubt(_ change: (inout AirClaim) -> Void) throws -> AirClaim.Doubt? {
    if case .failure(let doubt) = try check(change) { doubt } else { nil }
  }

  @Test func `is believed if it can be true`() throws {
    #expect(try doubt { _ in } == nil)
    #expect(try doubt { $0.unit = "UG/M3" } == nil)
    #expect(try doubt { $0.unit = "µg/m³" } == nil)
    #expect(try doubt { $0.pm25 = -10 } == nil)
    #expect(try doubt { $0.error = 3 } == nil)
  }

  @Test func `is left out with its reason if it cannot`() throws {
    #expect(try doubt { $0.id = nil } == .incomplete)
    #expect(try doubt { $0.pm25 = nil } == .incomplete)
    #expect(try doubt { ($0.latitude, $0.longitude) = (0, 0) } == .place)
    #expect(try doubt { $0.latitude = 90.1 } == .place)
    #expect(try doubt { $0.longitude = 180.5 } == .place)
    #expect(try doubt { $0.latitude = .nan } == .place)
    #expect(try doubt { $0.unit = "ppm" } == .unit)
    #expect(try doubt { $0.pm25 = 985 } == .value)
    #expect(try doubt { $0.pm25 = -10.1 } == .value)
    #expect(try doubt { $0.pm25 = .infinity } == .value)
    #expect(try doubt { $0.latitude = 40 } == .far)
    for error in [.nan, -0.1, 3.1, .infinity] { #expect(try doubt { $0.error = error } == .value) }
  }

  @Test func `may be 15 minutes ahead, and counts as of now then`() throws {
    #expect(try check { $0.at = Self.now + 900 }.get().at == Self.now)
    #expect(try doubt { $0.at = Self.now + 901 } == .future)
  }

  @Test func `is too old after three hours`() throws {
    #expect(try doubt { $0.at = Self.now - 3 * 3600 } == nil)
    #expect(try doubt { $0.at = Self.now - 3 * 3600 - 1 } == .old)
  }

  @Test func `has a name on one short line`() throws {
    let station = try check { $0.name = "Road\n" + String(repeating: "x", count: 200) }.get()
    #expect(station.name.hasPrefix("Road xxx") && station.name.count == 80)
  }

  @Test func `counts once for a station, the youngest of one place, and not at two places`() throws {
    var claims = AirClaims(.airNow, around: try #require(place), at: Self.now)
    for (age, value, latitude) in [(600, 12, 52.5), (300, 13, 52.5), (900, 14, 52.5), (0, 99, 52.6)]
      as [(Int64, Double, Double)]
    {
      var claim = claim
      (claim.at, claim.pm25, claim.latitude) = (Self.now - age, value, latitude)
      claims.receive(claim)
    }
    #expect(claims.stations.map(\.pm25) == [13])
    #expect(claims.leftOut == [.twice: 1] && claims.doubtful == 1)
  }

  @Test func `is kept if it is among the nearest`() throws {
    var claims = AirClaims(.airNow, around: try #require(place), at: Self.now)
    for number in (0..<200).reversed() {
      var claim = claim
      (claim.id, claim.latitude) = ("\(number)", 52.52 + Double(number) / 100)
      claims.receive(claim)
    }
    #expect(claims.stations.map(\.id) == (0..<AirRecord.mostStations).map(String.init))
    #expect(claims.doubtful == 0)
  }
}
