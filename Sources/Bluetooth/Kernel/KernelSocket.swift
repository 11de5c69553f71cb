import CBluetooth
import Glibc
import Readings

package enum KernelSocketError: Error, Sendable, Equatable {
  /// This kernel has no Bluetooth, or this process may not use that family of sockets.
  case noBluetooth
  /// The process lacks CAP_NET_ADMIN or, for the monitor, CAP_NET_RAW.
  case noPermission
  /// Another error, with its number.
  case system(Int32)
}

package enum KernelMessage: Sendable, Equatable {
  case bytes(Int)
  case nothing
  /// The other end is gone, with the error number of the reason; 0 for an ordinary end.
  case closed(Int32)
}

/// A Bluetooth socket of the kernel: open and non-blocking. It is closed with its owner.
package final class KernelSocket: Sendable {
  package let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { cbluetooth_close(descriptor) }

  package static func management() throws(KernelSocketError) -> KernelSocket {
    let number = cbluetooth_open_management()
    guard number >= 0 else { throw KernelSocketError(errno) }
    let socket = KernelSocket(descriptor: number)
    guard cbluetooth_may_administer() == 1 else { throw .noPermission }
    return socket
  }

  /// Opens the socket of the monitor, which receives all traffic between the kernel, its adapters and their users.
  /// - Throws: `noPermission` if the process lacks CAP_NET_RAW.
  package static func monitor() throws(KernelSocketError) -> KernelSocket {
    let number = cbluetooth_open_monitor()
    guard number >= 0 else { throw KernelSocketError(errno) }
    return KernelSocket(descriptor: number)
  }

  /// Starts a connection to the attribute protocol of a device. It is established when the socket becomes writable
  /// without an error.
  package static func connection(
    from adapter: DeviceAddress, to device: LEAddress, security: LinkSecurity = .none
  ) throws(KernelSocketError) -> KernelSocket {
    let number = cbluetooth_start_connection(
      adapter.bytes, device.address.bytes, device.type.rawValue, security.rawValue)
    guard number >= 0 else { throw KernelSocketError(errno) }
    return KernelSocket(descriptor: number)
  }

  /// The error number of a failed connection; 0 after it is established.
  package var connectionError: Int32 { cbluetooth_connection_error(descriptor) }

  package func receive(into buffer: inout [UInt8]) -> KernelMessage {
    let count = buffer.withUnsafeMutableBytes { cbluetooth_receive(descriptor, $0.baseAddress, $0.count) }
    return Self.message(count)
  }

  private static func message(_ count: Int) -> KernelMessage {
    if count > 0 { return .bytes(count) }
    if count == 0 { return .closed(0) }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .nothing : .closed(errno)
  }

  /// Reads one message with the date at which the kernel received it, in microseconds since 1970; 0 if it has none.
  package func receiveDated(into buffer: inout [UInt8]) -> (message: KernelMessage, unixMicroseconds: Int64) {
    var microseconds: Int64 = 0
    let count = buffer.withUnsafeMutableBytes {
      cbluetooth_receive_dated(descriptor, $0.baseAddress, $0.count, &microseconds)
    }
    return (Self.message(count), microseconds)
  }

  /// Sends one message. Returns `false` if the kernel's buffer is full or the other end is gone.
  package func send(_ message: [UInt8]) -> Bool {
    message.withUnsafeBytes { cbluetooth_send(descriptor, $0.baseAddress, $0.count) } == message.count
  }
}

extension KernelSocketError {
  init(_ number: Int32) {
    switch number {
    case EAFNOSUPPORT, EPROTONOSUPPORT, ESOCKTNOSUPPORT: self = .noBluetooth
    case EPERM, EACCES: self = .noPermission
    default: self = .system(number)
    }
  }
}
