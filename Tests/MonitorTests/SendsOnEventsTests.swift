import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `A sensor that sends only when something happens` {
  @Test func `is not missed while nothing happens`() {
    var scene = MonitorScene()
    scene.reads(.bthomeCOOnEvents, [.carbonMonoxideDetected: 0], at: 0, sensor: 0)
    scene.reads(.bthomeOnEvents, [.temperatureCelsius: 21], at: 0, sensor: 1)
    scene.waits(until: 50_000)
    #expect(scene.onsets(of: .noData).isEmpty)
  }

  @Test func `keeps its alarm until it reports the end`() {
    var scene = MonitorScene()
    scene.reads(.bthomeCOOnEvents, [.carbonMonoxideDetected: 1], at: 10, sensor: 0)
    scene.waits(until: 5_000)
    #expect(scene.onsets(of: .coHigh).count == 1)
    #expect(scene.ends(of: .coHigh).isEmpty)
    #expect(scene.onsets(of: .noData).isEmpty)
    scene.reads(.bthomeCOOnEvents, [.carbonMonoxideDetected: 0], at: 5_000, sensor: 0)
    scene.waits(until: 6_000)
    #expect(scene.ends(of: .coHigh).count == 1)
    #expect(scene.present(at: 6_000).isEmpty)
  }

  @Test func `has an alarm that a hand can silence, and end once its report is stale: then its loss stays`() {
    var scene = MonitorScene(profile: .bedside, latchesSound: true)
    scene.beats(72, during: 0..<10)
    scene.reads(.bthomeCOOnEvents, [.carbonMonoxideDetected: 1], at: 10, sensor: 0)
    for second in 11..<1_100 {
      scene.beats(72, during: second..<second + 1)
      if second == 100 { scene.happens(.silence, at: 100.5) }
      if second == 600 { scene.happens(.reset(nil), at: 600.5) }
      if second == 1_000 { scene.happens(.reset(nil), at: 1_000.5) }
    }
    #expect((101..<220).allSatisfy { scene.sound(at: Double($0)) == nil })
    #expect(scene.present(at: 601)[.coHigh] == .high, "its report is fresh")
    #expect(scene.present(at: 1_001) == [.noData: .medium])
    #expect(scene.pattern(of: .green, at: 1_001) == .off)
    scene.happens(.silence, at: 1_100)
    #expect(scene.sound(at: 1_100) == nil)
    scene.reads(.bthomeCOOnEvents, [.carbonMonoxideDetected: 0], at: 1_101, sensor: 0)
    scene.waits(until: 1_102)
    #expect(scene.present(at: 1_102).isEmpty)
    scene.reads(.bthomeCOOnEvents, [.carbonMonoxideDetected: 1], at: 1_103, sensor: 0)
    scene.waits(until: 1_114)
    #expect(scene.present(at: 1_114)[.coHigh] == .high, "its next report counts from the start")
  }
}
