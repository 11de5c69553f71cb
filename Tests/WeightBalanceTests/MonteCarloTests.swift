import Testing
import WeightBalance

@Suite("The probability that a flight breaks a limit")
struct MonteCarloTests {
  private let none = Deviations(person: .zero, scalePercent: 0)

  @Test("Without any error a legal loading never breaks one, and an illegal one always")
  func certain() throws {
    let legal = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "rear-seats": "266"], fuel: [("main-fuel", "38")]
    ) {
      for index in $0.stationLoads.indices {
        let load = $0.stationLoads[index]
        $0.stationLoads[index] = .init(
          station: load.station, weight: load.weight, arm: Arm(load.station == "front-seats" ? 37 : 73, .inches))
      }
    }
    #expect(legal.isLegal)
    #expect(MonteCarlo(legal, deviations: none).run(samples: 100, seed: 1).probability == 0)
    let broken = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "rear-seats": "267"], fuel: [("main-fuel", "38")], trip: "10")
    let risk = MonteCarlo(broken, deviations: none).run(samples: 100, seed: 1)
    #expect(risk.probability == 1)
    #expect(risk.byCode.map(\.code) == [.overMaxGross])
  }

  @Test("At exactly the maximum weight half of the flights are too heavy")
  func half() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "rear-seats": "266"], fuel: [("main-fuel", "38")])
    let risk = MonteCarlo(sheet, deviations: Deviations(person: Weight(10, .pounds), scalePercent: 0)).run(
      samples: 20_000, seed: 7)
    let share = try #require(risk.byCode.first { $0.code == .overMaxGross }).probability
    #expect(abs(share - 0.5) < 0.02)
    #expect(risk.standardError < 0.004)
  }

  @Test("The share beyond one standard deviation is that of a normal error")
  func oneDeviation() throws {
    // Two people in front, 10 lb each: 14.142 lb together; 14.142 lb are left.
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "rear-seats": "0", "baggage-1": "118"], fuel: [("main-fuel", "38")]
    ) {
      $0.empty = .init(weight: try Weight("1599.858", .pounds), arm: Arm(38, .inches))
    }
    #expect(sheet.pounds(.takeoff) == "2285.858")
    let risk = MonteCarlo(sheet, deviations: Deviations(person: Weight(10, .pounds), scalePercent: 0)).run(
      samples: 40_000, seed: 3)
    let share = try #require(risk.byCode.first { $0.code == .overMaxGross }).probability
    #expect(abs(share - 0.1587) < 0.008)
  }

  @Test("The same seed gives the same estimate, another one another")
  func seeds() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "rear-seats": "260"], fuel: [("main-fuel", "38")])
    let monteCarlo = MonteCarlo(sheet)
    let first = monteCarlo.run(samples: 2000, seed: 5), again = monteCarlo.run(samples: 2000, seed: 5)
    #expect(first.probability == again.probability)
    #expect(first.probability > 0.2 && first.probability < 0.8)
    #expect(monteCarlo.run(samples: 2000, seed: 6).probability != first.probability)
    #expect(monteCarlo.run(samples: 0, seed: 6).samples == 1)
  }
}
