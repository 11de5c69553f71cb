import Synchronization
import System

/// Counts the connections, of all and of each address. A connection beyond the limit is closed at once, so that others
/// need not wait for it.
final class ConnectionCount: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// - Returns: whether there is room for one more.
  func add(_ peer: String) -> Bool {
    counts.withLock { counts in
      let own = counts[peer, default: 0]
      guard counts.values.reduce(0, +) < HTTPLimits.connections else { return false }
      guard own < HTTPLimits.connectionsOfOne || InternetAddress.isLoopback(peer) else { return false }
      counts[peer] = own + 1
      return true
    }
  }

  func remove(_ peer: String) {
    counts.withLock { counts in
      let left = counts[peer, default: 0] - 1
      counts[peer] = left > 0 ? left : nil
    }
  }
}
