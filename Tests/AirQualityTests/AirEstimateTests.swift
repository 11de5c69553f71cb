import AirQuality
import Testing

@Suite struct `An estimate with its interval` {
  private func estimate(_ concentration: Double, sigma: Double = 0.3, nearest: Double? = 5, highest: Double? = nil)
    throws
    -> AirEstimate
  {
    try AirEstimate(
      [
        TierEstimate(
          tier: .station, z: LogScale.z(concentration), variance: sigma * sigma, nearest: nearest,
          highest: highest ?? concentration)
      ], calibration: .usual(.hour))
  }

  @Test func `the cell is known from the estimate and its stations`() throws {
    typealias Cell = Calibration.Cell
    #expect(try estimate(9.09).cell == Cell(level: .clean, isNear: true))
    #expect(try estimate(9.11).cell == Cell(level: .moderate, isNear: true))
    #expect(try estimate(20, highest: 35.4).cell.level == .moderate)
    #expect(try estimate(5, highest: 35.5).cell.level == .smoke)
    #expect(try estimate(20, nearest: 10).cell.isNear)
    #expect(try !estimate(20, nearest: 10.1).cell.isNear)
    let satellite = TierEstimate(tier: .satellite, z: LogScale.z(40), variance: 0.1)
    #expect(try AirEstimate([satellite], calibration: .usual(.day)).cell == Cell(level: .smoke, isNear: false))
  }

  @Test func `the interval holds the value, and is never below 0`() throws {
    for concentration in [0, 0.5, 3, 9, 20, 60, 400] as [Double] {
      let estimate = try estimate(concentration, sigma: 0.8)
      #expect(estimate.lower >= 0 && estimate.lower <= estimate.value && estimate.value < estimate.upper)
      #expect(estimate.holds(concentration))
    }
    #expect(try !estimate(20).holds(200))
  }

  @Test func `95 of 100 lie in the interval, by its own probabilities`() throws {
    let estimate = try estimate(20)
    #expect(abs(estimate.probability(below: estimate.upper) - 0.975) < 1e-9)
    #expect(abs(estimate.probability(below: estimate.lower) - 0.025) < 1e-9)
    #expect(abs(estimate.probability(below: estimate.value) - 0.5) < 1e-9)
    #expect(estimate.probability(below: .infinity) == 1)
  }

  @Test func `a class is likelier in its middle than at its edge`() throws {
    let middle = try estimate(19).probabilityOfClass(in: .us), edge = try estimate(35.4).probabilityOfClass(in: .us)
    #expect(middle > 0.8)
    #expect(edge < 0.55)
    #expect(try estimate(2, sigma: 0.05).probabilityOfClass(in: .us) > 0.999)
    #expect(try estimate(400, sigma: 0.05).probabilityOfClass(in: .us) > 0.999)
  }

  @Test func `its age is that of what it comes from`() throws {
    let old = TierEstimate(tier: .station, z: 3, variance: 0.01, age: 6)
    #expect(abs(try AirEstimate([old], calibration: .usual(.hour)).age - 6) < 1e-12)
  }
}

@Suite struct `A calibration of the network's own` {
  private func samples(_ count: Int, level: Calibration.Level, isNear: Bool) -> [Calibration.Sample] {
    (0..<count).map {
      Calibration.Sample(
        cell: Calibration.Cell(level: level, isNear: isNear), deviation: Double($0) / Double(count - 1) * 4 - 2)
    }
  }

  @Test func `fewer than 100 say little: the usual numbers stay`() {
    let usual = Calibration.usual(.day)
    let own = Calibration(stationFactor: 1, samples: samples(99, level: .clean, isNear: true), usual: usual)
    #expect(own == usual)
  }

  @Test func `a cell with enough takes its own, one with few takes those of its level, then all`() {
    let many = samples(999, level: .clean, isNear: true)
    let own = Calibration(stationFactor: 1, samples: many, usual: .usual(.day))
    // 0.025 and 0.975 of 1,000: the 25th and the 975th.
    #expect(own.bounds[0].lower == many[24].deviation)
    #expect(own.bounds[0].upper == many[974].deviation)
    #expect(own.bounds[1] == own.bounds[0])
    #expect(own.bounds[5] == own.bounds[0])
  }

  @Test func `bounds never lie on one side of the estimate`() {
    let high = (0..<200).map {
      Calibration.Sample(cell: Calibration.Cell(level: .smoke, isNear: false), deviation: 1 + Double($0))
    }
    let own = Calibration(stationFactor: 1, samples: high, usual: .usual(.hour))
    #expect(own.bounds.allSatisfy { $0.lower < 0 && $0.upper > 0 })
  }

  @Test func `the station factor is the mean square, within bounds`() {
    #expect(Calibration.stationFactor(Array(repeating: 0.6, count: 99)) == 1)
    #expect(abs(Calibration.stationFactor(Array(repeating: 0.6, count: 100)) - 0.6) < 1e-12)
    #expect(Calibration.stationFactor(Array(repeating: 90, count: 100)) == 4)
    #expect(Calibration.stationFactor(Array(repeating: 0, count: 100)) == 0.25)
  }
}
