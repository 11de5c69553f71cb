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
  }
}
