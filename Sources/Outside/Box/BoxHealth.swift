import Control
import Readings

/// Whether the box's critical loop is alive: it must answer a question itself.
package struct BoxHealth: Sendable {
  let socket: String

  package init(socket: String) { self.socket = socket }

  /// Waits for the answer for up to 5 s, as the page does.
  /// - Throws: why the box is not heard.
  package func ask() throws(LapwingError) {
    var client = try ControlClient(path: socket)
    _ = try client.status(isProved: true)
  }
}
