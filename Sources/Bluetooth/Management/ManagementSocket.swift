/// The management socket of the kernel, read event by event without waiting.
package struct ManagementSocket: Sendable {
  package enum Received: Sendable, Equatable {
    case event(adapter: UInt16, ManagementEvent)
    /// A message that is cut off.
    case broken
    case nothing
    /// The kernel has closed the socket, with the error number of the reason; 0 if there is none.
    case closed(Int32)
  }

  private let socket: KernelSocket
  private var buffer = [UInt8](repeating: 0, count: Management.longestMessage)

  /// Opens the socket.
  /// - Throws: `noPermission` if the process lacks CAP_NET_ADMIN, `noBluetooth` if the kernel has no Bluetooth.
  package init() throws(KernelSocketError) { socket = try KernelSocket.management() }

  package var descriptor: Int32 { socket.descriptor }

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

  /// Sends a command. Returns `false` if it was not sent.
  package func send(_ message: [UInt8]) -> Bool { socket.send(message) }
}
