import Alarms
import Engine
import Monitor
import Readings
import Settings
import System

/// The role *peer*: a process that receives the other box of a pair says what that one signals (docs/outside.md).
extension ControlServerState {
  private var isFollowing: Bool { setup.configuration[Keys.follow] != nil }

  /// Passes on what the other box signals, and keeps the connection to this role.
  mutating func hear(_ report: ElsewhereReport, from client: Int) throws(LapwingError) {
    guard peerLease != nil else {
      throw LapwingError(
        .usage, code: "no-peer", "this box has no other box: \(Keys.peerName.path) was not set when it started")
    }
    let elsewhere = try report.elsewhere(isFollowed: isFollowing)
    guard let index = clients.firstIndex(where: { $0.number == client }) else { return }
    // One that hangs loses its place together with the lease.
    if clients.contains(where: { $0.isPeer && $0.number != client }), peerLease?.isHeld(at: clock.now) == true {
      throw LapwingError(
        .usage, code: "other-teller", "another process reports on the other box already; stop one of them")
    }
    clients[index].isPeer = true
    try ask(PendingOrder(client: client)) { .event(.elsewhere(elsewhere), $0) }
    let now = clock.now
    peerLease?.renew(at: now)
  }

  /// Refuses the roles *peer* and *circle* to who may not have them, and everything else on a connection that has one.
  func refuseOtherRole(_ verb: ControlLine.Verb, of client: ConnectedClient) throws(LapwingError) {
    let (box, circle) = ("the other box", "the care circle")
    if verb == .peer || verb == .circle, !setup.owners.contains(client.user) {
      throw ControlOwners.refusal(of: verb == .peer ? box : circle)
    }
    guard client.isPeer && verb != .peer || client.isCircle && verb != .circle else { return }
    throw LapwingError(
      .usage, code: "other-role",
      "this connection reports on \(client.isPeer ? box : circle), and may do nothing else; open another one")
  }

  /// Treats the link as gone if no process reports it any more.
  mutating func watchPeer() {
    let now = clock.now
    guard peerLease?.isOver(at: now) == true else { return }
    do throws(LapwingError) {
      var elsewhere = Elsewhere(isLinked: false)
      elsewhere.isFollowed = isFollowing
      try ask(PendingOrder(client: nil)) { [elsewhere] in .event(.elsewhere(elsewhere), $0) }
      peerLease?.noteToldGone()
    } catch {
      // No room at the moment: it is tried again soon, and not at once, or this thread would turn without a pause.
      peerLease?.noteRefused(at: now)
    }
  }
}
