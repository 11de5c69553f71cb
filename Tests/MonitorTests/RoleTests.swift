import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// Whose a sensor is.
@Suite struct `A stranger's sensor` {
  /// A strap and an air sensor that are bad in every way.
  private func badThings(_ scene: inout MonitorScene, _ seconds: Range<Int>) {
    for second in seconds {
      scene.reads(
        .heartRateService, [.heartRateBeatsPerMinute: 190, .batteryPercent: 3], at: Double(second), sensor: 1
      ) {
        $0.contact = second % 50 < 40 ? .detected : .notDetected
      }
      scene.reads(
        .aranet4, [.co2PartsPerMillion: second % 100 < 80 ? 4_000 : 3, .batteryPercent: 2], at: Double(second),
        sensor: 0)
    }
  }

  @Test func `raises nothing, by its values, its faults, its battery or its silence`() {
    var scene = MonitorScene(profile: .cabin)
    for sensor in [UInt16(0), 1] { scene.assigns(.stranger, to: sensor, at: 0) }
    badThings(&scene, 0..<400)
    scene.waits(until: 3_000)
    #expect(scene.done.isEmpty)
  }

  @Test func `makes nothing green, and beside a bed watches over nobody`() {
    var scene = MonitorScene(profile: .bedside)
    scene.assigns(.stranger, to: 1, at: 0)
    scene.beats(72, during: 0..<100)
    #expect(scene.pattern(of: .green, at: 99) == .off)
    #expect(scene.onsets(of: .notWatched) == [60])
    #expect(scene.present(at: 99) == [.notWatched: .medium])
  }

  @Test func `that was one's own ends with all its alarms, also what has latched`() {
    var scene = MonitorScene(latchesSound: true)
    scene.beats(150, during: 0..<40)
    scene.beats(72, during: 40..<60)
    #expect(scene.changes(of: .heartRateHigh).last?.alarm.presence == .latched)
    badThings(&scene, 60..<200)
    scene.assigns(.stranger, to: 0, at: 200)
    scene.assigns(.stranger, to: 1, at: 200)
    #expect(scene.present(at: 200).isEmpty)
    scene.waits(until: 300)
    #expect(scene.sound(at: 290) == nil)
    let last = Dictionary(
      scene.done.compactMap {
        if case .alarm(let alarm) = $0.action { (alarm.condition, alarm.presence) } else { nil }
      },
      uniquingKeysWith: { $1 })
    #expect(last.values.allSatisfy { $0 == .off }, "\(last)")
  }

  @Test func `that becomes one's own is counted from then on, and back and forth again and again`() {
    var scene = MonitorScene()
    for round in 0..<5 {
      let start = round * 100
      scene.assigns(.stranger, to: 1, at: Double(start))
      scene.heartRate(150, during: start..<start + 40)
      #expect(scene.present(at: Double(start) + 39).isEmpty)
      scene.assigns(.adopted, to: 1, at: Double(start) + 40)
      scene.heartRate(150, during: start + 40..<start + 60)
    }
    let onsets: [Double] = [50, 150, 250, 350, 450]
    #expect(scene.onsets(of: .heartRateHigh) == onsets)
    #expect(scene.onsets(of: .noData).count <= 5)
  }

  @Test func `does not become missed by being one's own before it has said anything`() {
    var scene = MonitorScene()
    scene.assigns(.adopted, to: 1, at: 0)
    scene.waits(until: 1_000)
    #expect(scene.onsets(of: .noData).isEmpty)
  }
}

@Suite struct `A sensor that is forgotten` {
  @Test func `is gone with its alarms, and its place is free for another one`() {
    var scene = MonitorScene()
    scene.beats(150, during: 0..<30)
    scene.co2(2_900, during: 0..<60)
    scene.happens(.forgotten(SensorIndex(1)), at: 60)
    #expect(scene.present(at: 60) == [.co2High: .high, .co2Medium: .medium])
    scene.co2(600, during: 65..<200, sensor: 1)
    scene.waits(until: 210)
    #expect(scene.onsets(of: .heartRateHigh).count == 1)
    #expect(scene.onsets(of: .noData).filter { $0 > 60 && $0 < 200 }.isEmpty)
  }

  @Test func `leaves the others at their places`() {
    var scene = MonitorScene()
    for second in 0..<60 {
      for sensor in [UInt16(1), 2, 3] {
        scene.beats(sensor == 3 ? 150 : 72, during: second..<second + 1, sensor: sensor)
      }
      if second == 30 { scene.happens(.forgotten(SensorIndex(1)), at: 30.5) }
      if second == 30 { scene.assigns(.stranger, to: 1, at: 30.6) }
    }
    #expect(scene.changes(of: .heartRateHigh).map(\.alarm.sensor) == [SensorIndex(3)])
    #expect(scene.onsets(of: .noData).isEmpty)
  }

  @Test func `and never was there does no harm`() {
    var scene = MonitorScene()
    for sensor in [UInt16(0), 63, 64, .max] { scene.happens(.forgotten(SensorIndex(sensor)), at: 1) }
    #expect(scene.done.isEmpty)
  }
}

@Suite struct `A sensor with limits of its own` {
  @Test func `is judged by them, and the others by those of the room`() {
    var scene = MonitorScene()
    scene.assigns(
      SensorRole(isAdopted: true, limits: [.temperatureLow: -30, .temperatureHigh: -15]), to: 5, at: 0)
    for second in stride(from: 0, to: 400, by: 10) {
      scene.reads(.ruuviTag, [.temperatureCelsius: -18], at: Double(second), sensor: 5)
      scene.reads(.ruuviTag, [.temperatureCelsius: 21], at: Double(second), sensor: 6)
    }
    #expect(scene.done.allSatisfy { if case .alarm = $0.action { false } else { true } })
    for second in stride(from: 400, to: 800, by: 10) {
      scene.reads(.ruuviTag, [.temperatureCelsius: -10], at: Double(second), sensor: 5)
      scene.reads(.ruuviTag, [.temperatureCelsius: 21], at: Double(second), sensor: 6)
    }
    #expect(scene.onsets(of: .temperatureHigh) == [520])
    #expect(scene.changes(of: .temperatureHigh).first?.alarm.limit == -15)
    #expect(scene.changes(of: .temperatureHigh).first?.alarm.sensor == SensorIndex(5))
  }
}
