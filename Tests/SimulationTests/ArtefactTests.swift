import Readings
import Testing

@testable import Simulation

@Suite("An artefact of a strap")
struct ArtefactTests {
  private func lengths(_ length: ArtefactLength) -> [Double] {
    var random = WorldRandom(seed: 7)
    let usual = WorldParameters()
    return (0..<4_000).map { _ in
      length.seconds(median: usual.artefactSeconds, spread: usual.artefactSpread, &random)
    }
  }

  @Test("lasts from 3 to 30 s, evenly or evenly by its logarithm")
  func range() {
    for length in [ArtefactLength.uniform, .logUniform] {
      #expect(lengths(length).allSatisfy { (3...30).contains($0) })
    }
    let short = lengths(.logUniform).filter { $0 < 9.49 }.count
    #expect((1_850...2_150).contains(short))
    #expect((850...1_100).contains(lengths(.uniform).filter { $0 < 9.49 }.count))
  }

  @Test("lasts by the old rule as in 0.1.0: half of them less than 3 s")
  func legacy() {
    #expect((1_850...2_150).contains(lengths(.legacy).filter { $0 < 3 }.count))
  }

  @Test("shows a wrong rate, with RR intervals that disagree with it, unless they agree by accident or are absent")
  func beats() {
    func agreement(_ agree: Double, _ absent: Double) -> (near: Int, far: Int) {
      var parameters = WorldParameters()
      _ = parameters.set("artefacts-per-day", to: 2_000)
      _ = parameters.set("artefact-agree-share", to: agree)
      _ = parameters.set("artefact-without-beats-share", to: absent)
      var random = WorldRandom(seed: 3)
      let heart = Heartbeat(beatsPerMinute: 62, isIrregular: false, isMoving: false, saturation: 97)
      var strap = SimulatedStrap(parameters, WorldScript.Strap(), heart, &random)
      var near = 0, far = 0
      for second in 1...7_200 {
        guard let reading = strap.step(Double(second), heart, &random)?.reading,
          let rate = reading.measurements[.heartRateBeatsPerMinute], abs(rate - 62) > 15
        else { continue }
        for index in 0..<reading.rrIntervals.count {
          guard let time = reading.rrIntervals.milliseconds(at: index) else { continue }
          if abs(time * rate / 60_000 - 1) <= 1.0 / 6 { near += 1 } else { far += 1 }
        }
      }
      return (near, far)
    }
    let usual = agreement(0, 0)
    #expect(usual.far > 200 && usual.near * 20 < usual.far)
    let accident = agreement(1, 0)
    #expect(accident.near > 200 && accident.far * 20 < accident.near)
    let silent = agreement(0, 1)
    #expect(silent.near + silent.far == 0)
  }
}
