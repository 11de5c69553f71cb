import Bluetooth
import Readings

/// A connection to one device: its socket and its client, served by whoever waits for the socket. Nothing of it waits.
///
/// A class, so that a beat that comes is taken in where the link lies: a dictionary would take memory to change it.
final class DeviceLink {
  /// What became of a look at the socket.
  enum Step: Equatable {
    /// Something has happened; there may be more.
    case done
    case nothing
    /// The connection has ended; the words say why.
    case ended(String)
  }

  /// Whom it is to.
  let device: LEAddress
  private let socket: KernelSocket
  private var client: GATTClient
  /// Until when the connection must stand; `nil` once it does.
  private(set) var connectBy: Instant?
  var hasGivenValue = false

  /// Starts a connection.
  init(
    from adapter: DeviceAddress, to device: LEAddress, _ security: LinkSecurity, _ client: GATTClient, by end: Instant
  ) throws(KernelSocketError) {
    self.device = device
    self.client = client
    connectBy = end
    socket = try KernelSocket.connection(from: adapter, to: device, security: security)
  }

  /// Writable once the connection stands or has failed, readable from then on while something has come.
  var descriptor: Int32 { socket.descriptor }

  /// When ``advance(to:into:)`` has something to do next.
  var nextDeadline: Instant? { connectBy ?? client.nextDeadline }

  /// The socket is writable: the connection stands, or has failed.
  func finishConnecting() -> Step {
    let error = socket.connectionError
    guard error == 0 else { return .ended(ApplianceError.reason(error)) }
    connectBy = nil
    return .done
  }

  /// Begins what the connection is for.
  func start(at instant: Instant, into outputs: inout [GATTClient.Output]) { client.start(at: instant, into: &outputs) }

  /// Takes one message.
  func receive(
    into buffer: inout [UInt8], at instant: Instant, _ outputs: inout [GATTClient.Output]
  ) -> Step {
    switch socket.receive(into: &buffer) {
    case .nothing: return .nothing
    case .closed(let reason): return .ended(ApplianceError.reason(reason))
    case .bytes(let count):
      client.receive(buffer, count: count, at: instant, into: &outputs)
      return .done
    }
  }

  /// Lets happen what is due.
  func advance(to instant: Instant, into outputs: inout [GATTClient.Output]) -> Step {
    guard let due = nextDeadline, due <= instant else { return .nothing }
    guard connectBy == nil else { return .ended("it does not answer") }
    client.advance(to: instant, into: &outputs)
    return .done
  }

  /// Whether a value shows that the device does what it is connected for.
  func isSignOfLife(_ characteristic: BluetoothUUID) -> Bool { client.isSignOfLife(characteristic) }

  /// Sends what the client wants sent.
  func send(_ message: [UInt8]) -> Step { socket.send(message) ? .done : .ended("nothing can be sent to it") }

  /// Reads a characteristic beside the plan.
  func read(_ characteristic: BluetoothUUID, at instant: Instant, into outputs: inout [GATTClient.Output]) {
    client.read(characteristic, at: instant, into: &outputs)
  }

  /// Writes to a characteristic beside the plan.
  func write(
    _ message: [UInt8], to characteristic: BluetoothUUID, at instant: Instant,
    into outputs: inout [GATTClient.Output]
  ) {
    client.write(message, to: characteristic, at: instant, into: &outputs)
  }
}
