/// A step of an adapter's recovery that needs root: the appliance asks for it, `lapwing-rescue.service` does it.
package struct RescueRequest: Sendable, Equatable {
  /// What is to be done.
  package enum Step: String, Sendable, Equatable {
    /// Switch it off and on by rfkill; a block is lifted.
    case unblock
    /// Take its driver away and give it back; or restart what attaches its serial line.
    case rebind
  }

  /// What is to be done.
  package let step: Step
  /// The kernel's number of the adapter.
  package let adapter: UInt16

  package init(step: Step, adapter: UInt16) {
    self.step = step
    self.adapter = adapter
  }

  /// The line that the rescue reads.
  package var line: String { "\(step.rawValue) hci\(adapter)\n" }
}
