import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// Ada, 50 to 130 bpm by day, 40 to 110 bpm from 22:00 to 07:00.
@Suite struct `Limits by night` {
  private func scene(minute: Int16?) -> MonitorScene {
    var scene = MonitorScene(
      settings: MonitorSettings(
        latchesSound: false, gradesAir: false,
        persons: [
          PersonSettings(
            name: "Ada", limits: [.heartRateLow: 50, .heartRateHigh: 130],
            night: PersonSettings.Night(from: 22 * 60, to: 7 * 60, limits: [.heartRateLow: 40, .heartRateHigh: 110]))
        ]))
    scene.assigns(SensorRole(isAdopted: true, person: PersonIndex(0)), to: 1, at: 0)
    if let minute { scene.happens(.timeOfDay(minute), at: 0) }
    return scene
  }

  /// The limits in force, found by the rates that alarm.
  private func limits(at minute: Int16?) -> [Double] {
    [45.0, 120].map { rate in
      var scene = scene(minute: minute)
      scene.beats(rate, during: 0..<20)
      return scene.changes(of: rate < 60 ? .heartRateLow : .heartRateHigh).first?.alarm.limit ?? -1
    }
  }

  private static let parts: [(Int16, Double, Double)] = [
    (12 * 60, 50, -1), (23 * 60, -1, 110), (3 * 60, -1, 110), (0, -1, 110),
  ]

  @Test(arguments: parts)
  func `hold in their part of the day`(minute: Int16, low: Double, high: Double) {
    #expect(limits(at: minute) == [low, high])
  }

  @Test func `are the tighter of both with the clock unset`() {
    #expect(limits(at: nil) == [50, 110])
  }

  private static let changes: [Int16] = [
    21 * 60 + 55, 22 * 60, 22 * 60 + 5, 6 * 60 + 55, 7 * 60, 7 * 60 + 5,
  ]

  @Test(arguments: changes)
  func `are the tighter of both at a change`(minute: Int16) {
    #expect(limits(at: minute) == [50, 110])
  }

  @Test func `come into force as time passes, and an alarm keeps the limit of its data`() {
    var scene = scene(minute: 12 * 60)
    scene.beats(120, during: 0..<60)
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
    scene.happens(.timeOfDay(23 * 60), at: 60)
    scene.beats(120, during: 61..<100)
    #expect(scene.onsets(of: .heartRateHigh) == [66])
    #expect(scene.changes(of: .heartRateHigh).first?.alarm.limit == 110)
    scene.happens(.timeOfDay(12 * 60), at: 100)
    #expect(scene.ends(of: .heartRateHigh).isEmpty)
    scene.beats(120, during: 101..<120)
    #expect(scene.ends(of: .heartRateHigh) == [106], "inside by day")
  }

  @Test func `are the tighter of both again where the clock is lost`() {
    var scene = scene(minute: 12 * 60)
    scene.beats(120, during: 0..<30)
    scene.happens(.timeOfDay(nil), at: 30)
    scene.beats(120, during: 31..<60)
    #expect(scene.onsets(of: .heartRateHigh) == [36])
  }

  @Test func `of one person are no other's`() {
    var scene = scene(minute: 23 * 60)
    scene.beats(105, during: 0..<30, sensor: 2)
    #expect(scene.changes(of: .heartRateHigh).map(\.alarm.limit) == [100])
  }
}
