import Readings

/// What is read, written and subscribed on a connection, in this order.
package struct ConnectionPlan: Sendable, Equatable {
  package struct Access: Sendable, Equatable {
    package let characteristic: BluetoothUUID
    /// The time between two reads; `nil` to subscribe instead.
    package let readEvery: Duration?
    /// A message to write instead of reading or subscribing: once, or again after ``readEvery``; `nil` for no write.
    package let message: [UInt8]?
    /// The longest time between two notifications of a working device; `nil` if it may be silent for longer.
    package let speaksWithin: Duration?

    package init(
      _ characteristic: BluetoothUUID, readEvery: Duration?, writing message: [UInt8]? = nil,
      speaksWithin: Duration? = nil
    ) {
      self.characteristic = characteristic
      self.readEvery = readEvery
      self.message = message
      self.speaksWithin = speaksWithin
    }
  }

  /// In the order of execution.
  package let accesses: [Access]

  package init(_ accesses: [Access]) { self.accesses = accesses }

  /// Whether a value shows that the device does what it is connected for. If it should notify by itself, only
  /// notifications count: a hung strap may still report its battery.
  func isSignOfLife(_ characteristic: BluetoothUUID) -> Bool {
    guard accesses.contains(where: { $0.speaksWithin != nil }) else { return true }
    return accesses.contains { $0.characteristic == characteristic && $0.readEvery == nil && $0.message == nil }
  }
}
