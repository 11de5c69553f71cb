import Alarms
import Bluetooth
import Engine
import Monitor
import Readings
import SensorProtocols

/// All keys of the configuration. Each is declared once, with path, type, range, default, when a change takes effect,
/// and help. The keys of the hardware are in `Keys+Board.swift`.
package enum Keys {
  package static let profile = SettingKey(
    "profile", BoxProfile.cabin, .atNextStart, "What the box is for: a set of presets.")

  package static let logbookPath = SettingKey(
    "logbook.path", .path, "/var/lib/lapwing/lapwing.db", .atNextStart,
    "The SQLite database that holds sessions, readings and alarms.")
  package static let writeEvery = SettingKey(
    "logbook.write-every", .number(1...57, unit: "s"), 57.0, .atNextStart,
    "For how long readings are collected before they are written together, which spares the card. A power failure loses "
      + "those that are not written yet. During an alarm they wait 4 s at most, and an alarm itself is written at once."
  )
  package static let keepDays = SettingKey(
    "logbook.keep.days", .number(1...36_500, unit: "days"), 3650.0, .atNextStart,
    "How long single readings are kept. Alarms, sessions and the figures of each hour stay.")
  package static let keepMegabytes = SettingKey(
    "logbook.keep.megabytes", .number(20...1_000_000, unit: "MB"), 1000.0, .atNextStart,
    "The largest size of the logbook; beyond it the oldest readings are deleted. A year of one strap needs about 50 MB."
  )
  package static let controlSocket = SettingKey(
    "control.socket", .socketPath, "/run/lapwing/control", .atNextStart,
    "The Unix socket at which a running box answers `lapwing status` and receives orders.")

  package static let bonds = SettingKey(
    "bluetooth.bonds", .path, "/var/lib/lapwing/bonds.json", .atNextStart,
    "The file with the keys of paired devices; only its owner can read it.")
  package static let adapter = SettingKey(
    "bluetooth.adapter", .adapter, AdapterChoice.best, .atNextStart, "The Bluetooth adapter that the box uses.")

  package static let gradeAir = SettingKey(
    "session.grade-air", true, .byReload, "Whether a session is graded by its mean CO2 when it ends.")

  package static let flightDetection = SettingKey(
    "flight.detect", FlightDetection.show, .byReload,
    "Whether the box detects the phases of a flight from pressure and CO2 (off: it does not; show: it shows them; "
      + "withhold: it also withholds low and medium alarms).")

  package static let remindDrinkAfter = SettingKey(
    "flight.remind-drink-after", .number(0...600, unit: "min"), 0.0, .byReload,
    "After how long without a drink in cruise a line reminds you to drink; 0 means never.")
  package static let hydrationGoal = SettingKey(
    "flight.hydration-goal", .number(0...1000, unit: "ml"), 250.0, .byReload,
    "How much you want to drink in each hour of a session; 0 shows no goal.")

  package static let sensors = SettingKey(
    SensorKeys.use, .sensors, SensorSelection.anyKnown, .byReload, "Which sensors are used.")
  package static let heartSource = SettingKey(
    "sensors.heart-rate", HeartRateSource.automatic, .atNextStart,
    "The source of the heart rate of a strap that both notifies it over a connection and advertises it.")
  package static let adoptedFile = SettingKey(
    "sensors.adopted-file", .path, "/var/lib/lapwing/adopted.json", .atNextStart,
    "The file with the list of the sensors that you adopted by `lapwing sensors adopt` or by the buttons, or that the "
      + "box adopted by itself.")
  package static let history = SettingKey(
    "sensors.history", true, .atNextStart,
    "Whether a gap in which the box did not receive a paired Aranet, such as the time before its start, is filled from "
      + "the history of the Aranet.")
  package static let pressureCorrection = SettingKey(
    SensorKeys.pressureCorrection, .pressureCorrection, PressureCorrection.automatic, .byReload,
    "Whose CO2 is corrected by the air pressure.")
  package static let bindKeys = SettingKey(
    "sensors.keys", .bindKeys, [DeviceAddress: BindKey](), .byReload,
    "The bind keys of sensors that encrypt their advertisements (BTHome), as their apps show them.")
  package static let ownSensors = SettingKey(
    SensorKeys.own, .ownSensors, [OwnSensor](), .byReload, "Name, person and limits of single sensors.")
  package static let persons = SettingKey(
    SensorKeys.persons, .persons, [ConfiguredPerson](), .byReload,
    "The people who are watched over, each with limits of their own.")

  package static let bounds = SettingKey(
    "alarms.heart-rate.bounds", Bounds(5, 10), .byReload,
    "Within how many seconds a heart rate beyond its limit raises an alarm:")
  package static let unproved = SettingKey(
    "alarms.heart-rate.unproved", Bounds(5, 10), .byReload,
    "`unproved`, never shorter, is for any other rate and for a missing pulse.")
  package static let latchSound = SettingKey(
    "alarms.latch-sound", false, .byReload,
    "Whether the sound of a medium or high alarm goes on after its condition has ended, until you reset it.")
  package static let soundLow = SettingKey(
    "alarms.sound.low", .sound, SoundWay.repeat, .byReload,
    "How often the alarm of a value sounds until someone answers it, by its priority:")
  package static let soundMedium = SettingKey(
    "alarms.sound.medium", .sound, SoundWay.repeat, .byReload,
    "How often the alarm of a value sounds until someone answers it, by its priority:")
  package static let snooze = SettingKey(
    "alarms.snooze-minutes", .number(minutes(ConditionTable.snoozeTimes), unit: "minutes"), 15.0, .byReload,
    "For how long an acknowledgement of a low or medium alarm silences it.")

  package static let all: [ConfigurationKey] = [
    general, ofConditions, board, speech, consent, outside, peer, mqtt, air, circle, panel,
  ]
  .flatMap { $0 }

  private static let general: [ConfigurationKey] = [
    profile.plain, logbookPath.plain, writeEvery.plain, keepDays.plain, keepMegabytes.plain, controlSocket.plain,
    bonds.plain,
    adapter.plain, gradeAir.plain, flightDetection.plain, remindDrinkAfter.plain, hydrationGoal.plain,
    sensors.plain,
    heartSource.plain, adoptedFile.plain, history.plain, pressureCorrection.plain, bindKeys.plain, ownSensors.plain,
    persons.plain,
    bounds.plain,
    unproved.plain, latchSound.plain, soundLow.plain, soundMedium.plain, snooze.plain,
  ]

  private static let ofConditions: [ConfigurationKey] = ConditionTable.standard.all.flatMap(allKeys)
}

