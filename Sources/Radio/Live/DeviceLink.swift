import Bluetooth
import Readings

/// A connection to one device: its socket and its client, served by the owner of the epoll. Nothing of it waits.
///
/// A class, so that a beat that comes is taken in where the link lies: a dictionary would take memory to change it.
package final class DeviceLink {
  /// What became of a look at the socket.
  package enum Step: Equatable {
    /// Something has happened; there may be more.
    case done
    case nothing
    /// The connection has ended; the words say why.
    case ended(String)
  }

  /// Whom it is to.
  package let device: LEAddress
  private let socket: any DeviceSocket
  private var client: GATTClient
  /// Until when the connection must stand; `nil` once it does.
  private(set) var connectBy: Instant?
  package var hasGivenValue = false

  /// A connection that has begun.
  /// - Parameters:
  ///   - socket: of the connection.
  ///   - client: speaks over it, once it stands.
  ///   - end: when the attempt to connect is given up.
  package init(to device: LEAddress, over socket: any DeviceSocket, _ client: GATTClient, by end: Instant) {
    self.device = device
    self.socket = socket
    self.client = client
    connectBy = end
  }

  /// Writable once the connection stands or has failed, readable from then on while something has come.
  package var descriptor: Int32 { socket.descriptor }

  /// When ``advance(to:into:)`` has something to do next.
  package var nextDeadline: Instant? { connectBy ?? client.nextDeadline }

  /// The socket is writable: the connection stands, or has failed.
  package func finishConnecting() -> Step {
    let error = socket.connectionError
    guard error == 0 else { return .ended(LapwingError.reason(error)) }
    connectBy = nil
    return .done
  }

  /// Begins what the connection is for.
  package func start(at instant: Instant, into outputs: inout [GATTClient.Output]) {
    client.start(at: instant, into: &outputs)
  }

  /// Takes one message.
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

  /// Lets happen what is due.
  package func advance(to instant: Instant, into outputs: inout [GATTClient.Output]) -> Step {
    guard let due = nextDeadline, due <= instant else { return .nothing }
    guard connectBy == nil else { return .ended("it does not answer") }
    client.advance(to: instant, into: &outputs)
    return .done
  }

  /// Whether a value shows that the device does what it is connected for.
  package func isSignOfLife(_ characteristic: BluetoothUUID) -> Bool { client.isSignOfLife(characteristic) }

  /// Sends what the client wants sent.
  package func send(_ message: [UInt8]) -> Step { socket.send(message) ? .done : .ended("nothing can be sent to it") }

  /// Reads a characteristic beside the plan.
  package func read(_ characteristic: BluetoothUUID, at instant: Instant, into outputs: inout [GATTClient.Output]) {
    client.read(characteristic, at: instant, into: &outputs)
  }

  /// Writes to a characteristic beside the plan.
  package func write(
    _ message: [UInt8], to characteristic: BluetoothUUID, at instant: Instant,
    into outputs: inout [GATTClient.Output]
  ) {
    client.write(message, to: characteristic, at: instant, into: &outputs)
  }
}
