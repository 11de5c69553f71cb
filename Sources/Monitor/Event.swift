import Alarms
import Sessions
import Readings

/// All that can happen to the appliance but readings, which are large and go by ``Monitor/hear(_:from:at:into:)``. Small
/// values without references, so that passing one on allocates nothing.
package enum Event: Sendable {
  /// Time has passed.
  case tick
  /// A sensor was heard and what it sent was broken.
  case heard(SensorModel, from: SensorIndex)
  /// A part of the appliance reports that a condition holds.
  case fault(ConditionID)
  /// A part of the appliance reports that a condition holds no more.
  case cleared(ConditionID)
  /// The flight has entered a phase.
  case phase(Phase)
  /// A session begins; the one that runs ends first.
  case startSession
  /// The session ends.
  case endSession
  /// A session begins, or the one that runs ends.
  case toggleSession
  /// Somebody asks for the next scenario.
  case nextScenario
  /// Somebody says that all is well, or has had a drink.
  case wellbeing
  /// Somebody asks for silence of what sounds now.
  case silence
  /// Somebody acknowledges one condition by name, whatever its priority.
  case acknowledge(ConditionID)
  /// Somebody asks for an audio pause of what sounds now.
  case pause
  /// Somebody ends the latched sound of one condition, or of all.
  case reset(ConditionID?)
  /// Somebody tries the signals of a condition.
  case test(ConditionID)
  /// The local time of day in minutes, 0 to 1439; `nil` while the clock is not set.
  case timeOfDay(Int16?)
  /// A person is not watched for some time on purpose; `nil` for every person whose heart is not heard.
  case standby(PersonIndex?, Duration)
  /// A person is to be watched again; `nil` for all.
  case endStandby(PersonIndex?)
  /// Tells something by so many short beeps, where no alarm sounds: a sensor was adopted, or refused.
  case beeps(UInt8)
  /// A sensor is one's own no more and is gone from the tables: its alarms end.
  case forgotten(SensorIndex)
  /// A scenario was read, or could not be: the answer to ``Action/scenarioWanted(_:)``.
  case scenario(ScenarioState)
}

/// What the appliance does, beside passing on what sensors said. The list of actions is all that it does, so a test
/// compares lists.
package enum Action: Sendable, Equatable {
  /// Pass on and log a change of an alarm.
  case alarm(AlarmTransition)
  /// Give a lamp another pattern.
  case lamp(Lamp, LampPattern)
  /// Give the sounder another signal; `nil` for silence.
  case sound(SoundSignal?)
  /// Let what sounds be louder, or as loud as at first.
  case loudness(Loudness)
  /// Tell somebody far away of a high alarm that nobody answers.
  case notice(Notice)
  /// Tell the person who asked for silence that this condition, which sounds, cannot be silenced.
  case refusal(ConditionID)
  /// Read the next scenario and answer with ``Event/scenario(_:)``. The number tells one request from another.
  case scenarioWanted(UInt32)
  /// Log the scenario that somebody asked for.
  case scenario(ScenarioState)
  /// Another phase of flight counts: it was told, or the one before has lasted too long.
  case phase(Phase)
  /// A session has begun.
  case sessionStarted
  /// A session has ended.
  case sessionEnded(SessionSummary)

  /// Whether it is for lamps or sounder.
  package var isSignal: Bool {
    switch self {
    case .lamp, .sound, .loudness: true
    default: false
    }
  }
}
