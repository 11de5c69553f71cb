/// The meaning of each gesture, for the buttons of the box and for those of timelines. The configuration sets the
/// presses of single buttons; the meanings of two held buttons are fixed.
package struct ButtonTable: Sendable, Equatable {
  /// Indexed by button, then by press.
  private var presses: [[ButtonMeaning]]

  /// The defaults, in the order of ``Button`` and ``Press``. The bedside profile presets a double press of A to
  /// `nothing`, a hold of it to `standby`, and a long press of C to `help`.
  package static let standard = ButtonTable(presses: [
    [.silence, .reset, .check, .nothing], [.nextScenario, .session, .nothing, .nothing],
    [.well, .nothing, .nothing, .nothing],
  ])

  private init(presses: [[ButtonMeaning]]) { self.presses = presses }

  package subscript(gesture: ButtonGesture) -> ButtonMeaning {
    switch gesture {
    case .press(let button, let press): self[button, press]
    case .hold(.ab): .adopt
    case .hold(.ac): .page
    case .hold(.bc): .flightMode
    }
  }

  package subscript(button: Button, press: Press) -> ButtonMeaning {
    get { presses[button.place][press.place] }
    set { presses[button.place][press.place] = newValue }
  }

  /// Whether a press of this button can mean silence or reset.
  package func isForQuiet(_ button: Button) -> Bool { presses[button.place].contains(where: \.isForQuiet) }
}

extension Button {
  /// The index of the button, from 0, in the order of the lines of the box.
  package var place: Int {
    switch self {
    case .a: 0
    case .b: 1
    case .c: 2
    }
  }
}

extension Press {
  fileprivate var place: Int {
    switch self {
    case .short: 0
    case .long: 1
    case .double: 2
    case .hold: 3
    }
  }
}
