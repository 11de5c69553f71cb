import Testing

@testable import Board

@Suite struct `A line of the configuration` {
  @Test func `is a name or a number with words after it`() throws {
    #expect(BoardLine("17")?.name == "17")
    let button = try #require(BoardLine("BUTTON_A active-low pull-up"))
    #expect(button.isActiveLow && button.bias == .pullUp && button.drive == .pushPull)
    #expect(BoardLine("LED open-drain")?.drive == .openDrain)
  }

  @Test(arguments: ["", "17 loud", "17 active-high"]) func `has no other words`(text: String) {
    #expect(BoardLine(text) == nil)
  }

  @Test(arguments: [
    ("GPIO4", UInt32(4)), ("GPIO27", 27), ("GPIO28", nil), ("SDA1", nil), ("GPIO", nil), ("GPIO-1", nil),
  ])
  func `of the header has its number also where the kernel has another name for it`(name: String, number: UInt32?) {
    #expect(GPIOLines.headerOffset(name) == number)
  }

  @Test(arguments: ["hw:CARD=Audio,DEV=0", "plughw:Audio,1", "hw:0", "null", "file:/tmp/samples"])
  func `names a sound card`(text: String) { #expect(SoundDevice(text) != nil) }

  @Test(arguments: ["", "default", "hw:", "hw:0,x", "hw:a\"b", "hw:0,0,0", "pulse:0"])
  func `names no other sound device`(text: String) { #expect(SoundDevice(text) == nil) }
}