/// The keys of single alarm conditions. A condition has only the keys that its rule supports.
extension Keys {
  /// The value at which the condition begins; `nil` if it has none, or none that may be set.
  package static func limit(of condition: Condition) -> SettingKey<Double>? {
    guard let limit = condition.limit, let range = condition.limitRange else { return nil }
    return SettingKey(
      "alarms.\(condition.id.name).limit", .number(range, unit: condition.trigger.unit), limit, .byReload,
      "`limit` is the value at which a condition begins.")
  }

  /// The lower limit that counts after a long time; `nil` if the condition has none.
  package static func sustainedLimit(of condition: Condition) -> SettingKey<Double>? {
    guard let sustained = condition.sustained, let range = condition.limitRange else { return nil }
    return SettingKey(
      "alarms.\(condition.id.name).sustained-limit", .number(range, unit: condition.trigger.unit), sustained.limit,
      .byReload, "High also after `sustained-minutes` at this lower limit.")
  }

  /// The time that belongs to ``sustainedLimit(of:)``.
  package static func sustainedMinutes(of condition: Condition) -> SettingKey<Double>? {
    guard let sustained = condition.sustained else { return nil }
    return SettingKey(
      "alarms.\(condition.id.name).sustained-minutes",
      .number(minutes(ConditionTable.sustainedTimes), unit: "minutes"), sustained.time.inSeconds / 60, .byReload,
      "High also after `sustained-minutes` at this lower limit.")
  }

  /// Whether the condition is on; `nil` if it may not be switched off.
  package static func enabled(_ condition: Condition) -> SettingKey<Bool>? {
    guard condition.mayBeSwitchedOff else { return nil }
    return SettingKey(
      "alarms.\(condition.id.name).enabled", true, .byReload, "`enabled: false` switches a condition off.")
  }

  static func allKeys(of condition: Condition) -> [ConfigurationKey] {
    [
      limit(of: condition)?.plain, sustainedLimit(of: condition)?.plain, sustainedMinutes(of: condition)?.plain,
      enabled(condition)?.plain,
    ].compactMap(\.self)
  }

  static func minutes(_ range: ClosedRange<Duration>) -> ClosedRange<Double> {
    range.lowerBound.inSeconds / 60...range.upperBound.inSeconds / 60
  }
}
