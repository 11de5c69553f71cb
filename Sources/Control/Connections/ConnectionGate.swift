import Readings

/// Decides who stays connected to the control socket when it is full. All users share the usual places. Some more are
/// kept for the owners (``ControlOwners``), so that no group member can lock these out.
package struct ConnectionGate {
  package struct Holder {
    /// The user of the client, by number.
    package var user: UInt32
    /// Since when sent data has not been read; `nil` if all of it has.
    package var unreadSince: Instant?
    package var lastReceived: Instant
    /// Whether it follows events or waits for an answer. Then its silence does not count.
    package var isWaiting: Bool
  }

  package enum Decision: Equatable {
    case room
    /// The client with this index must be closed first.
    case cut(Int)
  }

  /// The number of places for all users. No sensible use needs more.
  package static let usual = 16
  /// The number of places kept for the owners: a few command lines and a screen. What reports and what serves the page may
  /// take those of members too.
  package static let kept = 4

  package let owners: Set<UInt32>

  package init(owners: Set<UInt32>) {
    self.owners = owners
  }

  /// Whether there is a place for one more client of a user, or which client must go.
  package func decision(for user: UInt32, among holders: [Holder]) -> Decision {
    let isOwner = owners.contains(user)
    let rivals = holders.indices.filter { isOwner || !owners.contains(holders[$0].user) }
    guard rivals.count >= (isOwner ? Self.usual + Self.kept : Self.usual) else { return .room }
    // A client that does not read goes first, however new it is; then the one that has been silent for longest.
    if let unread = rivals.filter({ holders[$0].unreadSince != nil })
      .min(by: { (holders[$0].unreadSince ?? .start) < (holders[$1].unreadSince ?? .start) })
    {
      return .cut(unread)
    }
    let silent = rivals.filter { !holders[$0].isWaiting }
    if let longest = silent.min(by: { holders[$0].lastReceived < holders[$1].lastReceived }) { return .cut(longest) }
    // All clients follow and read. The user with the most clients gives up the newest one; the new client's own user,
    // if it is one of these. So an order always gets a place, and no user takes more than a share. An owner takes it from
    // members while they have one: a process that reports an alarm needs several.
    let members = isOwner ? rivals.filter { !owners.contains(holders[$0].user) } : []
    let byUser = Dictionary(grouping: members.isEmpty ? rivals : members, by: { holders[$0].user })
    let most = byUser.values.map(\.count).max() ?? 0
    let giving = byUser[user].flatMap { $0.count == most ? $0 : nil } ?? byUser.values.first { $0.count == most }
    return (giving?.last ?? rivals.last).map(Decision.cut) ?? .room
  }
}
