import Bluetooth
import Readings

/// A connection to one device: its socket and its client. The owner of the epoll serves it; no call waits.
///
/// A class, so that a message is handled in place: changing a value in a dictionary would allocate memory.
package final class DeviceLink {
  package enum Step: Equatable {
    /// Something was done; there may be more.
    case done
    case nothing
    /// The connection has ended; the text says why.
    case ended(String)
  }

  /// Whom it is to.
  package let device: LEAddress
  private let socket: any DeviceSocket
  private var client: GATTClient
  /// Until when the connection must be established; `nil` after that.
  private(set) var connectBy: Instant?
  package var hasGivenValue = false

  /// A connection whose attempt has begun.
  /// - Parameters:
  ///   - client: speaks over the socket once the connection is established.
  ///   - end: when the attempt is given up.
  package init(to device: LEAddress, over socket: any DeviceSocket, _ client: GATTClient, by end: Instant) {
    self.device = device
    self.socket = socket
    self.client = client
    connectBy = end
  }

  /// Writable when the attempt has ended; after that, readable while there are messages.
  package var descriptor: Int32 { socket.descriptor }

  /// When ``advance(to:into:)`` has something to do next.
  package var nextDeadline: Instant? { connectBy ?? client.nextDeadline }

  /// Ends the attempt after the socket became writable: the connection is established or has failed.
  package func finishConnecting() -> Step {
    let error = socket.connectionError
    guard error == 0 else { return .ended(LapwingError.reason(error)) }
    connectBy = nil
    return .done
  }

  package func start(at instant: Instant, into outputs: inout [GATTClient.Output]) {
    client.start(at: instant, into: &outputs)
  }

  package func receive(
    into buffer: inout [UInt8], at instant: Instant, _ outputs: inout [GATTClient.Output]
  ) -> Step {
    switch socket.receive(into: &buffer) {
    case .nothing: return .nothing
    case .closed(let reason): return .ended(LapwingError.reason(reason))
    case .bytes(let count):
      client.receive(buffer, count: count, at: instant, into: &outputs)
      return .done
    }
  }

  package func advance(to instant: Instant, into outputs: inout [GATTClient.Output]) -> Step {
    guard let due = nextDeadline, due <= instant else { return .nothing }
    guard connectBy == nil else { return .ended("it does not answer") }
    client.advance(to: instant, into: &outputs)
    return .done
  }

  /// Whether a value shows that the device does what it is connected for.
  package func isSignOfLife(_ characteristic: BluetoothUUID) -> Bool { client.isSignOfLife(characteristic) }

  package func send(_ message: [UInt8]) -> Step { socket.send(message) ? .done : .ended("nothing can be sent to it") }

  package func read(_ characteristic: BluetoothUUID, at instant: Instant, into outputs: inout [GATTClient.Output]) {
    client.read(characteristic, at: instant, into: &outputs)
  }

  package func write(
    _ message: [UInt8], to characteristic: BluetoothUUID, at instant: Instant,
    into outputs: inout [GATTClient.Output]
  ) {
    client.write(message, to: characteristic, at: instant, into: &outputs)
  }
}

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

package typealias DeviceConnector =
  @Sendable (_ adapter: DeviceAddress, _ device: LEAddress, LinkSecurity) throws(KernelSocketError) -> any DeviceSocket

extension KernelSocket: DeviceSocket {
  package static let connector: DeviceConnector = { (adapter, device, security) throws(KernelSocketError) in
    try connection(from: adapter, to: device, security: security)
  }
}
