import Alarms
import Monitor
import Readings
import SensorProtocols

/// What the critical loop tells the rest of the appliance.
public enum OutwardRecord: Sendable {
  /// A sensor is heard for the first time.
  case sensor(SensorIndex, Intake.Sensor)
  /// A sensor was understood.
  case reading(Reading, from: SensorIndex)
  /// The monitor decided something.
  case action(Action)
  /// A lamp was lit or made dark.
  case lamp(Lamp, isLit: Bool)
  /// The sounder began a burst.
  case burst(SoundSignal)
  /// The logbook has committed every alarm transition up to one.
  case committed(UInt64)
  /// What a person should know of the radio: what it tries, whom it has connected.
  case note(String)
  /// What a sensor kept of a time in which it was not heard.
  case record(RecordPiece)
  /// Somebody asks for the configuration to be read again.
  case reloadWanted
  /// The run ends: its recording was played to the end, or a person stops it.
  case runEnded(isFinished: Bool)
  /// Nothing more comes.
  case finished

  /// Whether it must not be dropped for lack of room.
  var isUrgent: Bool {
    switch self {
    case .reading, .lamp, .burst, .note: false
    default: true
    }
  }

  /// Whether it is about what a lamp or the sounder does at this moment.
  var isMomentary: Bool {
    switch self {
    case .lamp, .burst: true
    default: false
    }
  }
}

/// A record with its time.
public struct Outward: Sendable {
  /// When, on the time axis of the run.
  public let instant: Instant
  /// What.
  public let record: OutwardRecord
}

/// What the rest of the appliance tells the critical loop.
public enum InwardRecord: Sendable {
  /// Something happened: a command, a fault that a thread has found.
  case event(Event)
  /// The logbook is alive and has committed every alarm transition up to one.
  case committed(UInt64)
  /// Lines or sound card are there, or can not be had.
  case opened(OpenedPart)
  /// Something that a person should know, in words.
  case note(String)
  /// An alarm of an earlier run was there when that ended.
  case resume(RememberedAlarm, Intake.Sensor)
  /// A sensor's value was beyond a limit when an earlier run ended, on an axis that begins with this run.
  case recall(PendingValue, Intake.Sensor)
  /// An earlier run heard a sensor until its end, so this one should hear it too.
  case expect(Intake.Sensor)
  /// The logbook has a hole that a sensor's own record may fill.
  case fetch(RecordWish)
  /// Other rules are in force, other keys of encrypted sensors, and another description of the board.
  case settings(MonitorSettings, bindKeys: [DeviceAddress: BindKey], board: BoardPlan)
}
