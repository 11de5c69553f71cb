import Flight
import Foundation
import Readings

/// What a sensor in a cabin sends, from the altitude of the cabin, and what the detector makes of it.
struct CabinTrace {
  /// Minutes and feet, linear between them.
  var altitude: [(minute: Double, feet: Double)]
  var interval = 60.0
  var co2: ((Double) -> Double)?
  /// Changes the pressure that is sent, by the minute; `nil` sends none.
  var spoil: (Double, Double) -> Double? = { _, pressure in pressure }
  /// The place of the sensor, by the minute.
  var sensor: (Double) -> UInt16 = { _ in 0 }
  var hasSession = true

  init(_ altitude: [(Double, Double)]) { self.altitude = altitude.map { (minute: $0.0, feet: $0.1) } }

  /// A pressurised flight of an hour from a field at 100 ft: it begins at minute 30 and ends at 102, with the pump before the
  /// take-off and the release at touchdown.
  static var airliner: CabinTrace {
    CabinTrace([
      (0, 100), (29.5, 100), (30, -40), (46, 6_800), (80, 6_800), (100, -100), (102, -100), (102.7, 100), (150, 100),
    ])
  }

  /// A light aircraft at 3,000 ft.
  static var lightAircraft: CabinTrace {
    CabinTrace([(0, 200), (20, 200), (25, 3_000), (60, 3_000), (66, 200), (120, 200)])
  }

  func feet(at minute: Double) -> Double {
    guard let next = altitude.firstIndex(where: { $0.minute >= minute }), next > 0 else {
      return minute <= (altitude.first?.minute ?? 0) ? altitude.first?.feet ?? 0 : altitude.last?.feet ?? 0
    }
    let (from, to) = (altitude[next - 1], altitude[next])
    return from.feet + (to.feet - from.feet) * (minute - from.minute) / (to.minute - from.minute)
  }

  /// The noise of a barometer, hPa: always the same, and never twice the same in a row.
  private func noise(_ step: Int) -> Double { [0.0, 0.1, -0.1, 0.1, 0.0, -0.1, 0.0][step % 7] }

  func changes(from start: Double = 0, with detector: inout PhaseDetector) -> [PhaseChange] {
    detector.isFlightExpected = hasSession
    var changes: [PhaseChange] = []
    let end = altitude.last?.minute ?? 0
    for step in 0..<Int(end * 60 / interval) {
      let seconds = Double(step) * interval + 7, minute = seconds / 60
      guard minute >= start else { continue }
      let feet = feet(at: minute) + (feet(at: minute) > 500 ? 8 * sin(Double(step)) : 0)
      let pressure = 1013.25 * pow(1 - feet * 6.8755856e-6, 5.2558797) + noise(step)
      _ = detector.take(
        pressure: spoil(minute, (pressure * 10).rounded() / 10), co2: co2?(minute), from: SensorIndex(sensor(minute)),
        at: Instant(seconds: seconds) ?? .start, isTimed: true, into: &changes)
    }
    return changes
  }

  func changes() -> [PhaseChange] {
    var detector = PhaseDetector()
    return changes(with: &detector)
  }

  func phases() -> [Phase] { changes().map(\.phase) }
}

extension Sequence<PhaseChange> {
  /// When a phase began, in minutes; `nil` if it was not found.
  func begin(of phase: Phase) -> Double? { first { $0.phase == phase }.map { $0.since.seconds / 60 } }
}
