import Alarms
import Flight
import Monitor
import Readings
import Sessions
import TestSupport
import Testing

@Suite struct `The CO2 of a session against what is expected` {
  private func above(_ phase: Phase, in scene: MonitorScene) throws -> Duration {
    try #require(scene.summaries.last).aboveExpected[phase.position]
  }

  @Test func `counts the time above it by phase`() throws {
    var scene = MonitorScene()
    scene.happens(.startSession, at: 0)
    scene.co2(1900, during: 0..<100)
    scene.happens(.phase(.climb), at: 100)
    scene.co2(1900, during: 100..<200)
    scene.happens(.phase(.cruise), at: 200)
    scene.co2(1900, during: 200..<500)
    scene.happens(.endSession, at: 500)
    #expect(try above(.climb, in: scene) == .zero, "within the range")
    #expect(try above(.cruise, in: scene) == .seconds(300))
    #expect(try above(.unknown, in: scene) == .zero, "nothing is expected")
  }

  @Test func `counts in no other profile than cabin`() throws {
    var scene = MonitorScene(profile: .cockpit)
    scene.happens(.startSession, at: 0)
    scene.happens(.phase(.cruise), at: 0)
    scene.co2(1900, during: 0..<100)
    scene.happens(.endSession, at: 100)
    #expect(try above(.cruise, in: scene) == .zero)
  }

  @Test func `begins with the phase that is in force`() throws {
    var scene = MonitorScene()
    scene.happens(.phase(.cruise), at: 0)
    scene.co2(1900, during: 0..<100)
    scene.happens(.startSession, at: 100)
    scene.co2(1900, during: 100..<200)
    scene.happens(.endSession, at: 200)
    #expect(try above(.cruise, in: scene) == .seconds(100))
    scene.happens(.startSession, at: 400)
    scene.happens(.endSession, at: 500)
    #expect(try above(.cruise, in: scene) == .zero, "each session counts for itself")
  }

  @Test func `takes of two sensors the one that was above for longer`() throws {
    var scene = MonitorScene()
    scene.happens(.startSession, at: 0)
    scene.happens(.phase(.cruise), at: 0)
    for second in stride(from: 0, to: 100, by: 10) {
      scene.co2(1700, at: Double(second), sensor: 0)
      scene.co2(second < 50 ? 1500 : 1700, at: Double(second), sensor: 1)
    }
    scene.happens(.endSession, at: 100)
    #expect(try above(.cruise, in: scene) == .seconds(100))
  }
}
