import Alarms
import Control
import Engine
import Readings
import System
import TestSupport
import Testing

@Suite struct `The role peer at the control socket` {
  private func request(_ high: String?) -> ControlRequest {
    var report = ElsewhereReport(Elsewhere(isLinked: true))
    report.high = high
    return .peer(report)
  }

  @Test func `passes on what the other box signals, and nothing else`() throws {
    let box = try StoppedBox("profile: cabin\noutside: {peer: {name: bed}}\n")
    box.loop.live()
    var client = try ControlClient(path: box.folder.file("control"))
    _ = try client.order(request("sounding heart"))
    #expect(throws: LapwingError.self) { try client.order(.pause) }
    #expect(throws: LapwingError.self) { try client.status() }
    var other = try ControlClient(path: box.folder.file("control"))
    #expect(throws: Never.self) { try other.status() }
  }

  @Test(arguments: [
    "sounding", "sounding liver", "off heart", "SOUNDING heart", "", "sounding heart now", "sounding heart -1",
    "sounding heart 7 8",
  ])
  func `refuses a word that it does not know`(_ word: String) throws {
    let box = try StoppedBox("profile: cabin\noutside: {peer: {name: bed}}\n")
    box.loop.live()
    var client = try ControlClient(path: box.folder.file("control"))
    #expect(throws: LapwingError.self) { try client.order(request(word)) }
  }

  @Test func `belongs to one process at a time`() throws {
    let box = try StoppedBox("profile: cabin\noutside: {peer: {name: bed}}\n")
    box.loop.live()
    var first = try ControlClient(path: box.folder.file("control")),
      second = try ControlClient(path: box.folder.file("control"))
    _ = try first.order(request("sounding heart 7"))
    #expect(throws: LapwingError.self) { try second.order(request(nil)) }
    _ = try first.order(request("sounding heart 8"))
  }

  @Test func `is refused by a box without another one`() throws {
    let box = try StoppedBox()
    box.loop.live()
    var client = try ControlClient(path: box.folder.file("control"))
    #expect(throws: LapwingError.self) { try client.order(request("sounding heart")) }
  }

  @Test func `is trusted for ten seconds, and for thirty after the start`() {
    func at(_ seconds: Double) -> Instant { .start.advanced(by: .milliseconds(Int(seconds * 1000))) }
    var lease = PeerLease(start: .start)
    #expect(!lease.isOver(at: at(29.9)) && lease.isOver(at: at(30)))
    lease.renew(at: at(40))
    #expect(!lease.isOver(at: at(49.9)) && lease.isOver(at: at(50)))
    #expect(lease.wait(at: at(45)) == 5001)
    lease.noteToldGone()
    #expect(!lease.isOver(at: at(1e6)) && lease.wait(at: at(50)) == -1)
  }
}
