import Alarms
import Board
import BoxSupport
import Readings
import TestSupport
import Testing

@Suite struct `One lamp for all colours` {
  @Test func `shows the most urgent pattern alone, in its dark part too`() throws {
    let lines = RecordingLamps()
    var lamps = Lamps(driver: lines, isOneLamp: true)
    try lamps.show(.on, on: .green, at: .start)
    #expect(lines.lit == [.green])
    try lamps.show(.mediumPriority, on: .yellow, at: .start)
    #expect(lines.lit == [.yellow])
    try lamps.show(.highPriority, on: .red, at: .start)
    #expect(lines.lit == [.red])
    try lamps.advance(to: .start.advanced(by: .milliseconds(300)))
    #expect(lines.lit.isEmpty)
    try lamps.show(.off, on: .red, at: .start.advanced(by: .milliseconds(400)))
    #expect(lines.lit == [.yellow])
  }
}

@Suite struct `Lamps on new lines` {
  @Test func `are lit as they were`() throws {
    let lines = RecordingLamps()
    var lamps = Lamps(driver: lines)
    try lamps.show(.on, on: .blue, at: .start)
    lamps.renew()
    try lamps.advance(to: .start)
    #expect(lines.switchings.count == 2)
  }
}
