import Engine
import Readings
import SensorProtocols
import TestSupport
import Testing
@testable import Status
@testable import lapwing

@Suite struct `News in the lines of a run` {
  /// The lines of a run, with strangers whose values are shown.
  private struct Scene {
    var news = ReadingNews()

    /// Whether a heart rate from the sensor with this number is shown.
    mutating func shows(_ rate: Double, from number: Int) -> Bool {
      var reading = Reading(model: .heartRateService)
      reading.measurements[.heartRateBeatsPerMinute] = rate
      let sensor = SensorReading.Sensor(address: "random \(number)", isAdopted: nil)
      return news.isNews(BoxEvent(.reading(SensorReading(sensor, ReadingReport(reading))), at: .start))
    }
  }

  @Test func `are readings with other values than before`() {
    var scene = Scene()
    let shown = [71.0, 71, 72].map { scene.shows($0, from: 1) }
    #expect(shown == [true, false, true])
  }

  @Test func `are remembered for 256 sensors and no more`() {
    var scene = Scene()
    for number in 1...256 { _ = scene.shows(71, from: number) }
    let repeated = scene.shows(71, from: 1)
    #expect(!repeated, "256 fit")
    var most = 0
    for number in 257...5000 {
      _ = scene.shows(71, from: number)
      most = max(most, scene.news.count)
    }
    #expect(most <= 256)
  }

  @Test func `of a known sensor are shown in a flood of random addresses`() {
    var scene = Scene()
    for number in 2...2000 {
      _ = scene.shows(71, from: number)
      let isShown = scene.shows(Double(number), from: 1)
      #expect(isShown)
    }
  }
}
