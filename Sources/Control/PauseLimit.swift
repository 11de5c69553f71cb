import Alarms
import Engine
import Readings
import Status

/// Limits each client of the socket to one pause of an alarm per ``interval``, so that a program in a loop cannot keep
/// an alarm silent. The caller passes the time.
///
/// A client is a user of the machine, so connecting again or starting the program again makes no difference. An order
/// is accepted if this client has not silenced at least one of the sounding alarms within ``interval``. So a new alarm
/// can be silenced immediately.
///
/// A pause ends, and a program in a loop would begin the next one at once. So a client that repeats its orders is refused by
/// the rule of a stuck button (``ButtonGuard``), whether it was accepted before or not.
package struct PauseLimit {
  /// Our own choice. A person who has noticed an alarm does not need a second pause sooner.
  package static let interval = Duration.seconds(10)

  /// An alarm that one user has silenced.
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

  /// The users who have ordered silence, each as a button.
  private var guards: [UInt32: ButtonGuard] = [:]

  package init() {}

  /// Counts an order for silence of a user.
  /// - Returns: why it does not count; `nil` if it may.
  package mutating func refusalOfRepeats(from user: UInt32, at instant: Instant) -> String? {
    guard !guards[user, default: ButtonGuard()].press(at: instant) else { return nil }
    return "you order silence again and again, as a button that is stuck, and no alarm would be heard; stop for "
      + "\(Int(ButtonGuard.rest.inSeconds)) s, and then try again"
  }

  /// Why this user cannot silence these alarms again now; `nil` if it is allowed.
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
    return "you have just silenced \(names.joined(separator: ", ")), which is possible only once in "
      + "\(Int(Self.interval.inSeconds)) s; try again in \(seconds) s"
  }

  /// Records that an order of a user silences these alarms.
  package mutating func note(_ alarms: [AlarmTransition], from user: UInt32, at instant: Instant) {
    takenAt = takenAt.filter { $0.value.duration(to: instant) < Self.interval }
    for alarm in alarms { takenAt[Pause(alarm, user)] = instant }
  }
}

extension ApplianceStatus {
  /// The alarms that an order for silence applies to: those that sound, and of two opposite conditions of one quantity
  /// only the newer.
  package func heard(by conditions: ConditionTable) -> [AlarmTransition] {
    let heard = alarms.filter {
      $0.activation == .on && SoundSignal(priority: $0.priority, family: conditions[$0.condition].family) == sound
    }
    let newest = heard.max { $0.sequence < $1.sequence }
    return heard.filter { $0.condition != newest?.condition.opposite }
  }
}
