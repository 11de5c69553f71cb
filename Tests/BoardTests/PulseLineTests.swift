import Alarms
import Board
import Readings
import Testing

@Suite struct `A plain buzzer` {
  /// The lengths in milliseconds of on and off, in turn, driven edge by edge.
  private func lengths(_ signal: SoundSignal, edges: Int) -> [Int64] {
    var line = PulseLine()
    line.play(signal, at: .start)
    var times: [Instant] = []
    if line.advance(to: .start) == true { times.append(.start) }
    while times.count < edges, let next = line.nextEdge { if line.advance(to: next) != nil { times.append(next) } }
    return zip(times, times.dropFirst()).map { $0.duration(to: $1).wholeNanoseconds / 1_000_000 }
  }

  @Test(arguments: Priority.allCases) func `keeps the rhythm of the priority`(priority: Priority) {
    let signal = SoundSignal(priority: priority, family: .air)
    let rhythm = Rhythm.of(priority)
    let found = lengths(signal, edges: rhythm.onsets.count * 4 + 1)
    let on = found.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    #expect(on.allSatisfy { $0 == rhythm.pulse.wholeNanoseconds / 1_000_000 })
    let whole = found.prefix(rhythm.onsets.count * 2).reduce(0, +)
    #expect(whole == signal.burstPeriod.wholeNanoseconds / 1_000_000)
  }

  @Test(arguments: 1...5) func `plays as many beeps as were asked for`(count: UInt8) {
    var line = PulseLine()
    line.play(.beeps(count), at: .start)
    let end = Instant.start.advanced(by: SoundSignal.beeps(count).rhythm.length)
    var pulses = line.advance(to: .start) == true ? 1 : 0
    while let next = line.nextEdge, next < end { if line.advance(to: next) == true { pulses += 1 } }
    #expect(pulses == count)
  }

  @Test func `begins beeps half a second after the signal before them, and an alarm at once`() {
    var line = PulseLine()
    let alarm = SoundSignal(priority: .high, family: .heart), later = Instant.start.advanced(by: .seconds(60))
    line.play(alarm, at: .start)
    _ = line.advance(to: .start)
    line.play(.beeps(2), at: later)
    #expect(line.advance(to: later) == false)
    #expect(line.nextEdge == later.advanced(by: .milliseconds(500)))
    #expect(line.advance(to: later.advanced(by: .milliseconds(500))) == true)
    line.play(nil, at: later.advanced(by: .milliseconds(501)))
    _ = line.advance(to: later.advanced(by: .milliseconds(501)))
    line.play(.beeps(2), at: later.advanced(by: .seconds(2)))
    line.play(alarm, at: later.advanced(by: .milliseconds(2100)))
    #expect(line.advance(to: later.advanced(by: .milliseconds(2100))) == true)
  }

  @Test func `falls silent at once`() {
    var line = PulseLine()
    line.play(SoundSignal(priority: .high, family: .heart), at: .start)
    #expect(line.advance(to: .start) == true)
    line.play(nil, at: .start)
    #expect(line.advance(to: .start) == false)
    #expect(line.nextEdge == nil)
  }

  @Test func `gets again what it did not take`() {
    var line = PulseLine()
    line.play(SoundSignal(priority: .high, family: .heart), at: .start)
    #expect(line.advance(to: .start) == true)
    line.refused()
    #expect(line.advance(to: .start) == true)
  }
}
