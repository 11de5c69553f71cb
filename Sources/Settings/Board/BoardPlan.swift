import Alarms
import Board
import Engine
import Speech

/// The hardware of the box and its use, as the configuration describes them: lines, sound, buttons, watchdog and
/// scheduling.
package struct BoardPlan: Sendable {
  package var lines: LinePlan?
  /// The sound card; `nil` if the box has none.
  package var sound: SoundDevice?
  /// The audio input that checks the sound card in its self-test; `nil` if the box has none.
  package var ear: SoundDevice?
  package var level = SoundLevel.standard
  package var speech = SpeechPlan()
  package var buttons = ButtonTable.standard
  /// The device of the hardware watchdog and its timeout; `nil` if there is none.
  package var watchdog: (path: String, seconds: Int)?
  /// The real-time priority of the critical thread, 1 to 99; `nil` for normal scheduling.
  package var realTimePriority: Int?
  package var locksMemory = false

  package init() {}

  /// Whether it names another sound card or another microphone.
  package func isOtherCard(than other: BoardPlan) -> Bool { sound != other.sound || ear != other.ear }

  package var hasToBeInTime: Bool { lines != nil || sound != nil }

  package static let terminal = BoardPlan()
}
