/// A line of a GPIO chip and its electrical properties, as written in the configuration: `GPIO17`, `4 active-low`,
/// `BUTTON_A active-low pull-up`.
package struct BoardLine: Sendable, Equatable, CustomStringConvertible {
  /// The resistor that sets the level of a line while nothing drives it. The raw values are those of CGPIO.
  package enum Bias: Int32, Sendable {
    case asIs = 0
    case none = 1
    case pullUp = 2
    case pullDown = 3
  }

  /// How an output drives its line. The raw values are those of CGPIO.
  package enum Drive: Int32, Sendable {
    case pushPull = 0
    case openDrain = 1
    case openSource = 2
  }

  package var name: String
  package var isActiveLow = false
  package var bias = Bias.asIs
  package var drive = Drive.pushPull

  /// The words that may follow the name, for an error message.
  package static let words = "active-low, pull-up, pull-down, no-bias, open-drain, open-source"

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

  /// Whether both are the same line of the chip, whatever their properties. `false` for a name and a number, which
  /// cannot be compared without the chip.
  package func isSameLine(as other: BoardLine) -> Bool {
    if let one = Int(name), let two = Int(other.name) { return one == two }
    return name == other.name
  }

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

/// A device that an output line controls. With one lamp of three colours, `red`, `green` and `blue` are its parts.
package enum BoardOutput: Int, Sendable, CaseIterable {
  case red
  case yellow
  case green
  case blue
  /// A simple buzzer, the second sounder: it sounds while its line is active.
  case buzzer
  case vibration
}

package struct LinePlan: Sendable, Equatable {
  /// The label, name or path of the GPIO chip; `nil` for that of a Raspberry Pi's 40-pin header.
  package var chip: String?
  package var outputs: [BoardOutput: BoardLine]
  /// Whether red, green and blue are one lamp, which shows one colour at a time; yellow is red and green together.
  package var isOneLamp: Bool
  /// The buttons, in their order; `nil` for one that does not exist.
  package var buttons: [BoardLine?]
  /// How long the level of a button must be stable before the kernel reports a change.
  package var debounceMilliseconds: Int

  package init(
    chip: String?, outputs: [BoardOutput: BoardLine], isOneLamp: Bool, buttons: [BoardLine?], debounceMilliseconds: Int
  ) {
    self.chip = chip
    self.outputs = outputs
    self.isOneLamp = isOneLamp
    self.buttons = buttons
    self.debounceMilliseconds = debounceMilliseconds
  }
}
