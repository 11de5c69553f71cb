import Control
import Engine
import Monitor

package enum LoopInput: Sendable {
  /// An event: a command, or a fault that a thread has found.
  case event(Event)
  /// The logbook works and has committed every alarm transition up to this sequence number.
  case committed(UInt64)
  /// Lines or sound card were opened, or could not be opened.
  case opened(OpenedPart)
  case network(NetworkMode)
  case power(BoardPower)
  case note(String)
  /// A part of the state of an earlier run. Counts are on a time axis that begins with this run.
  case earlierRun(EarlierRun.Item)
  /// The whole known state of an earlier run has been sent before this. The loop answers with an output.
  case recalled(isFromLog: Bool)
  /// The logbook has a gap that the history of a sensor may fill.
  case fetch(HistoryRequest)
  /// An order from the control socket, and the millisecond of the kernel's monotonic clock after which it is refused.
  case order(BoxOrder, before: Int64?)
}
