import Alarms
import Sessions
import Readings

/// One thing to log. Times are dates, milliseconds since 1970, so that a row can be read without the rest.
package enum LogEntry: Sendable {
  /// A session has begun.
  case sessionStarted(at: Int64, profile: String)
  /// A sensor of a named model said something. Of some quantities it may have said what it cannot measure.
  case reading(Reading, of: String, from: DeviceAddress, at: Int64, implausible: [Quantity] = [])
  /// A sensor was not heard for some time, of which it keeps a record.
  case holeFound(HistoryGap)
  /// What the sensor kept of that time: a measurement and when it was taken. It is marked as `history` in the log, and was
  /// never alarmed for.
  case past(Measurements, in: HistoryGap, at: Int64, implausible: [Quantity] = [])
  /// There is no more to be had for that time.
  case holeClosed(HistoryGap)
  /// An alarm changed. The silence is until when its sound is paused or its acknowledgement counts.
  case alarm(AlarmTransition, at: Int64, sensor: DeviceAddress?, silentUntil: Int64? = nil, person: String? = nil)
  /// The box was asked for a weight-and-balance scenario: its place among how many, the verdict shown, and a line for a
  /// person with its file and why.
  case scenario(number: Int64, count: Int64, verdict: String, text: String?, at: Int64)
  /// A run of the appliance has begun. Where the box does not know the date, its stamps count from some other day.
  /// The mark is its own, for the comparison with other memories of it.
  /// With it comes when the machine was booted, by the same clock.
  case runStarted(at: Int64, isClockSet: Bool = true, mark: String? = nil, bootedAt: Int64? = nil)
  /// The date has become known: what this run has logged so far happened so many milliseconds later.
  case clockSet(by: Int64)
  /// Somebody has set a clock that was right: what this run logs from here on is stamped so many milliseconds later.
  case clockStepped(by: Int64)
  /// The run has ended: its recording was played to the end, or a person has stopped it.
  case runEnded(at: Int64, isFinished: Bool)
  /// The session has ended.
  case sessionEnded(SessionSummary, at: Int64)
}
