import Bluetooth
import Engine
import Readings

/// What the radio of a running box reports to the critical loop.
package enum RadioOutput: Sendable {
  case input(EngineInput)
  /// A person should know of this.
  case note(String)
  case record(HistoryChunk)
  /// How far an order about one device is.
  case visit(DeviceVisit)
  case link(SensorLink)
  /// The keys of all paired devices, which have changed and must be stored: the kernel loses them.
  case bonds(Bonds)
}

/// The radio of a running box. The critical loop serves it, so no call may wait. Tests use a double.
package protocol Radio: AnyObject {
  /// Descriptors that are readable while there are messages.
  var descriptors: [Int32] { get }
  /// When something is due even if no message arrives.
  var nextDeadline: Instant? { get }
  /// Handles a part of the input, or does what is due. Its outputs come before the next part, so that a lamp waits
  /// for no more than one message.
  /// - Parameter outputs: receives the results in order.
  /// - Returns: whether there is another part in this turn.
  func serve(at instant: Instant, into outputs: inout [RadioOutput]) -> Bool
  /// Fills a gap in the logbook from the history of a sensor, when nothing else is to be done.
  func fetch(_ wish: HistoryRequest, at instant: Instant)
  /// Handles an order of a person about one device.
  /// - Throws: why it cannot be carried out now.
  func carryOut(
    _ order: DeviceOrder, at instant: Instant, into outputs: inout [RadioOutput]
  ) throws(LapwingError)
  /// Changes which devices may be connected to, because other sensors are used or adopted.
  func follow(_ guests: ConnectionPermission)
  /// Leaves the adapter in the state that other programs expect.
  func end()
}
