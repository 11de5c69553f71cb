import Alarms
import Engine
import Readings
import Settings

/// An order that the critical loop has not answered.
struct PendingOrder {
  /// What the server does when the loop has carried out an order.
  enum Sequel {
    case nothing
    /// Checks that the list of adopted sensors was stored, which another thread does.
    case storesList
    /// Remembers that these alarms were silenced for a user.
    case silences([AlarmTransition], UInt32)
    /// Sends the status to all who have asked for a proof of life.
    case provesLife
    case endsSession
    /// Uses these settings from now on, and reports the notices after those of the loop; with the change that was made, if there was
    /// one.
    case reloads(Configuration, [OrderNotice], after: SettingsReport?)
  }

  /// The number of the connection that it came by; `nil` for a signal of the process.
  let client: Int?
  var sequel = Sequel.nothing
}

/// The orders that the critical loop has not answered, by number. The loop answers with the number.
///
/// It belongs to ``ControlServerState`` and its thread.
struct PendingOrders {
  private var orders: [UInt32: PendingOrder] = [:]
  private var latest: UInt32 = 0

  mutating func nextNumber() -> UInt32 {
    latest &+= 1
    return latest
  }

  mutating func add(_ order: PendingOrder, number: UInt32) { orders[number] = order }

  /// Removes the order that the loop has answered; `nil` if it does not wait any more.
  mutating func remove(_ number: UInt32) -> PendingOrder? { orders.removeValue(forKey: number) }

  var hasProof: Bool { orders.values.contains { if case .provesLife = $0.sequel { true } else { false } } }

  func hasOrder(of client: Int) -> Bool { orders.values.contains { $0.client == client } }
}
