import CBluetooth
import Glibc
import Readings

/// Why a Bluetooth socket cannot be used.
package enum KernelSocketError: Error, Sendable, Equatable {
  /// This kernel has no Bluetooth, or this process may not use that family of sockets.
  case noBluetooth
  /// This process lacks CAP_NET_ADMIN, or for the monitor CAP_NET_RAW.
  case noPermission
  /// Something else: the kernel's number.
  case system(Int32)
}

/// What came of a read.
package enum KernelMessage: Sendable, Equatable {
  /// So many bytes of the buffer.
  case bytes(Int)
  case nothing
  /// The other end is gone, with the kernel's number of the reason; 0 for an ordinary end.
  case closed(Int32)
}

/// One of the kernel's Bluetooth sockets: open, non-blocking, closed with its owner.
package final class KernelSocket: Sendable {
  /// Its descriptor, for an epoll.
  package let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { cbluetooth_close(descriptor) }

  /// The socket of the adapters' management.
  package static func management() throws(KernelSocketError) -> KernelSocket {
    let number = cbluetooth_open_management()
    guard number >= 0 else { throw KernelSocketError(errno) }
    let socket = KernelSocket(descriptor: number)
    guard cbluetooth_may_administer() == 1 else { throw .noPermission }
    return socket
  }

  /// The socket of the monitor, which sees what passes between the kernel, its adapters and their users.
  /// - Throws: `noPermission` where this process lacks CAP_NET_RAW.
  package static func monitor() throws(KernelSocketError) -> KernelSocket {
    let number = cbluetooth_open_monitor()
    guard number >= 0 else { throw KernelSocketError(errno) }
    return KernelSocket(descriptor: number)
  }

  /// Starts a connection to a device's attribute protocol; it stands when the socket is writable without an error.
  package static func connection(
    from adapter: DeviceAddress, to device: LEAddress, security: LinkSecurity = .none
  ) throws(KernelSocketError) -> KernelSocket {
    let number = cbluetooth_start_connection(
      adapter.bytes, device.address.bytes, device.type.rawValue, security.rawValue)
    guard number >= 0 else { throw KernelSocketError(errno) }
    return KernelSocket(descriptor: number)
  }

  /// The kernel's number of why a started connection failed; 0 once it stands.
  package var connectionError: Int32 { cbluetooth_connection_error(descriptor) }

  /// Reads one message.
  package func receive(into buffer: inout [UInt8]) -> KernelMessage {
    let count = buffer.withUnsafeMutableBytes { cbluetooth_receive(descriptor, $0.baseAddress, $0.count) }
    return Self.message(count)
  }

  private static func message(_ count: Int) -> KernelMessage {
    if count > 0 { return .bytes(count) }
    if count == 0 { return .closed(0) }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .nothing : .closed(errno)
  }

  /// Reads one message, with the date at which the kernel took it: microseconds since 1970, 0 where it does not say.
  package func receiveDated(into buffer: inout [UInt8]) -> (message: KernelMessage, unixMicroseconds: Int64) {
    var microseconds: Int64 = 0
    let count = buffer.withUnsafeMutableBytes {
      cbluetooth_receive_dated(descriptor, $0.baseAddress, $0.count, &microseconds)
    }
    return (Self.message(count), microseconds)
  }

  /// Sends one message. `false` where it did not go: the kernel's buffer is full or the other end is gone.
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
