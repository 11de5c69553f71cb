import Alarms
import Readings

/// When the box may start again on an order. For some seconds nothing is watched then, and what was counted towards an
/// alarm begins again.
struct RestartRule {
  var standing: [ConditionID] = []
  /// Whether an alarm is beginning: a value is beyond its limit and has not sounded yet.
  var isBeginning = false
  /// Whether a service manager starts the box again.
  var hasManager = true
  /// How long this run has lasted.
  var running: Duration

  /// Time enough for the sensors to be received again: a value beyond its limit then refuses the next order, so that
  /// orders one after the other keep no alarm from beginning.
  static let shortestRun = Duration.seconds(60)

  /// Why it may not; `nil` if it may.
  var refusal: LapwingError? {
    func refused(_ code: String, _ sentence: String) -> LapwingError {
      LapwingError(.unavailable, code: code, sentence)
    }
    if !standing.isEmpty {
      let names = standing.map(\.name).joined(separator: ", ")
      return refused(
        "alarm-stands", "the box does not start again while an alarm stands (\(names)); try again when it is over")
    }
    if isBeginning {
      return refused(
        "alarm-begins",
        "the box does not start again while a value is beyond its limit: its alarm may begin; try again when it is over"
      )
    }
    if !hasManager {
      return refused(
        "no-service", "this box does not run as a service, so nothing would start it again; stop it and start it")
    }
    if running < Self.shortestRun {
      return refused(
        "just-started", "the box has just started, and does not start again within a minute; try again then")
    }
    return nil
  }
}
