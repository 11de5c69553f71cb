import Testing
import TestSupport
import WeightBalance

@Suite("Very many verdicts at once are the same exact ones")
struct GridEnvelopeTests {
  /// A ring that turns both ways, beside the convex ones.
  private static let notched = [
    ("1500", "35"), ("1800", "38"), ("2300", "35"), ("2300", "47.3"), ("2000", "44"), ("1500", "47.3"),
  ]

  /// Independent of both: sides by whole numbers of hundredths and thousandths, crossing by crossing.
  private func expected(_ corners: [(Int, Int)], _ weight: Int, _ arm: Int) -> Bool {
    var crossings = 0
    for index in corners.indices {
      let (w1, a1) = corners[index], (w2, a2) = corners[(index + 1) % corners.count]
      let cross = (a2 - a1) * (weight - w1) - (arm - a1) * (w2 - w1)
      let isWithin = min(w1, w2) <= weight && weight <= max(w1, w2) && min(a1, a2) <= arm && arm <= max(a1, a2)
      if cross == 0, isWithin { return true }
      if (w1 > weight) != (w2 > weight), (cross > 0) == (w2 > w1) { crossings += 1 }
    }
    return crossings % 2 == 1
  }

  @Test(
    "Random points and every point near an edge", arguments: [normal172M, utility172M, bonanzaA36, notched])
  func sameVerdicts(corners: [(String, String)]) throws {
    let envelope = try ring(corners)
    let step = (weight: try Weight("0.01", .pounds), arm: try Arm("0.001", .inches))
    let grid = try #require(GridEnvelope(envelope, weightStep: step.weight, armStep: step.arm))
    let whole = try corners.map { corner in
      (Int(try #require(Double(corner.0)) * 100), Int((try #require(Double(corner.1)) * 1000).rounded()))
    }
    var random = SplitMix64(seed: 8)
    for number in 0..<6000 {
      var weight = Int.random(in: 140_000...370_000, using: &random),
        arm = Int.random(in: 33_000...89_000, using: &random)
      if number % 2 == 0 {
        // Around a place on an edge.
        let index = number % whole.count, next = (index + 1) % whole.count
        let share = Int.random(in: 0...1000, using: &random)
        weight =
          whole[index].0 + (whole[next].0 - whole[index].0) * share / 1000 + Int.random(in: -1...1, using: &random)
        arm = whole[index].1 + (whole[next].1 - whole[index].1) * share / 1000 + Int.random(in: -1...1, using: &random)
      }
      let verdict = expected(whole, weight, arm)
      #expect(grid.contains(weight: Int32(weight), arm: Int32(arm)) == verdict, "\(weight) \(arm)")
      #expect(
        try envelope.contains(weight: Weight("\(weight)e-2", .pounds), arm: Arm("\(arm)e-3", .inches)) == verdict,
        "\(weight) \(arm)")
    }
    #expect(grid.count(weights: [Int32(whole[0].0), 0, .min, .max], arms: [Int32(whole[0].1), 0, .min, .max]) == 1)
  }

  @Test("Corners between the steps are refused")
  func offTheGrid() throws {
    let envelope = try ring([("1500.005", "35"), ("2000", "35"), ("2000", "45")])
    #expect(try GridEnvelope(envelope, weightStep: Weight("0.01", .pounds), armStep: Arm("0.001", .inches)) == nil)
  }
}
