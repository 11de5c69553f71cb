import Simulation
import Testing

@Suite("The numbers of the world")
struct WorldParameterTests {
  @Test("refuse what makes no sense, with one sentence")
  func refusal() {
    var parameters = WorldParameters()
    #expect(parameters.set("no-such-number", to: 1)?.contains("no-such-number") == true)
    #expect(parameters.set("resting-bpm", to: -4)?.contains("resting-bpm") == true)
    #expect(parameters.set("resting-bpm", to: .nan) != nil)
    #expect(parameters.set("resting-bpm", to: 64) == nil)
    #expect(parameters.set("artefact-length", to: "endless")?.contains("log-uniform") == true)
    #expect(parameters.set("artefact-length", to: "uniform") == nil)
    #expect(parameters.set("resting-bpm", to: "fast")?.contains("number") == true)
    #expect(parameters.set("no-such-word", to: "fast")?.contains("no-such-word") == true)
  }

  @Test("all have a source and a name of their own")
  func sources() {
    #expect(WorldParameters.entries.allSatisfy { !$0.source.isEmpty })
    #expect(Set(WorldParameters.entries.map(\.name)).count == WorldParameters.entries.count)
  }

  @Test("are by default within what may be set")
  func defaults() {
    let usual = WorldParameters()
    #expect(WorldParameters.entries.allSatisfy { $0.range.contains(usual.value(of: $0)) })
  }
}
