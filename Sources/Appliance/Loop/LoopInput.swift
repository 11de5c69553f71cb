import Alarms
import Control
import Engine
import Monitor
import Readings

/// What the rest of the appliance tells the critical loop.
package enum LoopInput: Sendable {
  /// Something happened: a command, a fault that a thread has found.
  case event(Event)
  /// The logbook is alive and has committed every alarm transition up to one.
  case committed(UInt64)
  /// Lines or sound card are there, or cannot be had.
  case opened(OpenedPart)
  /// Something that a person should know, in words.
  case note(String)
  /// Something that an earlier run left. Counts are on an axis that begins with this run.
  case earlierRun(EarlierRun.Item)
  /// All that an earlier run left, as far as it is known by now, stands before this; the loop answers.
  case recalled(isFromLog: Bool)
  /// The logbook has a hole that a sensor's own record may fill.
  case fetch(HistoryRequest)
  /// Somebody orders something over the control socket.
  case order(BoxOrder)
}
