import Alarms
import Monitor
import Readings
import SensorProtocols

/// What the critical loop tells the rest of the appliance.
package enum LoopOutput: Sendable {
  /// One's own sensor has a place: it is heard for the first time, is awaited, or is one's own only now.
  case sensor(SensorIndex, SensorRegistry.Sensor)
  /// What people know of one's own sensor, beside what it is. Not told where all sensors of a recording count.
  case adopted(SensorIndex, AdoptedSensor)
  /// A sensor that is not one's own has a place, also one that was one's own before.
  case stranger(SensorIndex, SensorRegistry.Sensor)
  /// A place is empty now.
  case left(SensorIndex)
  /// The strength of a sensor's signal, dBm, now and then.
  case signal(SensorIndex, Int8)
  /// A sensor has become one's own or not, or somebody is to confirm it.
  case adoption(AdoptionNews)
  /// The sensors that are one's own from now on, and those that are forgotten, for the next start.
  case adoptions(AdoptionList)
  /// What came of an order, by the order's number.
  case answer(UInt32, OrderAnswer)
  /// Other sensors are used from now on.
  case selection(SensorSelection)
  /// A sensor was understood.
  case reading(Reading, from: SensorIndex)
  /// The monitor decided something.
  case action(Action)
  /// Somebody did something with the buttons; told before what follows from it.
  case button(ButtonOrder)
  /// A lamp was lit or made dark.
  case lamp(Lamp, isLit: Bool)
  /// The sounder began a burst.
  case burst(SoundSignal)
  /// The logbook has committed every alarm transition up to one.
  case committed(UInt64)
  /// What a person should know of the radio: what it tries, whom it has connected.
  case note(String)
  /// What a sensor kept of a time in which it was not heard.
  case record(HistoryChunk)
  /// What the run before left is taken up, from the log or only from the file beside it.
  case recalled(isFromLog: Bool)
  /// Somebody asks for the configuration to be read again.
  case reloadWanted
  /// The run ends: its recording was played to the end, or a person stops it.
  case runEnded(isFinished: Bool)
  /// Nothing more comes.
  case finished

  /// Whether it must not be dropped for lack of room.
  package var isUrgent: Bool {
    switch self {
    case .reading, .button, .lamp, .burst, .note, .signal: false
    default: true
    }
  }

  /// Whether it is for the keeper of the list of one's own sensors.
  package var isForKeeping: Bool {
    switch self {
    case .adoptions, .finished: true
    default: false
    }
  }

  /// Whether it is about an alarm, or about who is where.
  package var isAboutAlarms: Bool {
    switch self {
    case .sensor, .stranger, .left, .action(.alarm), .runEnded, .finished: true
    default: false
    }
  }

  /// Whether it is about what a lamp or the sounder does at this moment.
  package var isMomentary: Bool {
    switch self {
    case .lamp, .burst: true
    default: false
    }
  }
}

/// A record with its time.
package struct TimedOutput: Sendable {
  /// When, on the time axis of the run.
  package let instant: Instant
  package let record: LoopOutput

  package init(instant: Instant, record: LoopOutput) {
    self.instant = instant
    self.record = record
  }
}
