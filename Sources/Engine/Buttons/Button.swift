/// A button of the box, named by its letter.
package enum Button: String, CaseIterable, Sendable {
  case a = "A"
  case b = "B"
  case c = "C"
}

/// How one button was pressed. Board measures the times.
package enum Press: String, CaseIterable, Sendable {
  case short
  case long
  case double
  /// Held for 5 s, by which time it counts.
  case hold
}

/// Two buttons that are held together for an order of their own.
package enum ButtonPair: String, CaseIterable, Sendable {
  case ab = "A+B"
  case ac = "A+C"
  case bc = "B+C"

  package var buttons: (Button, Button) {
    switch self {
    case .ab: (.a, .b)
    case .ac: (.a, .c)
    case .bc: (.b, .c)
    }
  }
}

package enum ButtonGesture: Sendable, Equatable, CustomStringConvertible {
  case press(Button, Press)
  /// Two buttons were held together for 5 s.
  case hold(ButtonPair)

  /// For people, such as `A short` and `A+B held`.
  package var description: String {
    switch self {
    case .press(let button, let press): "\(button.rawValue) \(press.rawValue)"
    case .hold(let pair): "\(pair.rawValue) held"
    }
  }
}
