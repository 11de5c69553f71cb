import Alarms
import Board
import Engine
import Monitor
import Readings

/// What hangs on the box and how it is used, as the configuration says.
package struct BoardPlan: Sendable {
  /// The lines; `nil` where the box has none.
  package var lines: LinePlan?
  /// The sound card; `nil` where the box has none.
  package var sound: SoundDevice?
  /// The input that hears the sound card at its self-test; `nil` where the box has none.
  package var ear: SoundDevice?
  /// How loud alarms are.
  package var level = SoundLevel.standard
  /// What the gestures at the buttons mean.
  package var buttons = ButtonTable.standard
  /// The device of the hardware watchdog and its timeout; `nil` where there is none.
  package var watchdog: (path: String, seconds: Int)?
  /// The priority of the critical thread, 1 to 99; `nil` for that of every other thread.
  package var realTimePriority: Int?
  /// Whether the process's memory stays in RAM.
  package var locksMemory = false

  package init(
    lines: LinePlan? = nil, sound: SoundDevice? = nil, ear: SoundDevice? = nil, level: SoundLevel = SoundLevel.standard,
    buttons: ButtonTable = .standard, watchdog: (path: String, seconds: Int)? = nil,
    realTimePriority: Int? = nil, locksMemory: Bool = false
  ) {
    self.lines = lines
    self.sound = sound
    self.ear = ear
    self.level = level
    self.buttons = buttons
    self.watchdog = watchdog
    self.realTimePriority = realTimePriority
    self.locksMemory = locksMemory
  }

  /// Whether it asks for another sound card or another way to hear it.
  package func isOtherCard(than other: BoardPlan) -> Bool { sound != other.sound || ear != other.ear }

  /// Whether anything hangs on the box that has to be driven in time.
  package var hasToBeInTime: Bool { lines != nil || sound != nil }

  /// Nothing hangs on the box.
  package static let terminal = BoardPlan()
}
