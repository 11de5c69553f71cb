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
  /// What a press of a button means, by button and gesture: the button and press that the monitor knows it as.
  package var meanings: [[ButtonMeaning]] = Self.standardMeanings
  /// The device of the hardware watchdog and its timeout; `nil` where there is none.
  package var watchdog: (path: String, seconds: Int)?
  /// The priority of the critical thread, 1 to 99; `nil` for that of every other thread.
  package var realTimePriority: Int?
  /// Whether the process's memory stays in RAM.
  package var locksMemory = false

  package init(
    lines: LinePlan? = nil, sound: SoundDevice? = nil, ear: SoundDevice? = nil, level: SoundLevel = SoundLevel.standard,
    meanings: [[ButtonMeaning]] = Self.standardMeanings, watchdog: (path: String, seconds: Int)? = nil,
    realTimePriority: Int? = nil, locksMemory: Bool = false
  ) {
    self.lines = lines
    self.sound = sound
    self.ear = ear
    self.level = level
    self.meanings = meanings
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

  package static let standardMeanings: [[ButtonMeaning]] = [
    [.silence, .reset, .nothing], [.nextScenario, .session, .nothing], [.well, .nothing, .nothing],
  ]
}

/// What a press of a button means.
package enum ButtonMeaning: String, CaseIterable, Sendable {
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
  case nothing

  /// What the monitor is told. Silence and reset come as orders and not as presses of button A: the box judges its buttons
  /// itself, and a button that is stuck must not be taken for another one that means the same.
  package var event: Event? {
    switch self {
    case .silence: .silence
    case .reset: .reset(nil)
    case .nextScenario: .button(.b, .short)
    case .session: .button(.b, .long)
    case .well: .button(.c, .short)
    case .standby: .standby(nil, Standby.usual)
    case .nothing: nil
    }
  }

  /// Whether it ends a sound, so that a button that is stuck must not mean it.
  package var isForQuiet: Bool { self == .silence || self == .reset }
}
