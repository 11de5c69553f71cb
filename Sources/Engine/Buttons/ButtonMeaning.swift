/// What a gesture at the buttons means. The rules know only this, and no button.
package enum ButtonMeaning: String, Sendable, CaseIterable {
  /// Of what sounds now: low and medium alarms are acknowledged, high ones paused.
  case silence
  /// Latched sounds end.
  case reset
  /// The next scenario.
  case nextScenario = "next-scenario"
  /// A session starts or ends.
  case session
  /// "I am well", or a drink.
  case well
  /// Everybody whose heart is not heard is not watched for some hours.
  case standby
  /// Whether all sensors are fresh and nothing alarms.
  case check
  /// Somebody asks for help.
  case help
  case nothing
  /// The nearest sensor of each kind is one's own.
  case adopt
  /// The code of the page, and the hot spot.
  case page
  /// The radio falls silent for a flight.
  case flightMode = "flight-mode"

  /// Those that a press of one button can have. The others belong to two buttons.
  package static let ofPresses = allCases.filter { ![.adopt, .page, .flightMode].contains($0) }

  /// Whether it ends a sound, so that a button that is stuck must not mean it.
  package var isForQuiet: Bool { self == .silence || self == .reset }
}

/// A gesture and what it means.
package struct ButtonOrder: Sendable, Equatable {
  package let gesture: ButtonGesture
  package let meaning: ButtonMeaning

  package init(_ gesture: ButtonGesture, _ meaning: ButtonMeaning) {
    self.gesture = gesture
    self.meaning = meaning
  }
}
