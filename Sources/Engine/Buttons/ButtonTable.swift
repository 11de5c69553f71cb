/// What each gesture means: one table for the buttons of the box and those of timelines. The configuration sets the
/// presses; what two buttons mean is fixed.
package struct ButtonTable: Sendable, Equatable {
  /// By button and press.
  private var presses: [[ButtonMeaning]]

  /// The defaults, in the order of ``Button`` and ``Press``. A long press of C is to be `help` where a care circle is
  /// configured, which no version can do yet. Beside a bed a double press of A is `standby`: a preset of the profile.
  package static let standard = ButtonTable(presses: [
    [.silence, .reset, .check], [.nextScenario, .session, .nothing], [.well, .nothing, .nothing],
  ])

  private init(presses: [[ButtonMeaning]]) { self.presses = presses }

  /// What a gesture means.
  package subscript(gesture: ButtonGesture) -> ButtonMeaning {
    switch gesture {
    case .press(let button, let press): self[button, press]
    case .hold(.ab): .adopt
    case .hold(.ac): .page
    case .hold(.bc): .flightMode
    }
  }

  /// What a press means.
  package subscript(button: Button, press: Press) -> ButtonMeaning {
    get { presses[button.place][press.place] }
    set { presses[button.place][press.place] = newValue }
  }

  /// Whether one of a button's presses means silence or reset.
  package func isForQuiet(_ button: Button) -> Bool { presses[button.place].contains(where: \.isForQuiet) }
}

extension Button {
  /// From 0, in the order of the lines of the box.
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
    }
  }
}
