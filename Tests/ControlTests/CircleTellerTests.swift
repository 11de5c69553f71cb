import Alarms
import Monitor
import Readings
import Status
import Testing

@testable import Control

@Suite struct `What the box knows of the care circle` {
  private func at(_ seconds: Double) -> Instant { .start.advanced(by: .milliseconds(Int(seconds * 1000))) }

  private func countdown(_ seconds: Double, next: String? = "anna") -> ShownCircle {
    ShownCircle(.countdown, seconds: seconds, next: next)
  }

  /// A circle that reports a countdown every half second, until its time is over.
  private func signals(of length: Double) throws -> [Double] {
    var teller = CircleTeller(), signals: [Double] = []
    for half in 0..<Int(length * 2) {
      let passed = Double(half) / 2
      let left = length - passed
      if try teller.receive(countdown(left), from: 1, at: at(passed)) != nil { signals.append(left) }
    }
    return signals
  }

  @Test func `is forgotten within three seconds, and its countdown with it`() throws {
    var teller = CircleTeller()
    #expect(teller.shown(at: at(0)) == nil)
    _ = try teller.receive(countdown(30), from: 1, at: at(0))
    #expect(teller.shown(at: at(2.5)) == countdown(27.5))
    #expect(teller.shown(at: at(3)) == nil && !teller.isHeard(at: at(3)))
    _ = try teller.receive(countdown(20), from: 1, at: at(10))
    _ = teller.lose()
    #expect(teller.shown(at: at(10)) == nil)
  }

  @Test func `sounds a countdown at its beginning, and when 30 and 10 seconds are left`() throws {
    #expect(try signals(of: 120) == [120, 30, 10])
    #expect(try signals(of: 30) == [30, 10])
    #expect(try signals(of: 12) == [12], "not twice within five seconds")
  }

  @Test func `sounds nothing that is no countdown, or that nobody is told after`() throws {
    var teller = CircleTeller()
    for report in [
      ShownCircle(.calm), ShownCircle(.trying, by: "anna"), ShownCircle(.standing), countdown(30, next: nil),
    ] {
      #expect(try teller.receive(report, from: 1, at: at(0)) == nil)
    }
    #expect(try teller.receive(countdown(30), from: 1, at: at(1)) == BeepCount.countdown)
    #expect(try teller.receive(countdown(29), from: 1, at: at(2)) == nil)
    // A circle that flickers sounds no more often.
    #expect(try teller.receive(ShownCircle(.calm), from: 1, at: at(3)) == nil)
    #expect(try teller.receive(countdown(27), from: 1, at: at(4)) == nil)
  }

  @Test func `sounds another countdown too, which takes the place of one without a pause`() throws {
    var teller = CircleTeller()
    #expect(try teller.receive(countdown(8), from: 1, at: at(0)) != nil)
    #expect(try teller.receive(countdown(9.5), from: 1, at: at(0.5)) == nil, "reported late")
    #expect(try teller.receive(countdown(60), from: 1, at: at(6)) != nil)
    #expect(try teller.receive(countdown(29), from: 1, at: at(37)) != nil)
  }

  @Test func `beeps twice when a provider has the message, once for each round`() throws {
    var teller = CircleTeller()
    let reports = [
      ShownCircle(.help, seconds: 3), ShownCircle(.trying, by: "anna"), ShownCircle(.accepted, by: "anna"),
      ShownCircle(.accepted, by: "ben"), ShownCircle(.trying, by: "anna"), ShownCircle(.accepted, by: "anna"),
    ]
    let beeps = try reports.map { try teller.receive($0, from: 1, at: at(0)) }
    #expect(beeps == [nil, nil, BeepCount.done, nil, nil, BeepCount.done])
  }

  @Test func `is silent in the status of a box that has a circle, until it reports`() throws {
    var teller = CircleTeller(start: at(0))
    #expect(teller.shown(at: at(0)) == ShownCircle(.silent))
    _ = try teller.receive(ShownCircle(.calm), from: 1, at: at(1))
    #expect(teller.shown(at: at(2)) == ShownCircle(.calm))
    #expect(teller.shown(at: at(4)) == ShownCircle(.silent))
  }

