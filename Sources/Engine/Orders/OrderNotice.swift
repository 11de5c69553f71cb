import Alarms
import Monitor
import Readings
import SensorProtocols

/// What a person should know of an order that was carried out, beside that it was.
package enum OrderNotice: Sendable, Equatable {
  case drinkNoted(millilitres: Int, total: Int)
  case drinkTakenBack(total: Int)
  case caffeineNoted
  case caffeineTakenBack
  /// A person, or everybody, is on standby.
  case standby(whose: String, hours: Double)
  /// The session began though the box is not ready.
  case startedUnready(reasons: String)
  case notReceived(DeviceAddress)
  case stillListed(DeviceAddress, person: String, new: DeviceAddress)
  case limitsOfAdult(DeviceAddress)
  /// A strap beside a bed that has sent no beats with skin contact so far.
  case withoutBeats(DeviceAddress)
  /// The order has ended the watch over what an alarm is about, and so the alarm.
  case alarmEnded(ConditionID, Priority, DeviceAddress?, person: String?)
  /// The order is in force and cannot be stored, so it is lost at the next start.
  case notStored(reason: String)
  /// These keys of the configuration wait.
  case atNextStart(keys: [String])
  /// A list of a file is not in force, since another file has one.
  case shadowed(key: String, place: String, winner: String)
  case notWatched(Unwatched.Gap)

  /// The stable name of a case.
  package enum Code: String, Sendable, CaseIterable {
    case drinkNoted = "drink-noted"
    case drinkTakenBack = "drink-taken-back"
    case caffeineNoted = "caffeine-noted"
    case caffeineTakenBack = "caffeine-taken-back"
    case standby
    case startedUnready = "started-unready"
    case notReceived = "not-received"
    case stillListed = "still-listed"
    case limitsOfAdult = "limits-of-adult"
    case withoutBeats = "without-beats"
    case alarmEnded = "alarm-ended"
    case notStored = "not-stored"
    case atNextStart = "at-next-start"
    case shadowed
    case notWatched = "not-watched"
  }

  package var code: Code {
    switch self {
    case .drinkNoted: .drinkNoted
    case .drinkTakenBack: .drinkTakenBack
    case .caffeineNoted: .caffeineNoted
    case .caffeineTakenBack: .caffeineTakenBack
    case .standby: .standby
    case .startedUnready: .startedUnready
    case .notReceived: .notReceived
    case .stillListed: .stillListed
    case .limitsOfAdult: .limitsOfAdult
    case .withoutBeats: .withoutBeats
    case .alarmEnded: .alarmEnded
    case .notStored: .notStored
    case .atNextStart: .atNextStart
    case .shadowed: .shadowed
    case .notWatched: .notWatched
    }
  }

  package var sentence: String {
    switch self {
    case .drinkNoted(let millilitres, let total):
      return "\(millilitres) ml recorded, \(total) ml in this session"
    case .drinkTakenBack(let total):
      return "the latest drink is taken back, \(total) ml in this session"
    case .caffeineNoted: return "caffeine recorded"
    case .caffeineTakenBack: return "the caffeine is taken back"
    case .standby(let whose, let hours):
      let hours = Int64(exactly: hours).map(\.description) ?? hours.description
      return "\(whose): not watched for \(hours) h, or until the heart rate is received for 30 s"
    case .startedUnready(let reasons): return "started, but \(reasons)"
    case .notReceived(let sensor):
      return "\(sensor) has not been received yet; an alarm follows if it stays silent"
    case .stillListed(let old, let person, let new):
      return
        "the configuration still lists \(old) for \(person); write \(new) there, or the box waits for \(old) again"
    case .limitsOfAdult(let sensor):
      return
        "\(sensor) has the limits of an adult; for a child, an infant, an athlete, a pacemaker or atrial "
        + "fibrillation say --kind, or set the person's kind"
    case .withoutBeats(let sensor):
      return "\(sensor) has sent no beats with skin contact so far; \(WithoutBeats.sentence)"
    case .alarmEnded(let condition, let priority, let sensor, let person):
      let whose = (sensor.map { " at \($0)" } ?? "") + (person.map { ", \($0)" } ?? "")
      return "\(condition.name) (\(priority.name))\(whose) has ended: it is not watched any more"
    case .notStored(let reason): return "\(reason): the order holds only until the next start"
    case .atNextStart(let keys):
      return "\(keys.joined(separator: ", ")): taken over at the next start only"
    case .shadowed(let key, let place, let winner):
      return "\(key) of \(place) is not in force: \(winner) has a list of its own, which wins whole"
    case .notWatched(let gap): return "not watched: \(gap.sentence)"
    }
  }
}
