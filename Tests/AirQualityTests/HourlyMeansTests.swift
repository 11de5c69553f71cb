import AirQuality
import Testing

@Suite struct `Means of the last hours` {
  /// The example of EPA (forum.airnowtech.org, 172): oldest first there.
  private let example: [Double?] = [34.9, 43, 50, 64.9, 69.2, 66.2, 53.7, 48.6, 49.2, 35, nil, 21].reversed()

  @Test func `NowCast: the example of EPA gives 28.4, with 85 in the table of its time`() {
    #expect(HourlyMeans.nowCast(example) == 28.4)
    #expect(AirIndex.us2012.value(of: 28.4).index == 85)
    #expect(AirIndex.us.value(of: 28.4).index == 87)
  }

  @Test func `NowCast needs two of the newest three hours`() {
    #expect(HourlyMeans.nowCast([nil, nil, 35, 49]) == nil)
    #expect(HourlyMeans.nowCast([nil, 30, 30]) == 30)
    #expect(HourlyMeans.nowCast([]) == nil)
    #expect(HourlyMeans.nowCast([.nan, .infinity, 30]) == nil)
  }

  @Test func `NowCast: even air is its mean, and a pulse halves each hour`() {
    #expect(HourlyMeans.nowCast(Array(repeating: 17, count: 12)) == 17)
    #expect(HourlyMeans.nowCast(Array(repeating: 0, count: 12)) == 0)
    // 71 µg/m³ in one hour of an else clean day: 71·(1/2)/(1 − 2⁻¹²).
    #expect(HourlyMeans.nowCast([71] + Array(repeating: 0, count: 11)) == 35.5)
    #expect(HourlyMeans.nowCast([0, 71] + Array(repeating: 0, count: 10)) == 17.7)
  }

  @Test func `NowCast takes no more than twelve hours`() {
    #expect(HourlyMeans.nowCast(Array(repeating: 10, count: 12) + [500]) == 10)
  }

  @Test func `C24E: even air is damped from 30 on`() {
    #expect(HourlyMeans.c24E(Array(repeating: 29, count: 12)) == 29)
    #expect(HourlyMeans.c24E(Array(repeating: 40, count: 12)) == 35)
  }

  @Test func `C24E: a rise above 1.7 times the mean is not damped`() {
    // The mean is 40: 70 is 1.75 times it.
    #expect(HourlyMeans.c24E([70, 70, 70, 70] + Array(repeating: 25, count: 8)) == 55)
    // The mean is 42: 71 is 1.69 times it.
    let mean = (4 * 71 + 8 * 27.5) / 12
    #expect(HourlyMeans.c24E([71, 71, 71, 71] + Array(repeating: 27.5, count: 8)) == (mean + 0.75 * 71) / 2)
  }

  @Test func `C24E needs nine hours, and three of the newest four`() {
    #expect(HourlyMeans.c24E(Array(repeating: 10, count: 9)) == 10)
    #expect(HourlyMeans.c24E(Array(repeating: 10, count: 8)) == nil)
    #expect(HourlyMeans.c24E([nil, nil] + Array(repeating: 10, count: 10)) == nil)
    #expect(HourlyMeans.c24E([nil] + Array(repeating: 10, count: 11)) == 10)
  }
}
