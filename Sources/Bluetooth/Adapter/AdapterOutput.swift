import Readings

/// What ``AdapterControl`` wants done, and what it has to say.
package enum AdapterOutput: Sendable, Equatable {
  /// Send this to the management socket.
  case send([UInt8])
  /// The adapter listens: which, and its address. Connections may be made.
  case listening(adapter: UInt16, address: DeviceAddress)
  /// The adapter is not there or of no use; the sentence says why. Connections are lost.
  case down(String)
  /// It is of use again.
  case up
  /// What a person should know.
  case note(String)
  /// A step of the recovery that needs root.
  case rescue(RescueRequest)
}
