import Circle
import CircleWorld
import Testing

@Suite struct `A simulated night of the circle` {
  private func broken(_ seeds: ClosedRange<UInt64>, without weakness: Weakness? = nil) -> Int {
    seeds.count { seed in
      guard var night = Night(seed: seed, weakness: weakness, save: { (try? JSONState.save($0)) ?? $0 }) else {
        return true
      }
      return !night.run().violations.isEmpty
    }
  }

  @Test func `keeps every promise`() { #expect(broken(1...60) == 0) }

  @Test(arguments: Weakness.allCases) func `breaks one if a part is missing`(weakness: Weakness) {
    #expect(broken(1...60, without: weakness) > 0)
  }
}
