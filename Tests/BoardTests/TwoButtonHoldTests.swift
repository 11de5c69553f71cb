import Board
import Readings
import TestSupport
import Testing

@Suite struct `Two buttons` {
  @Test func `that are held together for 5 s are reported once`() {
    var hold = TwoButtonHold()
    #expect(hold.update(areBothHeld: false, at: .at(0)) == false)
    #expect(hold.update(areBothHeld: true, at: .at(1)) == true)
    #expect(hold.update(areBothHeld: true, at: .at(2)) == false, "they have come together before")
    #expect(hold.nextDeadline == .at(6))
    #expect(hold.advance(to: .at(5.9)) == false)
    #expect(hold.advance(to: .at(6)) == true)
    #expect(hold.advance(to: .at(20)) == false)
    #expect(hold.nextDeadline == nil)
  }

  @Test func `of which one is let go before are not`() {
    var hold = TwoButtonHold()
    _ = hold.update(areBothHeld: true, at: .at(1))
    _ = hold.update(areBothHeld: false, at: .at(5.9))
    #expect(hold.advance(to: .at(10)) == false)
    #expect(hold.update(areBothHeld: true, at: .at(11)) == true)
    #expect(hold.nextDeadline == .at(16))
  }

  @Test func `that are held together have no press of their own`() {
    var button = ButtonDecoder(ButtonDecoder.Timing(hasDouble: true))
    #expect(button.handle(isPressed: true, at: .at(0)) == nil)
    #expect(button.isHeld)
    button.passOver()
    #expect(button.nextDeadline == nil)
    #expect(button.advance(to: .at(5)) == nil)
    #expect(button.handle(isPressed: false, at: .at(6)) == nil)
    #expect(!button.isHeld)
    // The next press counts again.
    _ = button.handle(isPressed: true, at: .at(7))
    #expect(button.handle(isPressed: false, at: .at(8)) == .long)
  }

  @Test func `pass over no press that has not begun`() {
    var button = ButtonDecoder(ButtonDecoder.Timing(hasDouble: false))
    button.passOver()
    _ = button.handle(isPressed: true, at: .at(0))
    #expect(button.handle(isPressed: false, at: .at(0.1)) == .short)
  }
}
