import Readings
import Sessions
import Status

/// What the box said of itself at one moment.
struct BoxPicture: Sendable {
  /// Counts up; no two pictures have the same.
  let number: UInt64
  let status: BoxStatus
  /// When it said so, milliseconds since 1970.
  let heardAt: Int64
  /// The time of the box at that moment, s. That of the status is the time of its latest event, and stands still while
  /// nothing happens.
  let seconds: Double
  /// The values of the last half hour.
  let recent: RecentValues
}

extension BoxPicture {
  func age(of sensor: SensorReport) -> Double { sensor.ageSeconds + max(0, seconds - status.seconds) }

  /// Whether the latest value of a sensor is too old to say something of now.
  func isOld(_ quantity: Quantity, of sensor: SensorReport) -> Bool {
    age(of: sensor) > Double(HeldValues.longestHold(of: quantity)) / 1000
  }

  /// The time since the box last received a sensor, s.
  func silence(of sensor: SensorReport) -> Double { sensor.identity.silentSeconds + max(0, seconds - status.seconds) }
}

/// What the panel knows of the box. A page shows values only of one that answers.
enum BoxState: Sendable {
  case answers(BoxPicture)
  /// It does not answer.
  /// - Parameters:
  ///   - since: when it answered last, or since when it was asked, milliseconds since 1970.
  ///   - reason: a sentence of the control socket.
  case lost(since: Int64, reason: String)

  /// What it says of itself, while it answers.
  var status: BoxStatus? { picture?.status }

  var picture: BoxPicture? { if case .answers(let picture) = self { picture } else { nil } }

  /// Since when it does not answer.
  var lostSince: Int64? { if case .lost(let since, _) = self { since } else { nil } }
}
