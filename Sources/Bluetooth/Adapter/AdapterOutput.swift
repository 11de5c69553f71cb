import Readings

/// A message to send or a report of ``AdapterControl``, for its driver.
package enum AdapterOutput: Sendable, Equatable {
  /// Send this message to the management socket.
  case send([UInt8])
  /// The adapter with this number and address listens. Connections may be made.
  case listening(adapter: UInt16, address: DeviceAddress)
  /// The adapter is missing or does not work; the text says why. Connections are lost.
  case down(String)
  /// The adapter works again.
  case up
  /// A message for people.
  case note(String)
  /// A step of the recovery that needs root.
  case rescue(RescueRequest)
}
