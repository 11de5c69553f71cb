import Alarms
import Engine
import Readings
import Settings
import Status

/// What a box needs for its purpose, and what of it is missing at this moment.
struct StartNeeds {
  /// What the box shall be for, by its settings. It may still work for something else.
  let profile: BoxProfile
  /// `nil` for a box that does not answer.
  let status: BoxStatus?

  /// Whether a sensor is of the kind that the purpose is about.
  func isNeeded(_ sensor: SensorReport) -> Bool {
    SensorKind.allCases.first { $0.name == sensor.identity.kind }.map { ReadinessCheck.isNeeded($0, in: profile) }
      ?? false
  }

  /// Whether the sensor is still missing without which the box is of no use.
  var isSensorMissing: Bool {
    status?.sensors.contains { $0.identity.isAdopted && isNeeded($0) } == false
  }

  /// What is received, in an order that keeps still under a finger: what the purpose needs first, and of this the nearest.
  var sensors: [SensorReport] {
    let nearest = status?.sensors.nearestFirst ?? []
    return nearest.filter(isNeeded) + nearest.filter { !isNeeded($0) }
  }

  /// Whether something that is watched gives no good data at this moment, or is not watched on purpose.
  private var isBlind: Bool {
    let alarms = status?.alarms ?? []
    return alarms.contains { alarm in
      alarm.isTest != true && Self.blindness.contains { $0.name == alarm.condition }
    }
  }

  private static let blindness: [ConditionID] = [
    .noData, .noContact, .implausible, .frozen, .notWatched, .standby, .adapterGone,
  ]

  /// What the last step says.
  enum Outcome { case lost, waits(now: BoxProfile), unwatched, watched }

  var outcome: Outcome {
    guard let status else { return .lost }
    if let now = BoxProfile(rawValue: status.profile), now != profile { return .waits(now: now) }
    return isSensorMissing || !status.notWatched.isEmpty || isBlind ? .unwatched : .watched
  }
}
