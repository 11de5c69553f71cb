import Synchronization
import System

/// Counts the connections, of all and of each address. A connection beyond the limit is closed at once, so that others
/// need not wait for it. Neither this machine nor the network can take all places of the other.
package final class ConnectionCount: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// - Returns: whether there is room for one more.
  package func add(_ peer: String) -> Bool {
    counts.withLock { counts in
      let own = counts[peer, default: 0]
      let isHere = InternetAddress.isLoopback(peer)
      let kin = counts.reduce(0) { $0 + (InternetAddress.isLoopback($1.key) == isHere ? $1.value : 0) }
      guard kin < HTTPLimits.connections - HTTPLimits.kept, isHere || own < HTTPLimits.connectionsOfOne else {
        return false
      }
      guard counts.values.reduce(0, +) < HTTPLimits.connections else { return false }
      counts[peer] = own + 1
      return true
    }
  }

  package func remove(_ peer: String) {
    counts.withLock { counts in
      let left = counts[peer, default: 0] - 1
      counts[peer] = left > 0 ? left : nil
    }
  }
}
