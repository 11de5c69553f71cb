/// A lamp of the box.
public enum Lamp: UInt8, CaseIterable, Sendable {
  /// High priority.
  case red
  /// Medium priority flashing, low priority steady.
  case yellow
  /// Winks while all is well: sensors are heard and no condition holds.
  case green
  /// Low priority of the appliance itself.
  case blue

  /// The word in JSON and on the screen.
  public var name: String {
    switch self {
    case .red: "red"
    case .yellow: "yellow"
    case .green: "green"
    case .blue: "blue"
    }
  }
}

/// What a lamp does. States differ in rhythm as well as in colour, since colours are not told apart by everybody.
public enum LampPattern: Sendable, Equatable {
  /// Dark.
  case off
  /// Steady.
  case on
  /// Flashing, lit first.
  /// - Parameters:
  ///   - hertz: flashes per second.
  ///   - duty: the lit part of each period, 0 to 1.
  case flash(hertz: Double, duty: Double)

  /// IEC 60601-1-8 asks for 1.4 to 2.8 Hz at 20 to 60 % duty.
  public static let highPriority = LampPattern.flash(hertz: 2, duty: 0.5)
  /// IEC 60601-1-8 asks for 0.4 to 0.8 Hz at 20 to 60 % duty.
  public static let mediumPriority = LampPattern.flash(hertz: 0.5, duty: 0.5)
  /// IEC 60601-1-8 asks for a steady light: all of the time lit.
  public static let lowPriority = LampPattern.on
  /// A short wink every four seconds, slower than any alarm's flash and dark most of the time: it shows that the box is
  /// awake, and is no steady light that somebody who sees no colours could take for a low alarm.
  public static let allIsWell = LampPattern.flash(hertz: 0.25, duty: 0.1)

  /// The word in JSON.
  public var name: String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .flash: "flash"
    }
  }
}
