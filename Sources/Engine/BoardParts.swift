import Alarms

/// The parts of the board that give signals to people beside it: which there are by the configuration, and whether they work.
package struct BoardParts: Sendable, Equatable {
  package enum Sounder: String, Sendable, Equatable {
    case card, buzzer
  }

  /// The lamps that there are, a bit for each raw value.
  private var lamps: UInt8 = 0
  /// Whether they take commands.
  package var doLampsWork = false
  /// What sounds, or should; `nil` if there is no sounder.
  package var sounder: Sounder?
  package var doesSounderWork = false
  /// Whether the buzzer stands in for a sound card that does not work.
  package var lacksCard = false
  package var hasButtons = false

  package init() {}

  package subscript(lamp: Lamp) -> Bool {
    get { lamps & 1 << lamp.rawValue != 0 }
    set { if newValue { lamps |= 1 << lamp.rawValue } else { lamps &= ~(1 << lamp.rawValue) } }
  }
}
