/// A lamp of the box. Colours after IEC 60601-1-8; green is the box's own "all is well".
package enum Lamp: UInt8, CaseIterable, Sendable {
  case red
  /// Flashes for medium priority, steady for low priority.
  case yellow
  /// Flashes briefly while all is well: sensors are received and no condition is present.
  case green
  /// Steady for a low-priority technical alarm.
  case blue

  /// The order in which the lamps are set. Green comes last, so that it neither delays an alarm lamp nor is lit
  /// together with one that is about to go out.
  package static let mostUrgentFirst: [Lamp] = [.red, .yellow, .blue, .green]

  package var name: String {
    switch self {
    case .red: "red"
    case .yellow: "yellow"
    case .green: "green"
    case .blue: "blue"
    }
  }
}

/// What a lamp shows. The patterns differ in rhythm as well as in colour, since not everybody can distinguish colours.
package enum LampPattern: Sendable, Equatable {
  case off
  case on
  /// Flashing, lit first.
  /// - Parameters:
  ///   - hertz: flashes per second.
  ///   - duty: the lit part of each period, 0 to 1.
  case flash(hertz: Double, duty: Double)
  /// Two short blinks and a pause. Only the verdict on a loading uses this pattern.
  case doubleBlink
  /// Lit in turns with another lamp. Only the verdict on a loading uses this pattern.
  case alternate(isFirst: Bool)
  /// The digits of a code of the page, twice; dark afterwards.
  case code(PageCode)

  /// IEC 60601-1-8 requires 1.4 to 2.8 Hz at 20 to 60 % duty.
  package static let highPriority = LampPattern.flash(hertz: 2, duty: 0.5)
  /// IEC 60601-1-8 requires 0.4 to 0.8 Hz at 20 to 60 % duty.
  package static let mediumPriority = LampPattern.flash(hertz: 0.5, duty: 0.5)
  /// IEC 60601-1-8 requires a steady light.
  package static let lowPriority = LampPattern.on
  /// A short flash every four seconds, slower than any alarm and dark most of the time: it shows that the box works,
  /// and a person who cannot see colours does not take it for the steady light of a low alarm.
  package static let allIsWell = LampPattern.flash(hertz: 0.25, duty: 0.1)

  package var name: String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .flash: "flash"
    case .doubleBlink: "double-blink"
    case .alternate(let isFirst): isFirst ? "alternate-first" : "alternate-second"
    case .code: "code"
    }
  }
}

extension LampPattern {
  /// The intervals of one period in which the lamp is lit, in nanoseconds from the start of the period, and the length
  /// of the period. The second interval may be empty. `nil` if the lamp is dark or steady, or flashes a code.
  ///
  /// The two patterns for a loading's verdict differ clearly from both alarm rhythms: pairs of 0.15 s blinks every 1.5
  /// s, and turns of half a second.
  private var rhythm: (lit: (Range<Int64>, Range<Int64>), period: Int64)? {
    let millisecond: Int64 = 1_000_000
    switch self {
    case .off, .on, .code: return nil
    case .flash(let hertz, let duty):
      // Between one flash in 100 s and one in a millisecond: outside this range people see no flashes.
      let period = Int64((1e9 / min(max(hertz, 0.01), 1000)).rounded())
      let lit = Int64((Double(period) * min(max(duty, 0), 1)).rounded())
      return ((0..<lit, lit..<lit), period)
    case .doubleBlink:
      return ((0..<150 * millisecond, 300 * millisecond..<450 * millisecond), 1500 * millisecond)
    case .alternate(let isFirst):
      let start = isFirst ? 0 : 500 * millisecond
      return ((start..<start + 500 * millisecond, 1000 * millisecond..<1000 * millisecond), 1000 * millisecond)
    }
  }

  /// Whether the lamp is lit.
  /// - Parameter elapsed: since the pattern began, nanoseconds.
  package func isLit(after elapsed: Int64) -> Bool {
    if case .code(let code) = self { return code.isLit(after: elapsed) }
    guard let (lit, period) = rhythm else { return self == .on }
    let phase = elapsed % period
    return lit.0.contains(phase) || lit.1.contains(phase)
  }

  /// When the lamp may change next, in nanoseconds since the pattern began; `nil` for never.
  package func nextEdge(after elapsed: Int64) -> Int64? {
    if case .code(let code) = self { return code.nextEdge(after: elapsed) }
    guard let (lit, period) = rhythm else { return nil }
    let phase = elapsed % period
    var next = period
    for edge in [lit.0.lowerBound, lit.0.upperBound, lit.1.lowerBound, lit.1.upperBound] where edge > phase {
      next = min(next, edge)
    }
    return elapsed - phase + next
  }
}
