import Readings

/// The kernel's management of adapters, event by event.
package struct ManagementSocket: Sendable {
  /// What came of asking for the next event.
  package enum Received: Sendable, Equatable {
    /// What an adapter said.
    case event(adapter: UInt16, ManagementEvent)
    /// A message that is cut off.
    case broken
    case nothing
    /// The kernel has closed the socket, with its number of the reason; 0 for none.
    case closed(Int32)
  }

  private let socket: KernelSocket
  private var buffer = [UInt8](repeating: 0, count: Management.longestMessage)

  /// Opens it.
  /// - Throws: `noPermission` where this process lacks CAP_NET_ADMIN, `noBluetooth` where the kernel has none for it.
  package init() throws(KernelSocketError) { socket = try KernelSocket.management() }

  /// Its descriptor, for an epoll.
  package var descriptor: Int32 { socket.descriptor }

  /// The next event, without waiting for one.
  package mutating func next() -> Received {
    switch socket.receive(into: &buffer) {
    case .nothing: return .nothing
    case .closed(let reason): return .closed(reason)
    case .bytes(let count):
      let message = buffer.span.extracting(0..<count).bytes
      guard let (adapter, event) = ManagementEvent.parse(message) else { return .broken }
      return .event(adapter: adapter, event)
    }
  }

  /// Sends a command. `false` where it did not go.
  package func send(_ message: [UInt8]) -> Bool { socket.send(message) }
}
