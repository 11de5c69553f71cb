import Engine
import Radio
import Readings

/// A radio without an adapter: it returns what a test has prepared, at the next turn of the loop.
package final class FakeRadio: Radio {
  /// Its outputs at the next turn, once.
  package var next: [RadioOutput] = []
  /// Its outputs in the parts of the next turn before those of `next`.
  package var parts: [[RadioOutput]] = []
  /// Called before each part.
  package var willServe: () -> Void = {}
  /// Its outputs at every turn.
  package var always: [RadioOutput] = []
  /// The devices that it may connect to, as it was ordered; the latest last.
  package private(set) var guests: [ConnectionPermission] = []
  /// The histories that it was asked to download.
  package private(set) var wishes: [HistoryRequest] = []
  /// The orders about one device.
  package private(set) var orders: [DeviceOrder] = []
  /// Why it refuses them.
  package var refusal: LapwingError?
  package private(set) var hasEnded = false

  package init() {}

  package var descriptors: [Int32] { [] }
  package var nextDeadline: Instant? { nil }

  package func serve(at instant: Instant, into outputs: inout [RadioOutput]) -> Bool {
    willServe()
    if !parts.isEmpty {
      outputs += parts.removeFirst()
      return true
    }
    outputs += next + always
    next = []
    return false
  }

  package func fetch(_ wish: HistoryRequest, at instant: Instant) { wishes.append(wish) }
  package func carryOut(
    _ order: DeviceOrder, at instant: Instant, into outputs: inout [RadioOutput]
  ) throws(LapwingError) {
    if let refusal { throw refusal }
    orders.append(order)
  }
  package func follow(_ guests: ConnectionPermission) { self.guests.append(guests) }
  package func end() { hasEnded = true }
}
