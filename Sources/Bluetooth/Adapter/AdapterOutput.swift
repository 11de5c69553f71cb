import Readings

/// A message to send or a report of ``AdapterControl``, for its driver.
package enum AdapterOutput: Sendable, Equatable {
  case send([UInt8])
  /// The adapter with this number and address listens. Connections may be made.
  case listening(adapter: UInt16, address: DeviceAddress)
  /// The adapter is missing or does not work; the text says why. Connections are lost.
  case down(String)
  case up
  case note(String)
  /// A step of the recovery that needs root.
  case rescue(RescueRequest)
}

/// A step of the recovery that needs root. The box asks for it, and `lapwing-rescue.service` carries it out.
package struct RescueRequest: Sendable, Equatable {
  package enum Step: String, Sendable, Equatable {
    /// Reset the rfkill switch of the adapter, which also lifts a block.
    case unblock
    /// Unbind and bind its driver, or restart the service that attaches its serial line.
    case rebind
  }

  package let step: Step
  /// The kernel's number of the adapter.
  package let adapter: UInt16

  package var line: String { "\(step.rawValue) hci\(adapter)\n" }
}
