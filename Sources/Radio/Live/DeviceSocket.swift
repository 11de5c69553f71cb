import Bluetooth
import Readings

/// The socket of a connection to one device, which ``DeviceLink`` serves. The kernel's is ``KernelSocket``; a test has one
/// of its own.
package protocol DeviceSocket: AnyObject, Sendable {
  /// Writable once the connection stands or has failed, readable while something has come.
  var descriptor: Int32 { get }
  /// Why the connection failed, as the kernel's number; 0 where it stands.
  var connectionError: Int32 { get }
  /// Reads one message, without waiting.
  func receive(into buffer: inout [UInt8]) -> KernelMessage
  /// - Returns: whether the whole message was taken.
  func send(_ message: [UInt8]) -> Bool
}

/// Begins a connection from an adapter to a device.
package typealias DeviceConnector =
  @Sendable (_ adapter: DeviceAddress, _ device: LEAddress, LinkSecurity) throws(KernelSocketError) -> any DeviceSocket

extension KernelSocket: DeviceSocket {
  /// Connects by the kernel.
  package static let connector: DeviceConnector = { (adapter, device, security) throws(KernelSocketError) in
    try connection(from: adapter, to: device, security: security)
  }
}
