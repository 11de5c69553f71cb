import Control
import System

/// The way in to the critical loop, for every other thread: a ring and the bell that wakes the loop.
package struct Inbox: OrderTaker {
  let ring: BoundedRing<LoopInput>

  package init(_ ring: BoundedRing<LoopInput>) { self.ring = ring }

  /// Hands the loop something.
  /// - Returns: whether there was room for it.
  @discardableResult func post(_ input: LoopInput) -> Bool {
    guard ring.push(input) else { return false }
    ring.bell.ring()
    return true
  }

  package func post(_ order: BoxOrder) -> Bool { post(.order(order)) }
}
