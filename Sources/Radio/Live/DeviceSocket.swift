import Bluetooth
import Readings

/// The socket of a connection to one device, which ``DeviceLink`` serves. ``KernelSocket`` is the real one; tests have
/// their own.
package protocol DeviceSocket: AnyObject, Sendable {
  /// Writable when the attempt to connect has ended, readable while there are messages.
  var descriptor: Int32 { get }
  /// The kernel's number of why the attempt failed; 0 if the connection is established.
  var connectionError: Int32 { get }
  /// Reads one message, without waiting.
  func receive(into buffer: inout [UInt8]) -> KernelMessage
  /// - Returns: whether the whole message was accepted.
  func send(_ message: [UInt8]) -> Bool
}

/// Begins a connection from an adapter to a device.
package typealias DeviceConnector =
  @Sendable (_ adapter: DeviceAddress, _ device: LEAddress, LinkSecurity) throws(KernelSocketError) -> any DeviceSocket

extension KernelSocket: DeviceSocket {
  /// Connects through the kernel.
  package static let connector: DeviceConnector = { (adapter, device, security) throws(KernelSocketError) in
    try connection(from: adapter, to: device, security: security)
  }
}
