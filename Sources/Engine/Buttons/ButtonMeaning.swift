/// What a gesture at the buttons means. The monitor knows the meanings and not the buttons.
package enum ButtonMeaning: String, Sendable, CaseIterable {
  /// Acknowledge the low and medium alarms that sound, and pause the high ones.
  case silence
  /// End latched sounds.
  case reset
  case nextScenario = "next-scenario"
  case session
  /// The person is well or, in an aircraft, has had a drink.
  case well
  /// Put every person whose heart rate is not received on standby, after a question.
  case standby
  /// Confirm the placement, try the signals, and report whether the box is ready and no alarm is present.
  case check
  case help
  case nothing
  case adopt
  /// Flash a code of the page, and open the hot spot if there is one.
  case page
  case flightMode = "flight-mode"

  /// The meanings that a press of one button can have. The others belong to two buttons.
  package static let ofPresses = allCases.filter { ![.adopt, .page, .flightMode].contains($0) }

  /// Whether it ends a sound. A stuck button must not do that.
  package var isForQuiet: Bool { self == .silence || self == .reset }
}

package struct ButtonOrder: Sendable, Equatable {
  package let gesture: ButtonGesture
  package let meaning: ButtonMeaning

  package init(_ gesture: ButtonGesture, _ meaning: ButtonMeaning) {
    self.gesture = gesture
    self.meaning = meaning
  }
}
