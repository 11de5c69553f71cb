import Control
import System

/// The entrance to the critical loop for all other threads: a ring, and the flag that wakes the loop.
package struct Inbox: OrderTaker {
  let ring: BoundedRing<LoopInput>

  package init(_ ring: BoundedRing<LoopInput>) { self.ring = ring }

  /// Posts an input to the loop.
  /// - Returns: `false` if there was no room for it.
  @discardableResult func post(_ input: LoopInput) -> Bool {
    guard ring.push(input) else { return false }
    ring.bell.ring()
    return true
  }

  package func post(_ order: BoxOrder, before deadline: Int64?) -> Bool { post(.order(order, before: deadline)) }
}
