/// A lamp of the box.
package enum Lamp: UInt8, CaseIterable, Sendable {
  case red
  /// Medium priority flashing, low priority steady.
  case yellow
  /// Flashes briefly while all is well: sensors are received and no condition is present.
  case green
  /// Low priority of the appliance itself.
  case blue

  /// The order in which lamps are driven: what says that all is well neither delays an alarm nor joins one that ends.
  package static let mostUrgentFirst: [Lamp] = [.red, .yellow, .blue, .green]

  /// The word in JSON and on the screen.
  package var name: String {
    switch self {
    case .red: "red"
    case .yellow: "yellow"
    case .green: "green"
    case .blue: "blue"
    }
  }
}

/// What a lamp does. States differ in rhythm as well as in colour, since colours are not told apart by everybody.
package enum LampPattern: Sendable, Equatable {
  case off
  case on
  /// Flashing, lit first.
  /// - Parameters:
  ///   - hertz: flashes per second.
  ///   - duty: the lit part of each period, 0 to 1.
  case flash(hertz: Double, duty: Double)
  /// Two short blinks and a pause. No alarm does this: it is a scenario's verdict.
  case doubleBlink
  /// One of two lamps that take turns. No alarm does this: it is a scenario's verdict.
  case alternate(isFirst: Bool)

  /// IEC 60601-1-8 asks for 1.4 to 2.8 Hz at 20 to 60 % duty.
  package static let highPriority = LampPattern.flash(hertz: 2, duty: 0.5)
  /// IEC 60601-1-8 asks for 0.4 to 0.8 Hz at 20 to 60 % duty.
  package static let mediumPriority = LampPattern.flash(hertz: 0.5, duty: 0.5)
  /// IEC 60601-1-8 asks for a steady light: all of the time lit.
  package static let lowPriority = LampPattern.on
  /// A short wink every four seconds, slower than any alarm's flash and dark most of the time: it shows that the box is
  /// awake, and is no steady light that somebody who sees no colours could take for a low alarm.
  package static let allIsWell = LampPattern.flash(hertz: 0.25, duty: 0.1)

  /// The word in JSON.
  package var name: String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .flash: "flash"
    case .doubleBlink: "double-blink"
    case .alternate(let isFirst): isFirst ? "alternate-first" : "alternate-second"
    }
  }
}

extension LampPattern {
  /// A rhythm that is neither dark nor steady: the spans of its period in which the lamp is lit, in nanoseconds from the
  /// start of the period, and the period's length.
  ///
  /// The two of a scenario's verdict lie far from both alarm rhythms: blinks of 0.15 s in pairs every 1.5 s, and turns of
  /// half a second.
  package var rhythm: (lit: (Range<Int64>, Range<Int64>), period: Int64)? {
    let millisecond: Int64 = 1_000_000
    switch self {
    case .off, .on: return nil
    case .flash(let hertz, let duty):
      // One flash in 100 s to one in a millisecond: outside that no eye sees a flash.
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
}
