import Board
import Readings
import Testing

@Suite struct `A button` {
  private func at(_ milliseconds: Int) -> Instant { .start.advanced(by: .milliseconds(milliseconds)) }

  /// Every change with its time in milliseconds, pressed first, and what they come to mean up to ten seconds.
  private func gestures(_ changes: [Int], hasDouble: Bool) -> [String] {
    var button = ButtonDecoder(hasDouble: hasDouble)
    var found: [String] = []
    func note(_ gesture: ButtonDecoder.Gesture?, _ time: Int) { if let gesture { found.append("\(gesture) \(time)") } }
    for time in 0...10_000 {
      if changes.contains(time) {
        let isPressed = changes.filter { $0 < time }.count % 2 == 0
        note(button.take(isPressed: isPressed, at: at(time)), time)
      }
      note(button.advance(to: at(time)), time)
    }
    return found
  }

  @Test func `is short at once where no double press means anything`() {
    #expect(gestures([0, 120], hasDouble: false) == ["short 120"])
    #expect(gestures([0, 120, 200, 300], hasDouble: false) == ["short 120", "short 300"])
  }

  @Test func `is long after a second, while it is still held, and nothing when it is let go`() {
    #expect(gestures([0, 5000], hasDouble: false) == ["long 1000"])
    #expect(gestures([0, 999], hasDouble: false) == ["short 999"])
  }

  @Test func `is double when pressed again soon, and short only when it was not`() {
    #expect(gestures([0, 100, 300, 400], hasDouble: true) == ["double 400"])
    #expect(gestures([0, 100, 451, 500], hasDouble: true) == ["short 450", "short 850"])
  }

  @Test func `is known by the kernel's times when it is looked at late`() {
    var button = ButtonDecoder(hasDouble: false)
    #expect(button.take(isPressed: true, at: at(0)) == nil)
    #expect(button.take(isPressed: false, at: at(3000)) == .long)
    #expect(button.nextDeadline == nil)
    #expect(button.take(isPressed: true, at: at(4000)) == nil)
    #expect(button.take(isPressed: false, at: at(4100)) == .short)
  }

  @Test func `passes over a change whose other half was lost`() {
    var button = ButtonDecoder(hasDouble: false)
    #expect(button.take(isPressed: false, at: at(0)) == nil)
    #expect(button.take(isPressed: true, at: at(10)) == nil)
    #expect(button.take(isPressed: true, at: at(20)) == nil)
    #expect(button.take(isPressed: false, at: at(30)) == .short)
  }
}
