import AirQuality
import Testing

@Suite struct `The station tier` {
  private let degree = Double.pi * Place.earthRadius / 180

  /// Stations on the equator, some km east of the place that is asked for.
  private func tier(
    _ stations: [(east: Double, concentration: Double)], ages: [Double] = [], errors: [Double] = [],
    period: Period = .hour, factor: Double = 1
  ) throws -> TierEstimate {
    let observations = try stations.enumerated().map { number, station in
      Observation(
        station: "\(number)", place: try place(0, station.east / degree), concentration: station.concentration,
        age: number < ages.count ? ages[number] : 0, ownError: number < errors.count ? errors[number] : 0)
    }
    return try AirNetwork(observations, period: period).stationTier(at: try place(0, 0), factor: factor).get()
  }

  @Test func `one station is its own value, with an error that grows with distance`() throws {
    let near = try tier([(1, 20)]), far = try tier([(400, 20)])
    #expect(abs(LogScale.concentration(near.z) - 20) < 1e-9)
    // By hand: two unlikenesses of the distance, times the sill.
    #expect(abs(near.variance - 0.18 * 2 * (0.2 + 1 - 0.9950124791926823)) < 1e-12)
    #expect(far.variance > 4 * near.variance)
    #expect(near.nearest.map { abs($0 - 1) < 1e-9 } == true && near.highest == 20)
  }

  @Test func `two at the same distance weigh the same`() throws {
    let tier = try tier([(30, 10), (-30, 40)])
    #expect(tier.inputs.map { abs($0.weight - 0.5) < 1e-12 } == [true, true])
    #expect(abs(tier.z - (LogScale.z(10) + LogScale.z(40)) / 2) < 1e-12)
  }

  @Test func `two neighbours on one side count as little more than one`() throws {
    let tier = try tier([(20, 10), (21, 10), (-20, 10)])
    let alone = tier.inputs.first { $0.observation == 2 }
    #expect(alone.map { $0.weight > 0.4 } == true)
    #expect(abs(tier.inputs.reduce(0) { $0 + $1.weight } - 1) < 1e-12)
  }

  @Test func `neighbours that differ widen the error`() throws {
    #expect(try tier([(10, 5), (-10, 100)]).variance > 1.5 * (try tier([(10, 20), (-10, 20)]).variance))
  }

  @Test func `hours differ more than days, and a network's own factor counts`() throws {
    let hour = try tier([(10, 20)]), day = try tier([(10, 20)], period: .day)
    #expect(abs(hour.variance / day.variance - 2) < 1e-9)
    #expect(abs(try tier([(10, 20)], factor: 0.5).variance / hour.variance - 0.5) < 1e-9)
  }

  @Test func `a doubtful value weighs less`() throws {
    let tier = try tier([(10, 20), (-10, 20)], errors: [0.5, 0])
    #expect(tier.inputs.first { $0.observation == 0 }.map { $0.weight < 0.3 } == true)
  }

  @Test func `500 km is in reach, and beyond it the answer is: unknown`() throws {
    #expect(try tier([(499.9, 20)]).inputs.count == 1)
    #expect(throws: AirUnknown.nothingInReach) { try tier([(500.1, 20)]) }
    #expect(throws: AirUnknown.nothingInReach) { try tier([]) }
  }

  @Test func `the nearest eight are used`() throws {
    let tier = try tier((1...12).map { (Double($0) * 10, 20) })
    #expect(tier.inputs.map(\.observation) == Array(0..<8))
  }

  @Test func `what is more than three hours older than the youngest in reach is left out`() throws {
    let tier = try tier([(1, 20), (50, 30), (60, 40)], ages: [5.1, 5, 2])
    #expect(tier.inputs.map(\.observation) == [1, 2])
    #expect(tier.age > 2 && tier.age < 5)
    #expect(try self.tier([(1, 20), (50, 30)], ages: [700, 701]).inputs.count == 2)
  }

  @Test func `a clock that is ahead counts as now, and a value that is not finite is missing`() throws {
    #expect(try tier([(1, 20), (50, 30)], ages: [-6, 2]).inputs.count == 2)
    let tier = try tier([(1, .nan), (2, .infinity), (50, 30)], ages: [0, 0, 9])
    #expect(tier.inputs.map(\.observation) == [2])
  }

  @Test func `many stations at one place are no trouble`() throws {
    let tier = try tier(Array(repeating: (5, 20), count: 8))
    #expect(abs(LogScale.concentration(tier.z) - 20) < 1e-6)
    #expect(tier.variance > 0)
  }

  @Test func `a station can be left out, to be compared with the rest`() throws {
    let here = try place(0, 0)
    let network = AirNetwork(
      [
        Observation(station: "a", place: here, concentration: 100),
        Observation(station: "b", place: try place(0, 0.1), concentration: 10),
      ], period: .hour)
    let rest = try network.stationTier(at: here, without: 0).get()
    #expect(abs(LogScale.concentration(rest.z) - 10) < 1e-9)
  }
}
