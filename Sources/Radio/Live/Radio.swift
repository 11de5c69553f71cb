import Engine
import Readings

/// What the radio of a running box has to say.
package enum RadioOutput: Sendable {
  case input(EngineInput)
  /// A person should know of this.
  case note(String)
  /// What a sensor kept of the past, for the logbook.
  case record(HistoryChunk)
}

/// The radio of a running box, as the critical loop serves it. Nothing of it ever waits.
package protocol Radio: AnyObject {
  /// One of them is readable while something has come.
  var descriptors: [Int32] { get }
  /// When something is due even if nothing comes.
  var nextDeadline: Instant? { get }
  /// Takes what has come and does what is due.
  /// - Parameter outputs: get what there is to say, in its order.
  func serve(at instant: Instant, into outputs: inout [RadioOutput])
  /// A hole in the logbook is to be filled from a sensor's own record, when there is nothing else to do.
  func fetch(_ wish: HistoryRequest, at instant: Instant)
  /// Other sensors are used or are one's own.
  func follow(_ guests: RadioGuests)
  /// Leaves the adapter as others expect it.
  func end()
}
