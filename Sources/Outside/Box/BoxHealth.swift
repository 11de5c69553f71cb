import Control
import Readings
import Status

/// Whether the box's critical loop is alive: it must answer a question itself.
package struct BoxHealth: Sendable {
  let socket: String

  /// Waits for the answer for up to 5 s, as the page does.
  /// - Throws: why the box does not answer.
  @discardableResult
  package func ask() throws(LapwingError) -> BoxStatus {
    var client = try ControlClient(path: socket)
    return try client.status(isProved: true)
  }
}
