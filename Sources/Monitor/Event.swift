import Alarms
import Flight
import Sessions
import Readings

/// An input of the monitor that is not a reading. (Readings are large, so they have an entry of their own,
/// ``Monitor/receive(_:from:at:into:)``.) An event is a small value without references, so that passing it on allocates
/// nothing.
package enum Event: Sendable {
  case tick
  /// A message of a sensor was received and could not be decoded.
  case received(SensorModel, from: SensorIndex)
  /// A part of the box reports that a condition holds.
  case fault(ConditionID)
  /// A part of the box reports that a condition no longer holds.
  case cleared(ConditionID)
  /// A person says that the flight has entered a phase.
  case phase(Phase, by: PhaseSource = .command)
  /// The box starts a session with its run.
  case startSession
  /// A person begins a session.
  case beginSession
  case endSession
  /// The run ends, and the session may go on in the next one.
  case suspendSession
  case toggleSession
  case nextScenario
  /// A person reports to be well. No rule uses it yet.
  case wellbeing
  /// A person has drunk this number of millilitres.
  case drink(UInt16)
  case undoDrink
  case caffeine
  case undoCaffeine
  /// The board reports which parts that give signals work.
  case signalParts(SignalParts)
  /// Signals are given to try them.
  case testSignal
  case confirmPlacement
  case checked(isReady: Bool)
  /// A person silences the alarms that sound now: see ``AlarmSystem/silence(at:)``.
  case silence
  case acknowledge(ConditionID)
  case pause
  /// A person ends the latched sound of one condition, or of all (`nil`).
  case reset(ConditionID?)
  /// A person tests the signals of a condition for some seconds (``AlarmSystem/testRange``).
  case test(ConditionID, seconds: UInt8 = AlarmSystem.testSeconds)
  /// Whether messages about an alarm would reach a person, as the care circle reports.
  case reach(Reach)
  /// The local time of day in minutes, 0 to 1439, has changed; `nil` while the clock is not set.
  case timeOfDay(Int16?)
  /// A person enters standby for some time; `nil` for every person without a good heart rate.
  case standby(PersonIndex?, Duration)
  case endStandby(PersonIndex?)
  /// Play this number of short beeps if no alarm sounds: a sensor was adopted, or refused.
  case beeps(UInt8)
  /// A sensor is no longer adopted and is removed from all tables: its alarms end.
  case forgotten(SensorIndex)
  /// What the other box of a pair signals.
  case elsewhere(Elsewhere)
  case askForPageCode
  case pageCode(PageCode?)
  /// A loading was read, or could not be read: the answer to ``Action/scenarioWanted(_:)``.
  case scenario(ScenarioState)
}

/// An output of the monitor. The actions are all that the monitor does, so a test compares lists of them.
package enum Action: Sendable, Equatable {
  case alarm(AlarmTransition)
  case lamp(Lamp, LampPattern)
  case sound(SoundSignal?)
  case loudness(Loudness)
  case notice(Notice)
  /// Answer the person who asked for silence that this condition cannot be silenced.
  case refusal(ConditionID)
  /// Read the next loading and answer with ``Event/scenario(_:)``. The number identifies the request.
  case scenarioWanted(UInt32)
  case scenario(ScenarioState)
  /// The phase of flight has changed. One that was found by the box may have begun some time ago.
  case phase(PhaseChange)
  /// Low and medium alarms are withheld until then at most, or no longer (`nil`).
  case withheld(until: Instant?)
  case sessionStarted
  /// What people drink and take in the session has changed. The total is what was drunk, ml.
  case refreshments(RefreshmentChange, total: UInt32)
  /// A person has confirmed, for the running session, where the sensor lies.
  case placementConfirmed
  /// Remind a person to drink: nothing was drunk since this time. The total is what was drunk before, ml.
  case drinkReminder(since: Instant, total: UInt32)
  case sessionEnded(SessionSummary)

  /// Whether it is a command for the lamps or the sounder.
  package var isSignal: Bool {
    switch self {
    case .lamp, .sound, .loudness: true
    default: false
    }
  }

  /// Whether the owner of the engine acts on it at once: on a signal, or on a session that has ended.
  package var isForOwner: Bool {
    switch self {
    case .lamp, .sound, .loudness, .sessionEnded: true
    default: false
    }
  }
}
