import AirQuality
import Testing

@Suite struct `The satellite tier` {
  private func pairs(_ count: Int, month: Int = 7, east: Double = 0.5) throws -> [SatelliteRatio.Pair] {
    try (0..<count).map { _ in
      SatelliteRatio.Pair(place: try place(0, east), month: month, concentration: 25, depth: 0.3)
    }
  }

  @Test func `without stations it has the ratio of Atlanta, and a wide error`() throws {
    let tier = SatelliteRatio([]).tier(OpticalDepth(0.2, month: 7), at: try place(0, 0))
    #expect(abs(tier.z - (4.4 - 1.2039728043259361)) < 1e-12)
    #expect(tier.variance == 1)
  }

  @Test func `many stations fit the ratio of their month`() throws {
    let ratio = SatelliteRatio(try pairs(2000))
    let july = ratio.tier(OpticalDepth(0.3, month: 7), at: try place(0, 0))
    #expect(abs(LogScale.concentration(july.z) - 25) < 0.1)
    #expect(july.variance < 0.03)
    #expect(ratio.tier(OpticalDepth(0.3, month: 8), at: try place(0, 0)).variance == 1)
    let missing = SatelliteRatio.Pair(place: try place(0, 0), month: 7, concentration: .nan, depth: 0.3)
    #expect(SatelliteRatio([missing]).tier(OpticalDepth(0.3, month: 7), at: try place(0, 0)).variance == 1)
  }

  @Test func `stations beyond 500 km and the place's own do not count`() throws {
    #expect(
      SatelliteRatio(try pairs(50, east: 4.6)).tier(OpticalDepth(0.3, month: 7), at: try place(0, 0)).variance == 1)
    let own = SatelliteRatio(try pairs(50)).tier(OpticalDepth(0.3, month: 7), at: try place(0, 0)) { _ in true }
    #expect(own.variance == 1)
  }

  @Test func `a depth below 0 counts as 0, and a month that does not exist has no pairs`() throws {
    let here = try place(0, 0), ratio = SatelliteRatio(try pairs(9))
    #expect(ratio.tier(OpticalDepth(-0.05, month: 7), at: here).z == ratio.tier(OpticalDepth(0, month: 7), at: here).z)
    #expect(ratio.tier(OpticalDepth(0.1, month: 13), at: here).variance == 1)
    #expect(ratio.tier(OpticalDepth(0.1, month: 0), at: here).variance == 1)
  }
}
