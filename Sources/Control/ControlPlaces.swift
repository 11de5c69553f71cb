import Readings

/// Who stays connected to the control socket where more want to than have room. Members of the group share the usual
/// places; some more are kept for root and for the box's own user, so that no member can keep these out.
package struct ControlPlaces {
  /// Somebody who is connected.
  package struct Holder {
    /// The user at the other end.
    package var user: UInt32
    /// Since when something that was sent has not been read; `nil` where all has.
    package var unreadSince: Instant?
    /// When it last asked for something, or connected.
    package var lastHeard: Instant
    /// Whether it waits for what happens, or for an answer: silence is its right.
    package var isWaiting: Bool

    package init(user: UInt32, unreadSince: Instant? = nil, lastHeard: Instant, isWaiting: Bool) {
      self.user = user
      self.unreadSince = unreadSince
      self.lastHeard = lastHeard
      self.isWaiting = isWaiting
    }
  }

  /// What becomes of somebody who wants in.
  package enum Decision: Equatable {
    /// There is a place.
    case room
    /// This one makes room, by its index.
    case cut(Int)
  }

  /// More at once are nobody's command lines.
  package static let usual = 16
  /// A few command lines and a screen.
  package static let kept = 4

  /// For whom places are kept.
  package let owners: Set<UInt32>

  package init(owners: Set<UInt32>) {
    self.owners = owners
  }

  /// Whether there is a place for one more of a user, and whose.
  package func decision(for user: UInt32, among holders: [Holder]) -> Decision {
    let isOwner = owners.contains(user)
    let rivals = holders.indices.filter { isOwner || !owners.contains(holders[$0].user) }
    guard rivals.count >= (isOwner ? Self.usual + Self.kept : Self.usual) else { return .room }
    // A client that reads nothing goes first, however young; then the one that has been silent for longest.
    if let unread = rivals.filter({ holders[$0].unreadSince != nil })
      .min(by: { (holders[$0].unreadSince ?? .start) < (holders[$1].unreadSince ?? .start) })
    {
      return .cut(unread)
    }
    let silent = rivals.filter { !holders[$0].isWaiting }
    if let longest = silent.min(by: { holders[$0].lastHeard < holders[$1].lastHeard }) { return .cut(longest) }
    // All follow and read. The user with the most of them gives its youngest: the newcomer's own, where that is one of
    // these users. So an order is always taken, and nobody takes more than a share from others.
    let byUser = Dictionary(grouping: rivals, by: { holders[$0].user })
    let most = byUser.values.map(\.count).max() ?? 0
    let giving = byUser[user].flatMap { $0.count == most ? $0 : nil } ?? byUser.values.first { $0.count == most }
    return (giving?.last ?? rivals.last).map(Decision.cut) ?? .room
  }
}