  @Test func `is news for the alarms when nobody can be reached, and after 30 s of silence`() throws {
    var teller = CircleTeller(start: at(0))
    #expect(teller.reach(at: at(29.9)) == nil)
    #expect(teller.reach(at: at(30)) == .doubtful)
    teller.noteReported(.doubtful, isTaken: false, at: at(30))
    #expect(teller.reach(at: at(30.05)) == nil && teller.reach(at: at(30.1)) == .doubtful)
    teller.noteReported(.doubtful, isTaken: true, at: at(30.1))
    #expect(teller.reach(at: at(31)) == nil)
    _ = try teller.receive(ShownCircle(.unreached), from: 1, at: at(40))
    #expect(teller.reach(at: at(40)) == Reach.none)
    teller.noteReported(.none, isTaken: true, at: at(40))
    _ = try teller.receive(ShownCircle(.calm, fault: .noDrill), from: 1, at: at(41))
    #expect(teller.reach(at: at(41)) == .doubtful)
    _ = try teller.receive(ShownCircle(.accepted, by: "anna"), from: 1, at: at(42))
    #expect(teller.reach(at: at(42)) == .good)
    teller.noteReported(.good, isTaken: true, at: at(42))
    #expect(teller.reach(at: at(71.9)) == nil && teller.reach(at: at(72)) == .doubtful)
  }

  @Test func `is no news where the box has no circle`() {
    let teller = CircleTeller()
    #expect(teller.reach(at: at(1000)) == nil && teller.wait(at: at(1000)) == -1)
  }

  @Test(arguments: ["", "anna\n", "a b", String(repeating: "a", count: 33), "<b>"])
  func `names nobody by what no plan has`(name: String) {
    var teller = CircleTeller()
    #expect(throws: LapwingError.self) { try teller.receive(countdown(30, next: name), from: 1, at: at(0)) }
    #expect(throws: LapwingError.self) { try teller.receive(ShownCircle(.held, by: name), from: 1, at: at(0)) }
    #expect(!teller.isHeard(at: at(0)))
  }

  @Test(arguments: [-1, 86_401, Double.infinity, .nan]) func `has no countdown of odd seconds`(seconds: Double) {
    var teller = CircleTeller()
    #expect(throws: LapwingError.self) { try teller.receive(countdown(seconds), from: 1, at: at(0)) }
  }

  @Test func `hands each call over once, and refuses it when there is no answer`() throws {
    var teller = CircleTeller()
    #expect(throws: LapwingError.self) { try teller.add(.help, from: nil, at: at(0)) }
    _ = try teller.receive(ShownCircle(.calm), from: 1, at: at(0))
    try teller.add(.help, from: nil, at: at(0))
    #expect(teller.handOver() == [CircleCall(number: 1, kind: .help)])
    #expect(teller.handOver() == [])
    #expect(teller.takeLate(at: at(3.9)).isEmpty)
    #expect(teller.takeLate(at: at(4)).map(\.call.number) == [1])
    #expect(teller.takeAnswered(1) == nil)
    try teller.add(.okay, from: 7, at: at(1))
    #expect(teller.takeAnswered(2) == nil, "it was not answered yet")
    _ = teller.handOver()
    #expect(teller.takeAnswered(2)?.client == 7)
    try teller.add(.help, from: nil, at: at(1))
    try teller.add(.okay, from: nil, at: at(1))
    #expect(teller.lose().isEmpty, "the next process gets them")
  }

  @Test func `keeps room for help, however many links strangers try`() throws {
    var teller = CircleTeller()
    _ = try teller.receive(ShownCircle(.calm), from: 1, at: at(0))
    for _ in 0..<4 { try teller.add(.look, link: "x", from: 7, at: at(0)) }
    #expect(throws: LapwingError.self) { try teller.add(.haveIt, link: "x", from: 7, at: at(0)) }
    for _ in 0..<4 { try teller.add(.okay, from: 7, at: at(0)) }
    #expect(throws: LapwingError.self) { try teller.add(.help, from: 7, at: at(0)) }
    for _ in 0..<9 { try teller.add(.help, from: nil, at: at(0)) }
    try teller.add(.okay, from: nil, at: at(0))
    let kinds = teller.handOver().map(\.kind)
    #expect(kinds == [.help] + Array(repeating: .okay, count: 5) + Array(repeating: .look, count: 4))
  }
}
