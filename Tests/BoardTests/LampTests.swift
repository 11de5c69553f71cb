import Alarms
import Board
import Readings
import TestSupport
import Testing

@Suite struct `The lamps` {
  /// Drives lamps from edge to edge, as the loop does.
  private func edges(
    of pattern: LampPattern, for seconds: Double, startingAt start: Double = 0, lateBy delay: Double = 0
  ) throws -> [(at: Double, isLit: Bool)] {
    let line = EdgeRecorder()
    var lamps = Lamps(driver: line)
    line.now = start
    try lamps.show(pattern, on: .red, at: Instant(nanoseconds: Int64(start * 1e9)))
    while let edge = lamps.nextEdge, edge.seconds <= start + seconds {
      line.now = edge.seconds + delay
      try lamps.advance(to: Instant(nanoseconds: Int64(line.now * 1e9)))
    }
    return line.edges
  }

  @Test(arguments: [(LampPattern.highPriority, 1.4...2.8), (.mediumPriority, 0.4...0.8)])
  func `flash at the frequency and duty of their priority`(
    pattern: LampPattern, band: ClosedRange<Double>
  ) throws {
    let edges = try edges(of: pattern, for: 60, startingAt: 3.25)
    let rises = edges.filter(\.isLit).map(\.at)
    let periods = zip(rises.dropFirst(), rises).map { $0 - $1 }
    #expect(rises.count > 20)
    #expect(periods.allSatisfy { band.contains(1 / $0) })
    let lit = zip(edges, edges.dropFirst()).filter { $0.0.isLit }.map { $1.at - $0.at }
    #expect(zip(lit, periods).allSatisfy { (0.2...0.6).contains($0 / $1) })
  }

  @Test func `do not drift, however late each call comes`() throws {
    let late = try edges(of: .highPriority, for: 600, lateBy: 0.004).filter(\.isLit).map(\.at)
    #expect(late.count == 1201)
    for (count, at) in late.enumerated() { #expect(abs(at - Double(count) * 0.5) < 0.0041) }
  }

  @Test func `are lit at once and steadily`() throws {
    let edges = try edges(of: .on, for: 60)
    #expect(edges.map(\.at) == [0])
    #expect(edges.map(\.isLit) == [true])
  }

  @Test func `go dark at once when their pattern ends`() throws {
    let line = EdgeRecorder()
    var lamps = Lamps(driver: line)
    try lamps.show(.highPriority, on: .red, at: .start)
    try lamps.show(.off, on: .red, at: Instant(nanoseconds: 100_000_000))
    #expect(line.edges.map(\.isLit) == [true, false])
    #expect(lamps.nextEdge == nil)
  }

  @Test func `have one edge where calls were missed, and the right state`() throws {
    let line = EdgeRecorder()
    var lamps = Lamps(driver: line)
    try lamps.show(.highPriority, on: .red, at: .start)
    try lamps.advance(to: Instant(nanoseconds: 10_300_000_000))
    #expect(line.edges.map(\.isLit) == [true, false])
  }

  @Test func `one that fails keeps no other dark`() throws {
    let line = EdgeRecorder()
    line.broken = .yellow
    var lamps = Lamps(driver: line)
    try lamps.show(.highPriority, on: .blue, at: .start)
    try? lamps.show(.on, on: .yellow, at: .start)
    #expect(throws: BoardFault.lamp(.yellow)) { try lamps.advance(to: .at(0.25)) }
    #expect(line.edges.map(\.isLit) == [true, false])
  }

  @Test func `say which one failed`() {
    let line = EdgeRecorder()
    line.broken = .yellow
    var lamps = Lamps(driver: line)
    #expect(throws: BoardFault.lamp(.yellow)) { try lamps.show(.on, on: .yellow, at: .start) }
  }
}

@Suite struct `The sounder` {
  @Test(
    arguments: [
      (SoundSignal(priority: .high, family: .heart), 5.0), (SoundSignal(priority: .high, family: .air), 8),
      (SoundSignal(priority: .high, family: .technical), 8), (SoundSignal(priority: .medium, family: .heart), 15),
      (SoundSignal(priority: .low, family: .air), 30),
    ] as [(SoundSignal, Double)])
  func `repeats its burst in the rhythm of the signal`(signal: SoundSignal, period: Double) throws {
    let device = BurstRecorder()
    var sounder = Sounder(driver: device)
    try sounder.play(signal, at: .start)
    while let edge = sounder.nextEdge, edge.seconds <= 120 {
      device.now = edge.seconds
      try sounder.advance(to: edge)
    }
    #expect(device.bursts == Array(stride(from: 0, through: 120, by: period)))
  }

  @Test func `falls silent at once`() throws {
    let device = BurstRecorder()
    var sounder = Sounder(driver: device)
    try sounder.play(SoundSignal(priority: .high, family: .heart), at: .start)
    try sounder.play(nil, at: Instant(nanoseconds: 1))
    #expect(device.stops == 1)
    #expect(sounder.nextEdge == nil)
  }

  @Test(arguments: [8.5, 12, 15.9, 16, 20, 60])
  func `does not crowd bursts together after a delay`(delay: Double) throws {
    let device = BurstRecorder()
    var sounder = Sounder(driver: device)
    try sounder.play(SoundSignal(priority: .high, family: .heart), at: .start)
    device.now = delay
    try sounder.advance(to: .at(delay))
    while let edge = sounder.nextEdge, edge.seconds <= 120 {
      device.now = edge.seconds
      try sounder.advance(to: edge)
    }
    let gaps = zip(device.bursts.dropFirst(), device.bursts).map { $0 - $1 }
    #expect(gaps.allSatisfy { $0 >= 4.9 })
    #expect(gaps.dropFirst().allSatisfy { $0 <= 15 })
  }

  @Test func `begins again on another device, and keeps its distance from there on`() throws {
    let device = BurstRecorder()
    var sounder = Sounder(driver: device)
    try sounder.play(SoundSignal(priority: .high, family: .heart), at: .start)
    device.now = 3
    sounder.renew(at: .at(3))
    try sounder.advance(to: .at(3))
    #expect(device.bursts == [0, 3])
    #expect(sounder.nextEdge == .at(8))
  }

  @Test func `stays silent on another device where nothing sounds`() throws {
    var sounder = Sounder(driver: BurstRecorder())
    sounder.renew(at: .at(3))
    #expect(sounder.nextEdge == nil)
  }

  @Test func `is asked again to fall silent when it did not`() throws {
    let device = BurstRecorder()
    var sounder = Sounder(driver: device)
    try sounder.play(SoundSignal(priority: .high, family: .heart), at: .start)
    device.isBroken = true
    #expect(throws: BoardFault.sounder) { try sounder.play(nil, at: .at(1)) }
    device.isBroken = false
    try sounder.advance(to: .at(2))
    #expect(device.stops == 1)
  }
}

private final class EdgeRecorder: LampDriver {
  var now = 0.0
  var broken: Lamp?
  private(set) var edges: [(at: Double, isLit: Bool)] = []

  func set(_ lamp: Lamp, isLit: Bool) throws(BoardFault) {
    if lamp == broken { throw .lamp(lamp) }
    edges.append((now, isLit))
  }
}

private final class BurstRecorder: SounderDriver {
  var now = 0.0
  private(set) var bursts: [Double] = []
  private(set) var stops = 0
  var isBroken = false

  func play(_ signal: SoundSignal) throws(BoardFault) { bursts.append(now) }
  func stop() throws(BoardFault) {
    if isBroken { throw .sounder }
    stops += 1
  }
}
