import Alarms
import Sessions
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `Sessions` {
  @Test func `the summary holds duration, minimum, mean, maximum and alarms`() throws {
    var scene = MonitorScene()
    scene.happens(.startSession, at: 0)
    scene.co2(2600, during: 0..<100)
    scene.co2(600, during: 100..<400)
    scene.happens(.endSession, at: 400)
    let summary = try #require(scene.summaries.first)
    #expect(summary.duration == .seconds(400))
    #expect(summary.readings == 80)
    #expect(summary.co2.minimum == 600)
    #expect(summary.co2.maximum == 2600)
    #expect(summary.co2.mean == 1100)
    #expect(summary.heartRate.mean == nil)
    #expect(summary.highAlarms == 1)
    #expect(summary.mediumAlarms == 1)
    #expect(summary.lowAlarms == 0)
    #expect(summary.grade == .b)
  }

  @Test func `the mean is weighted by time, not by how often a sensor speaks`() throws {
    var scene = MonitorScene()
    scene.happens(.startSession, at: 0)
    for tenth in 0..<100 { scene.co2(2000, at: Double(tenth) / 10) }
    scene.co2(1000, at: 10)
    scene.happens(.endSession, at: 20)
    #expect(scene.summaries.first?.co2.mean == 1500)
  }

  @Test func `two rooms have two means, and the session that of the worse one`() throws {
    var scene = MonitorScene()
    scene.happens(.startSession, at: 0)
    for second in stride(from: 0, to: 100, by: 10) {
      scene.co2(500, at: Double(second), sensor: 0)
      scene.co2(1500, at: Double(second), sensor: 1)
    }
    scene.happens(.endSession, at: 100)
    let summary = try #require(scene.summaries.first)
    #expect(summary.co2.minimum == 500)
    #expect(summary.co2.mean == 1500)
    #expect(summary.co2.maximum == 1500)
    #expect(summary.co2.count == 20)
    #expect(summary.grade == .c)
  }

  @Test func `a stale value stops counting`() {
    var scene = MonitorScene()
    scene.happens(.startSession, at: 0)
    scene.co2(2000, at: 0)
    scene.co2(1000, at: 1000)
    scene.happens(.endSession, at: 1150)
    #expect(scene.summaries.first?.co2.mean == 1500, "150 s each")
  }

  @Test func `what a sensor cannot measure is in no statistic, whether it alarms or not`() throws {
    var scene = MonitorScene()
    scene.happens(.startSession, at: 0)
    for second in 0..<10 { scene.heartRate(second == 5 ? 65_535 : 72, at: Double(second)) }
    scene.happens(.endSession, at: 10)
    let summary = try #require(scene.summaries.first)
    #expect(summary.heartRate.maximum == 72)
    #expect(summary.heartRate.mean == 72)
    #expect(summary.readings == 10)
  }

  @Test func `a pause that ends and a raised priority are counted as they are`() {
    var scene = MonitorScene()
    scene.happens(.startSession, at: 0)
    scene.heartRate(72, at: 0)
    scene.waits(until: 50)
    scene.happens(.silence, at: 50)
    scene.waits(until: 300)
    scene.happens(.endSession, at: 300)
    #expect(scene.summaries.first?.mediumAlarms == 0)
    #expect(scene.summaries.first?.highAlarms == 1)
  }

  @Test(arguments: [
    (999.9, Grade.a), (1000, .b), (1399.9, .b), (1400, .c), (1799.9, .c), (1800, .d), (2199.9, .d), (2200, .f),
  ])
  func `grades follow the mean CO2`(mean: Double, grade: Grade) {
    #expect(Grade(meanCO2PartsPerMillion: mean) == grade)
  }

  @Test func `a profile that grades no air gives no grade`() {
    var scene = MonitorScene(gradesAir: false)
    scene.happens(.startSession, at: 0)
    scene.co2(600, at: 0)
    scene.happens(.endSession, at: 10)
    #expect(scene.summaries.map(\.grade) == [nil])
  }

  @Test func `a long press of B starts and ends a session`() {
    var scene = MonitorScene()
    scene.happens(.toggleSession, at: 0)
    scene.happens(.toggleSession, at: 60)
    #expect(scene.summaries.map(\.duration) == [.seconds(60)])
  }

  @Test func `a session that starts while one runs ends that one first`() {
    var scene = MonitorScene()
    scene.happens(.startSession, at: 0)
    scene.happens(.startSession, at: 60)
    scene.happens(.endSession, at: 90)
    #expect(scene.summaries.map(\.duration) == [.seconds(60), .seconds(30)])
  }

  @Test func `an end without a session is nothing`() {
    var scene = MonitorScene()
    scene.happens(.endSession, at: 0)
    #expect(scene.done.isEmpty)
  }
}
