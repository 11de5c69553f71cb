import Circle
import CircleWorld
import Testing

@Suite struct `A simulated night of the circle` {
  private func breaks(_ seeds: ClosedRange<UInt64>, without weakness: Weakness? = nil) -> Bool {
    seeds.contains { seed in
      guard var night = Night(seed: seed, weakness: weakness, save: { (try? JSONState.save($0)) ?? $0 }) else {
        return true
      }
      return !night.run().violations.isEmpty
    }
  }

  @Test func `keeps every promise`() { #expect(!breaks(1...8)) }

  @Test(arguments: Weakness.allCases) func `breaks one if a part is missing`(weakness: Weakness) {
    #expect(breaks(1...60, without: weakness))
  }
}
