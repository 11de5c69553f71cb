import Alarms
import Readings
import Status

/// Holds a client of the socket to one pause of each alarm in ``interval``, so that a program in a loop does
/// not keep silent what begins again and again. It is told the time.
///
/// A client is a user of the machine: a program that connects again for each order, or that is started again each time,
/// is the same client. An order is taken where at least one of the alarms that sound was not silenced by that client
/// within ``interval``, so that a new alarm can be silenced at once.
package struct PauseLimit {
  /// The product's own rule. Nobody who has heard an alarm needs a second pause of it sooner.
  package static let interval = Duration.seconds(10)

  /// An alarm as one user has silenced it.
  private struct Pause: Hashable {
    let user: UInt32
    let condition: ConditionID
    let sensor: SensorIndex?
    let isTest: Bool

    init(_ alarm: AlarmTransition, _ user: UInt32) {
      self.user = user
      condition = alarm.condition
      sensor = alarm.sensor
      isTest = alarm.isTest
    }
  }

  private var takenAt: [Pause: Instant] = [:]

  package init() {}

  /// Why these alarms cannot be silenced once more by this user now; `nil` where they can.
  package func refusal(of alarms: [AlarmTransition], from user: UInt32, at instant: Instant) -> String? {
    var left = Self.interval
    var names: [String] = []
    for alarm in alarms {
      guard let taken = takenAt[Pause(alarm, user)] else { return nil }
      left = min(left, instant.duration(to: taken.advanced(by: Self.interval)))
      if !names.contains(alarm.condition.name) { names.append(alarm.condition.name) }
    }
    guard !alarms.isEmpty, left > .zero else { return nil }
    let seconds = Int(left.inSeconds.rounded(.up))
    return "you have just silenced \(names.joined(separator: ", ")), which is taken once in "
      + "\(Int(Self.interval.inSeconds)) s; try again in \(seconds) s"
  }

  /// Notes that an order of a user silences these alarms.
  package mutating func note(_ alarms: [AlarmTransition], from user: UInt32, at instant: Instant) {
    takenAt = takenAt.filter { $0.value.duration(to: instant) < Self.interval }
    for alarm in alarms { takenAt[Pause(alarm, user)] = instant }
  }
}

extension ApplianceStatus {
  /// The alarms that an order for silence is about: those that are heard, and of two directions of a quantity the newer.
  package func heard(by conditions: ConditionTable) -> [AlarmTransition] {
    let heard = alarms.filter {
      $0.activation == .on && SoundSignal(priority: $0.priority, family: conditions[$0.condition].family) == sound
    }
    let newest = heard.max { $0.sequence < $1.sequence }
    return heard.filter { $0.condition != newest?.condition.opposite }
  }
}
