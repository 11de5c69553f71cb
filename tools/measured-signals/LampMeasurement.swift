import Alarms
import Board
import Readings

/// The edges of a lamp's line during ten minutes, and the flashes that they make.
struct LampMeasurement {
  /// A line that records when it is switched.
  private final class Line: LampDriver {
    var now = Instant.start
    var edges: [(at: Double, isLit: Bool)] = []

    func set(_ lamp: Lamp, isLit: Bool) throws(BoardFault) { edges.append((now.seconds, isLit)) }
  }

  /// The times at which the lamp is lit, s, up to the end.
  let flashes: [ClosedRange<Double>]

  /// Drives a lamp from edge to edge, each call a few milliseconds late, like a loop that has other work.
  /// - Parameter slowdown: the factor of a wrong clock; 1 for a right one.
  init(_ pattern: LampPattern, on lamp: Lamp, seconds: Double, slowdown: Double = 1) throws(BoardFault) {
    let line = Line()
    var lamps = Lamps(driver: line)
    try lamps.show(pattern, on: lamp, at: .start)
    var turn: Int64 = 0
    while let edge = lamps.nextEdge, edge.seconds * slowdown <= seconds {
      turn += 1
      line.now = Instant(nanoseconds: edge.nanoseconds + turn % 5 * 1_000_000)
      try lamps.advance(to: line.now)
    }
    var flashes: [ClosedRange<Double>] = []
    var litSince: Double?
    for edge in line.edges {
      let at = edge.at * slowdown
      if edge.isLit {
        litSince = at
      } else if let since = litSince {
        flashes.append(since...at)
        litSince = nil
      }
    }
    if let since = litSince { flashes.append(since...seconds) }
    self.flashes = flashes
  }

  /// Everything that violates a priority's row of the table (patterned on IEC 60601-1-8).
  func faults(_ priority: Priority, seconds: Double) -> [String] {
    let bands: (hertz: ClosedRange<Double>, duty: ClosedRange<Double>)
    switch priority {
    case .high: bands = (1.4...2.8, 0.2...0.6)
    case .medium: bands = (0.4...0.8, 0.2...0.6)
    case .low:
      return flashes == [0...seconds] ? [] : ["\(flashes.count) flashes of a lamp that should be lit all of the time"]
    }
    var faults: [String] = []
    if let first = flashes.first?.lowerBound, first <= 0.05 {} else { faults.append("not lit at once") }
    let periods = zip(flashes, flashes.dropFirst()).map { ($0.0, $0.1.lowerBound - $0.0.lowerBound) }
    if Double(periods.count) < seconds * bands.hertz.lowerBound - 2 { faults.append("\(flashes.count) flashes") }
    for (flash, period) in periods {
      if !bands.hertz.contains(1 / period) { faults.append("\(1 / period) Hz at \(flash.lowerBound) s") }
      let duty = (flash.upperBound - flash.lowerBound) / period
      if !bands.duty.contains(duty) { faults.append("lit \(duty) of the time at \(flash.lowerBound) s") }
    }
    return faults
  }

  /// The frequency and the lit part of the period, for a table.
  var summary: String {
    guard flashes.count > 1, let first = flashes.first, let last = flashes.last else { return "steady" }
    let span = last.lowerBound - first.lowerBound
    let lit = flashes.dropLast().reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    let hertz = Double(flashes.count - 1) / span
    return
      "\(flashes.count) flashes, \((hertz * 1000).rounded() / 1000) Hz, \((lit / span * 1000).rounded() / 10) % lit"
  }
}
