import Engine
import Radio
import Readings

/// A radio without an adapter: it says what a test has it say, at the next turn of the loop.
package final class FakeRadio: Radio {
  /// What it says next, once.
  package var next: [RadioOutput] = []
  /// What it says at every turn.
  package var always: [RadioOutput] = []
  /// Whom it may connect to, as it was told; the latest last.
  package private(set) var guests: [RadioGuests] = []
  /// What it was asked to fetch.
  package private(set) var wishes: [HistoryRequest] = []
  package private(set) var hasEnded = false

  package init() {}

  package var descriptors: [Int32] { [] }
  package var nextDeadline: Instant? { nil }

  package func serve(at instant: Instant, into outputs: inout [RadioOutput]) {
    outputs += next + always
    next = []
  }

  package func fetch(_ wish: HistoryRequest, at instant: Instant) { wishes.append(wish) }
  package func follow(_ guests: RadioGuests) { self.guests.append(guests) }
  package func end() { hasEnded = true }
}
