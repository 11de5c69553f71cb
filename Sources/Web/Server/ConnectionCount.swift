import NIOCore
import Readings
import Synchronization
import System

/// Counts the connections, of all and of each visitor. A connection beyond the limit is closed at once, so that others
/// need not wait for it. Neither this machine nor the network can take all places of the other, and strangers cannot take
/// those of visitors who have entered the code.
package final class ConnectionCount: Sendable {
  private struct State {
    var counts: [String: Int] = [:]
    /// Who has entered the code, the latest last.
    var known: [String] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// - Returns: whether there is room for one more.
  package func add(_ peer: String) -> Bool {
    let visitor = NetworkVisitor.of(peer)
    return state.withLock { state in
      let own = state.counts[visitor, default: 0]
      let isHere = InternetAddress.isLoopback(peer)
      let kin = state.counts.reduce(0) { $0 + (InternetAddress.isLoopback($1.key) == isHere ? $1.value : 0) }
      let isStranger = !isHere && !state.known.contains(visitor)
      let free = HTTPLimits.connections - HTTPLimits.kept - (isStranger ? HTTPLimits.keptForKnown : 0) - kin
      guard free > 0, isHere || own < HTTPLimits.connectionsOfOne else { return false }
      // However many places some have taken, the next visitor still finds one.
      guard !isStranger || own < max(1, free / 4) else { return false }
      guard state.counts.values.reduce(0, +) < HTTPLimits.connections else { return false }
      state.counts[visitor] = own + 1
      return true
    }
  }

  package func remove(_ peer: String) {
    let visitor = NetworkVisitor.of(peer)
    state.withLock { state in
      let left = state.counts[visitor, default: 0] - 1
      state.counts[visitor] = left > 0 ? left : nil
    }
  }

  /// Remembers that a browser with a valid cookie has come from there.
  package func know(_ peer: String) {
    let visitor = NetworkVisitor.of(peer)
    state.withLock { state in
      guard state.known.last != visitor else { return }
      state.known.removeAll { $0 == visitor }
      state.known.append(visitor)
      state.known.removeFirst(max(0, state.known.count - HTTPLimits.connections))
    }
  }

  /// How long a new connection may take until it has sent a whole head: less for a stranger while places are short.
  package func headTime(of peer: String) -> TimeAmount {
    let visitor = NetworkVisitor.of(peer)
    return state.withLock { state in
      let isShort = state.counts.values.reduce(0, +) > HTTPLimits.connections / 4
      let isStranger = !InternetAddress.isLoopback(peer) && !state.known.contains(visitor)
      return isShort && isStranger ? HTTPLimits.shortHeadTime : HTTPLimits.headTime
    }
  }
}
