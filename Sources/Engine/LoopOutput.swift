import Alarms
import Bluetooth
import Monitor
import Readings
import Sessions

/// What the critical loop reports to the other threads: results of the engine, lamps, sounder and the end of the run.
package enum LoopOutput: Sendable {
  /// An adopted sensor has a place: it was received for the first time, is awaited, or has just been adopted.
  case sensor(SensorIndex, SensorRegistry.Sensor)
  /// Name and person of an adopted sensor. Not sent for recordings in which all sensors count.
  case adopted(SensorIndex, AdoptedSensor)
  /// A stranger has a place. It may have been adopted before.
  case stranger(SensorIndex, SensorRegistry.Sensor)
  /// A place is empty now.
  case left(SensorIndex)
  /// The signal strength of a sensor in dBm, from time to time.
  case signal(SensorIndex, Int8)
  /// A sensor was adopted or is no longer adopted, or a person is to confirm it.
  case adoption(AdoptionNews)
  /// The lists of adopted and forgotten sensors, for the next start.
  case adoptions(AdoptionList)
  case answer(UInt32, OrderAnswer)
  case selection(SensorSelection)
  case reading(Reading, from: SensorIndex)
  /// A sensor is received, and its messages do not count until its next reading.
  case trouble(SensorIndex, SensorTrouble)
  case action(Action)
  /// A gesture at the buttons. It precedes its results.
  case button(ButtonOrder)
  case lamp(Lamp, isLit: Bool)
  case burst(SoundSignal)
  /// The logbook has committed every alarm transition up to this sequence number.
  case committed(UInt64)
  /// A person at the buttons calls the care circle. The thread of the control socket passes it on, and answers with
  /// beeps.
  case call(PersonCall)
  /// A message for people, such as which sensor the radio has connected.
  case note(String)
  /// What a person has said about the session that has just begun.
  case sessionDetails(SessionDetails)
  /// The session of this run goes on with one that began before it. What was drunk is that of both.
  case sessionContinued(EarlierSession)
  /// A person has begun a session without these items of the checklist.
  case sessionChecked(missing: [ReadinessCheck.Item])
  /// A part of the history of a sensor, for a gap in the logbook.
  case record(HistoryChunk)
  /// How far an order about one device is.
  case visit(DeviceVisit)
  case link(SensorLink)
  /// The keys of all paired devices, which have changed and must be stored.
  case bonds(Bonds)
  /// The state of the previous run was restored, from the logbook or only from the file beside it.
  case recalled(isFromLog: Bool)
  case pageCodeWanted
  /// A person at the box wants another network. A thread asks the system for it, and answers with beeps.
  case networkWanted(NetworkWish)
  /// What the system does with its network, when it is known and when it has changed. Only on Lapwing's card.
  case network(NetworkMode)
  /// What the board reports of its supply and its heat, for the status; from time to time.
  case power(BoardPower)
  /// Which parts of the board give signals, when that is known and when it has changed.
  case parts(BoardParts)
  /// A person asks to read the configuration again.
  case reloadWanted
  /// The run ends: its recording is at its end, or a person stops it.
  case runEnded(isFinished: Bool)
  case finished

  /// Whether it must not be dropped when the ring is full.
  package var isUrgent: Bool {
    switch self {
    case .reading, .button, .lamp, .burst, .note, .signal, .power: false
    default: true
    }
  }

  /// Whether it is for the thread that writes small files.
  package var isForKeeping: Bool {
    switch self {
    case .adoptions, .bonds, .pageCodeWanted, .finished: true
    default: false
    }
  }

  /// Whether it is for the thread that asks the system for another network.
  package var isAboutNetwork: Bool {
    switch self {
    case .networkWanted, .finished: true
    default: false
    }
  }

  /// Whether the file of open alarms needs it: it is about an alarm, the phase, or the sensor at a place.
  package var isAboutAlarms: Bool {
    switch self {
    case .sensor, .stranger, .left, .action(.alarm), .action(.phase), .recalled, .runEnded, .finished: true
    default: false
    }
  }

  /// Whether it describes what a lamp, the sounder or a connection does at this moment.
  package var isMomentary: Bool {
    switch self {
    case .lamp, .burst, .link: true
    default: false
    }
  }
}

package struct TimedOutput: Sendable {
  /// On the time axis of the run.
  package let instant: Instant
  package let record: LoopOutput
  /// Whether the owner of the engine acts on it at once: on a signal, or on a session that has ended. Stored, because a
  /// record is large and a look into it copies it.
  package let isForOwner: Bool

  package init(instant: Instant, record: LoopOutput) {
    self.instant = instant
    self.record = record
    isForOwner = if case .action(let action) = record { action.isForOwner } else { false }
  }

  /// An action, which is most outputs of an alarm that begins: the record need not be looked into.
  init(instant: Instant, action: Action) {
    self.instant = instant
    record = .action(action)
    isForOwner = action.isForOwner
  }
}

/// A change of the list of adopted sensors, for the log and for people.
package enum AdoptionNews: Sendable {
  case adopted(AdoptedSensor)
  case forgotten(DeviceAddress)
  /// The box adopted a sensor by itself, and it is not confirmed.
  case unconfirmed(AdoptedSensor)
  /// An order at the box or in a timeline was refused.
  case refused(LapwingError)
}
