import Board
import Readings
import Testing

@Suite struct `A button` {
  private func at(_ milliseconds: Int) -> Instant { .start.advanced(by: .milliseconds(milliseconds)) }

  private let single = ButtonDecoder.Timing(hasDouble: false)
  private let double = ButtonDecoder.Timing(hasDouble: true)
  private let prompt = ButtonDecoder.Timing(hasDouble: true, isShortAtOnce: true)
  private let help = ButtonDecoder.Timing(hasDouble: false, isLongWhileHeld: true)

  /// Every change with its time in milliseconds, pressed first, and what they come to mean up to ten seconds.
  private func gestures(_ changes: [Int], _ timing: ButtonDecoder.Timing) -> [String] {
    var button = ButtonDecoder(timing)
    var found: [String] = []
    func note(_ gesture: ButtonDecoder.Gesture?, _ time: Int) { if let gesture { found.append("\(gesture) \(time)") } }
    for time in 0...10_000 {
      if changes.contains(time) {
        let isPressed = changes.filter { $0 < time }.count % 2 == 0
        note(button.handle(isPressed: isPressed, at: at(time)), time)
      }
      note(button.advance(to: at(time)), time)
    }
    return found
  }

  @Test func `is short at once where no double press means anything`() {
    #expect(gestures([0, 120], single) == ["short 120"])
    #expect(gestures([0, 120, 200, 300], single) == ["short 120", "short 300"])
  }

  @Test(arguments: [(990, "short"), (999, "short"), (1000, "long"), (4000, "long")])
  func `is long when it is let go after 1 to 4 s`(held: Int, gesture: String) {
    #expect(gestures([0, held], single) == ["\(gesture) \(held)"])
  }

  @Test(arguments: [4001, 4100, 5000, 9000]) func `means nothing when it is held for longer`(held: Int) {
    #expect(gestures([0, held], single) == [])
    #expect(gestures([0, held, held + 100, held + 200], double) == ["short \(held + 550)"])
  }

  @Test func `is long after 1 s while it is held, where that is asked for, and nothing when it is let go`() {
    #expect(gestures([0, 999], help) == ["short 999"])
    #expect(gestures([0, 1000], help) == ["long 1000"])
    #expect(gestures([0, 6000], help) == ["long 1000"])
  }

  @Test func `is a hold after 5 s while it is held, where that has a meaning, and no press is one`() {
    let hold = ButtonDecoder.Timing(hasDouble: false, isShortAtOnce: true, hasHold: true)
    #expect(gestures([0, 6000], hold) == ["hold 5000"])
    #expect(gestures([0, 6000, 7000, 7100], hold) == ["hold 5000", "short 7100"])
    #expect(gestures([0, 4999], hold) == [])
    #expect(gestures([0, 4000], hold) == ["long 4000"])
    let quick = (0..<40).map { $0 * 200 }
    #expect(gestures(quick, hold).allSatisfy { $0.hasPrefix("short") })
  }

  @Test func `is double when pressed again soon, and short only when it was not`() {
    #expect(gestures([0, 100, 300, 400], double) == ["double 400"])
    #expect(gestures([0, 100, 451, 500], double) == ["short 450", "short 850"])
  }

  @Test func `is short at once where that is asked for, also where it becomes double`() {
    #expect(gestures([0, 100, 300, 400], prompt) == ["short 100", "double 400"])
    #expect(gestures([0, 100, 451, 500], prompt) == ["short 100", "short 500"])
    #expect(gestures([0, 100, 300, 1300], prompt) == ["short 100", "long 1300"])
  }

  @Test func `is known by the kernel's times when it is looked at late`() {
    for timing in [single, help] {
      var button = ButtonDecoder(timing)
      #expect(button.handle(isPressed: true, at: at(0)) == nil)
      #expect(button.handle(isPressed: false, at: at(3000)) == .long)
      #expect(button.nextDeadline == nil)
      #expect(button.handle(isPressed: true, at: at(4000)) == nil)
      #expect(button.handle(isPressed: false, at: at(4100)) == .short)
    }
  }

  @Test func `is held until it means something`() {
    var button = ButtonDecoder(help)
    #expect(!button.isHeld)
    _ = button.handle(isPressed: true, at: at(0))
    #expect(button.isHeld)
    #expect(button.advance(to: at(1000)) == .long)
    #expect(!button.isHeld)
  }

  @Test func `passes over a change whose other half was lost`() {
    var button = ButtonDecoder(single)
    #expect(button.handle(isPressed: false, at: at(0)) == nil)
    #expect(button.handle(isPressed: true, at: at(10)) == nil)
    #expect(button.handle(isPressed: true, at: at(20)) == nil)
    #expect(button.handle(isPressed: false, at: at(30)) == .short)
  }
}
