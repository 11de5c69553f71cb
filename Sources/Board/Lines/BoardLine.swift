/// A line of a GPIO chip as the configuration names it: `GPIO17`, `4 active-low`, `BUTTON_A active-low pull-up`.
package struct BoardLine: Sendable, Equatable, CustomStringConvertible {
  /// What holds a line at its level while nobody drives it.
  package enum Bias: Int32, Sendable {
    case asIs = 0
    case none = 1
    case pullUp = 2
    case pullDown = 3
  }

  /// How an output drives its line.
  package enum Drive: Int32, Sendable {
    case pushPull = 0
    case openDrain = 1
    case openSource = 2
  }

  /// Its name, or its offset as a number.
  package var name: String
  /// Whether it is active while its voltage is low.
  package var isActiveLow = false
  /// What holds it while nobody drives it.
  package var bias = Bias.asIs
  /// How it is driven.
  package var drive = Drive.pushPull

  /// The words that may follow the name.
  package static let words = "active-low, pull-up, pull-down, no-bias, open-drain, open-source"

  /// Reads a text; `nil` where it is none of a line.
  package init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard let first = words.first else { return nil }
    name = String(first)
    for word in words.dropFirst() {
      switch word {
      case "active-low": isActiveLow = true
      case "pull-up": bias = .pullUp
      case "pull-down": bias = .pullDown
      case "no-bias": bias = .none
      case "open-drain": drive = .openDrain
      case "open-source": drive = .openSource
      default: return nil
      }
    }
  }

  /// Whether both are one line of the chip, however they are wired. Of a name and a number only the chip knows.
  package func isSameLine(as other: BoardLine) -> Bool {
    if let one = Int(name), let two = Int(other.name) { return one == two }
    return name == other.name
  }

  /// As the configuration names it.
  package var description: String {
    let biasWord: String? =
      switch bias {
      case .asIs: nil
      case .none: "no-bias"
      case .pullUp: "pull-up"
      case .pullDown: "pull-down"
      }
    let driveWord: String? =
      switch drive {
      case .pushPull: nil
      case .openDrain: "open-drain"
      case .openSource: "open-source"
      }
    return [name, isActiveLow ? "active-low" : nil, biasWord, driveWord].compactMap(\.self).joined(separator: " ")
  }
}

/// What hangs on an output line.
package enum BoardOutput: Int, Sendable, CaseIterable {
  /// The red lamp, or the red part of the one lamp.
  case red
  /// The yellow lamp.
  case yellow
  /// The green lamp, or the green part of the one lamp.
  case green
  /// The blue lamp, or the blue part of the one lamp.
  case blue
  /// A plain buzzer: a second sounder, which sounds while it is switched on.
  case buzzer
  /// A vibration motor.
  case vibration
}

/// The lines of a board, by what hangs on them.
package struct LinePlan: Sendable, Equatable {
  /// The chip's label, its name or its path.
  package var chip: String
  /// Lamps, buzzer, vibration motor.
  package var outputs: [BoardOutput: BoardLine]
  /// Whether red, green and blue are one lamp, which shows one colour at a time; yellow is red and green.
  package var isOneLamp: Bool
  /// The buttons, in their order; `nil` for one that is not there.
  package var buttons: [BoardLine?]
  /// How long a button must rest before its change counts, in the kernel.
  package var debounceMilliseconds: Int

  package init(
    chip: String, outputs: [BoardOutput: BoardLine], isOneLamp: Bool, buttons: [BoardLine?], debounceMilliseconds: Int
  ) {
    self.chip = chip
    self.outputs = outputs
    self.isOneLamp = isOneLamp
    self.buttons = buttons
    self.debounceMilliseconds = debounceMilliseconds
  }
}
