import Monitor
import Readings
import Settings
import Testing
@testable import Appliance

@Suite struct `The box's buttons` {
  private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64((seconds * 1e9).rounded())) }

  private let idle = [ButtonMeaning.nothing, .nothing, .nothing]

  /// Buttons, and what they came to mean and when, each looked at when it asks for it.
  private struct Bench {
    var buttons = BoardButtons(meanings: BoardPlan.standardMeanings)
    var found: [String] = []

    mutating func wait(to end: Instant) {
      while let deadline = buttons.nextDeadline, deadline <= end { advance(to: deadline) }
      advance(to: end)
    }

    private mutating func advance(to instant: Instant) {
      var events: [Event] = []
      let isPairHeld = buttons.advance(to: instant, into: &events)
      note(events, at: instant)
      if isPairHeld { found.append("pair \(instant.seconds)") }
    }

    mutating func change(_ button: Int, _ isPressed: Bool, at instant: Instant) {
      wait(to: instant)
      var events: [Event] = []
      buttons.take(button, isPressed: isPressed, at: instant, into: &events)
      note(events, at: instant)
    }

    private mutating func note(_ events: [Event], at instant: Instant) {
      for event in events {
        let name =
          switch event {
          case .silence: "silence"
          case .reset(nil): "reset"
          case .buttonStuck(let button): "\(button.rawValue) stuck"
          case .buttonFree(let button): "\(button.rawValue) free"
          case .button(let button, let press): "\(button.rawValue) \(press.rawValue)"
          default: "\(event)"
          }
        found.append("\(name) \(instant.seconds)")
      }
    }
  }

  private func bench(_ changes: [(button: Int, isPressed: Bool, seconds: Double)], until end: Double) -> [String] {
    var bench = Bench()
    for change in changes { bench.change(change.button, change.isPressed, at: at(change.seconds)) }
    bench.wait(to: at(end))
    return bench.found
  }

  @Test func `mean nothing of their own while A and B are held together for 5 s`() {
    let found = bench(
      [(0, true, 0), (1, true, 0.4), (0, false, 6), (1, false, 6.2), (0, true, 10), (0, false, 10.2)], until: 20)
    #expect(found == ["pair 5.4", "silence 10.2"])
    #expect(bench([(0, true, 0), (1, true, 0.4), (1, false, 5.3), (0, false, 5.3)], until: 20) == [])
  }

  @Test func `are not stuck by being held together for 5 s, and are when nobody lets them go`() {
    let held = bench([(0, true, 0), (1, true, 27), (0, false, 33), (1, false, 33)], until: 34)
    #expect(held == ["reset 1.0", "A stuck 32.0", "pair 32.0"])
    let left = bench([(0, true, 0), (1, true, 0)], until: 40)
    #expect(left == ["pair 5.0", "A stuck 30.0"])
  }

  @Test func `are no pair where one of them is stuck already`() {
    #expect(
      bench([(0, true, 0), (1, true, 40), (1, false, 46)], until: 50) == ["reset 1.0", "A stuck 30.0", "B long 41.0"])
  }

  @Test func `mean nothing while they are stuck, and are told`() {
    let found = bench(
      [(0, true, 0), (0, false, 40), (0, true, 45), (0, false, 45.1), (0, true, 56), (0, false, 56.5)], until: 70)
    #expect(found == ["reset 1.0", "A stuck 30.0", "A free 55.1", "silence 56.5"])
  }

  @Test func `go on while another one is stuck that means the same`() {
    var bench = Bench()
    bench.buttons.adopt([[.silence, .reset, .nothing], [.silence, .nothing, .nothing], idle])
    bench.change(0, true, at: at(0))
    bench.change(1, true, at: at(40))
    bench.change(1, false, at: at(40.5))
    #expect(bench.found == ["reset 1.0", "A stuck 30.0", "silence 40.5"])
  }

  @Test func `are not judged where they mean other things`() {
    #expect(bench([(1, true, 0), (1, false, 100)], until: 200) == ["B long 1.0"])
    #expect(bench([(2, true, 0), (2, false, 100)], until: 200).isEmpty)
  }

  @Test func `that are down when their lines are there mean nothing, and may be stuck`() {
    var bench = Bench()
    bench.buttons.find(pressed: 0, at: at(5))
    bench.wait(to: at(100))
    bench.change(0, false, at: at(100))
    bench.wait(to: at(200))
    #expect(bench.found == ["A stuck 35.0", "A free 110.0"])
  }

  @Test func `are stuck no more when their lines are gone`() {
    var bench = Bench()
    bench.change(0, true, at: at(0))
    bench.wait(to: at(40))
    bench.buttons.forget()
    bench.wait(to: at(50))
    #expect(bench.found == ["reset 1.0", "A stuck 30.0", "A free 50.0"])
  }

  @Test func `stay stuck when another configuration is in force, where they still mean silence`() {
    var bench = Bench()
    bench.change(0, true, at: at(0))
    bench.wait(to: at(40))
    bench.buttons.adopt([
      [.nothing, .silence, .nothing], [.well, .nothing, .nothing], [.nothing, .nothing, .nothing],
    ])
    bench.wait(to: at(50))
    bench.buttons.adopt([
      [.session, .nothing, .nothing], [.silence, .reset, .nothing], [.nothing, .nothing, .nothing],
    ])
    bench.wait(to: at(60))
    #expect(bench.found == ["reset 1.0", "A stuck 30.0", "A free 60.0"])
  }
}
