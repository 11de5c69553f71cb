import AirQuality
import Testing

@Suite struct `Several tiers as one` {
  private func tier(_ tier: Tier, _ concentration: Double, sigma: Double, age: Double = 0) -> TierEstimate {
    TierEstimate(tier: tier, z: LogScale.z(concentration), variance: sigma * sigma, age: age)
  }

  @Test func `one tier is itself`() throws {
    let fusion = try Fusion([tier(.station, 20, sigma: 0.3)])
    #expect(abs(LogScale.concentration(fusion.z) - 20) < 1e-9)
    #expect(abs(fusion.sigma - 0.3) < 1e-12)
  }

  @Test func `without a tier it is unknown`() {
    #expect(throws: AirUnknown.nothingInReach) { try Fusion([]) }
  }

  /// By hand: w = (σ₂² − c)/(σ₁² + σ₂² − 2c), V = (σ₁²σ₂² − c²)/(σ₁² + σ₂² − 2c), c = 0.3·σ₁σ₂.
  @Test func `station and satellite weigh by their errors, which go together`() throws {
    let fusion = try Fusion([tier(.satellite, 30, sigma: 0.4), tier(.station, 20, sigma: 0.2)])
    #expect(fusion.shares.map(\.tier.tier) == [.station, .satellite])
    #expect(abs(fusion.shares[0].weight - 0.136 / 0.152) < 1e-12)
    #expect(abs(fusion.sigma * fusion.sigma - (0.04 * 0.16 - 0.024 * 0.024) / 0.152) < 1e-12)
  }

  @Test func `a much wider tier does not count against itself`() throws {
    let fusion = try Fusion([tier(.station, 20, sigma: 0.1), tier(.satellite, 30, sigma: 0.9)])
    #expect(fusion.shares.map(\.weight) == [1, 0])
    #expect(fusion.shares.map(\.fits) == [true, true])
    #expect(abs(fusion.sigma - 0.1) < 1e-12)
  }

  @Test func `of two that exclude each other the wider one is shown and left out`() throws {
    let fusion = try Fusion([tier(.station, 10, sigma: 0.2), tier(.satellite, 120, sigma: 0.4)])
    #expect(fusion.shares.map(\.fits) == [true, false])
    #expect(abs(LogScale.concentration(fusion.z) - 10) < 1e-9)
  }

  @Test func `of three, the one that does not fit is left out`() throws {
    let fusion = try Fusion([
      tier(.station, 150, sigma: 0.2), tier(.camera, 11, sigma: 0.3), tier(.satellite, 12, sigma: 0.3),
    ])
    #expect(fusion.shares.map(\.fits) == [false, true, true])
    #expect(LogScale.concentration(fusion.z) < 13)
  }

  @Test func `three sigma apart still fits`() throws {
    // Independent, of 0.3 and 0.4: the gap has a sigma of 0.5.
    let camera = { gap in TierEstimate(tier: .camera, z: 3 + gap, variance: 0.16) }
    let station = TierEstimate(tier: .station, z: 3, variance: 0.09)
    #expect(try Fusion([station, camera(1.4999)]).shares.allSatisfy(\.fits))
    #expect(try Fusion([station, camera(1.5001)]).shares.map(\.fits) == [true, false])
  }

  @Test func `the error grows with age, and an old tier gives way`() throws {
    let ages = [0.0, 1, 3, 12, 24, 720]
    let sigmas = try ages.map { try Fusion([tier(.station, 20, sigma: 0.2, age: $0)]).sigma }
    #expect(sigmas == sigmas.sorted())
    #expect(abs(sigmas[0] - 0.2) < 1e-12)
    #expect(abs(sigmas[5] * sigmas[5] - 1.04) < 1e-9)
    let fusion = try Fusion([tier(.station, 20, sigma: 0.2, age: 48), tier(.satellite, 30, sigma: 0.4)])
    #expect(fusion.shares[1].weight > fusion.shares[0].weight)
  }
}
