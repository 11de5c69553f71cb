import Alarms
import Sessions
import Readings

/// One entry for the logbook. All times are milliseconds since 1970, so that each row can be read without others.
package enum LogEntry: Sendable {
  case sessionStarted(at: Int64, profile: String)
  /// What a person has said about the present session.
  case sessionDetails(SessionDetails)
  /// A phase of the present session has begun. The source is a word of `PhaseSource`, with a probability from 0 to 1 if
  /// no person has set it.
  case phase(String, since: Int64, source: String, probability: Double? = nil)
  /// Something was drunk in the present session, ml. The identity is a UUID.
  case drink(id: String, millilitres: Int64, at: Int64)
  /// The latest drink of the present session was recorded by mistake.
  case drinkTakenBack
  /// When caffeine was taken in the present session; `nil` if it was recorded by mistake.
  case caffeine(at: Int64?)
  /// A person has confirmed where the sensor of the present session lies.
  case placementConfirmed
  /// A person has begun the present session without these items of the checklist, such as "sensor, placement".
  case checklist(missing: String)
  /// A reading of a sensor, with the name of its model and the quantities whose value the sensor cannot measure.
  case reading(Reading, of: String, from: DeviceAddress, at: Int64, implausible: [Quantity] = [])
  /// A gap was found: the sensor has a history of a time in which it was not received.
  case gapFound(HistoryGap)
  /// A measurement from the sensor's history, with the time at which it was taken. It is marked as `history` in the
  /// logbook and never raises an alarm.
  case past(Measurements, in: HistoryGap, at: Int64, implausible: [Quantity] = [])
  case gapClosed(HistoryGap)
  /// An alarm has changed. `silentUntil` is the end of its pause or acknowledgement.
  case alarm(AlarmTransition, at: Int64, sensor: DeviceAddress?, silentUntil: Int64? = nil, person: String? = nil)
  /// A person has asked the box for a loading: its number among `count` files, the verdict shown, and a text with the
  /// file and the reason.
  case scenario(number: Int64, count: Int64, verdict: String, text: String?, at: Int64)
  /// A run has begun. If the clock is not set, its times are wrong by a constant. `mark` identifies the run in other
  /// files; `bootedAt` is when the machine was booted, by the same clock.
  case runStarted(at: Int64, isClockSet: Bool = true, mark: String? = nil, bootedAt: Int64? = nil)
  /// The date has become known: the entries of this run so far happened later by this number of milliseconds.
  case clockSet(by: Int64)
  /// A clock that was set has been changed: the following entries have times that are later by this number of
  /// milliseconds.
  case clockStepped(by: Int64)
  /// The run has ended: its recording has ended (`isFinished`), or a person has stopped it.
  case runEnded(at: Int64, isFinished: Bool)
  case sessionEnded(SessionSummary, at: Int64)
}
