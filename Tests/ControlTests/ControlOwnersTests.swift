import Alarms
import Control
import Engine
import Readings
import Status
import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `The roles peer and circle` {
  private static let calm = ControlRequest.circle(
    CircleTelling(ShownCircle(.countdown, seconds: 25, next: "anna")))
  private static let elsewhere = ControlRequest.peer(ElsewhereReport(Elsewhere(isLinked: true)))

  @Test func `are for root, the user of the box and the user of lapwing outside`() {
    let accounts = SystemAccounts(
      users: """
        root:x:0:0::/root:/bin/sh
        pi:x:1000:1000::/home/pi:/bin/sh
        lapwing:x:950:950::/var/lib/lapwing:/usr/sbin/nologin
        lapwing-outside:x:951:951::/var/lib/lapwing-outside:/usr/sbin/nologin
        """, groups: "lapwing:x:950:pi,lapwing-outside")
    #expect(ControlOwners.users(in: accounts, own: 950) == [0, 950, 951])
    #expect(ControlOwners.users(in: SystemAccounts(users: "", groups: ""), own: 1000) == [0, 1000])
  }

  @Test(arguments: [calm, elsewhere]) func `are refused to other members of the group, who lose nothing else`(
    request: ControlRequest
  ) throws {
    let box = try StoppedBox("profile: cabin\noutside: {peer: {name: bed}}\n", owners: [])
    box.loop.live()
    var stranger = try box.client()
    let refused = #expect(throws: LapwingError.self) { try stranger.order(request) }
    #expect(refused?.code == "not-a-teller" && refused?.message.contains("lapwing-outside") == true)
    #expect(box.loop.orders.isEmpty)
    // The connection has got no role.
    #expect(try stranger.status().circle == nil)
    _ = try stranger.order(.pause)
  }

  @Test(arguments: ["circle", "peer"]) func `are refused before anything is said of the box`(role: String) throws {
    let box = try StoppedBox(owners: [])
    #expect(try box.answer(to: #"{"verb":"\#(role)","name":"x"}"#).contains("not-a-teller"))
  }
}
