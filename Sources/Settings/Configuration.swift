import Alarms
import Bluetooth
import Engine
import Glibc
import Monitor
import Readings
import SensorProtocols
import Sessions

/// The settings in force and the origin of each: default, profile, file or option of the command line. Reading checks
/// the file completely; an error names the file, the line and the key.
package struct Configuration: Sendable {
  /// The origin of a setting. A later case overrides an earlier one.
  package enum Origin: Sendable, Equatable, CustomStringConvertible {
    case standard
    case profile(BoxProfile)
    case file(path: String, line: Int)
    case option(String)

    /// In words; for a file, its path and line.
    package var description: String {
      switch self {
      case .standard: "default"
      case .profile(let profile): "profile \(profile.rawValue)"
      case .file(let path, let line): "\(path):\(line)"
      case .option(let name): name
      }
    }
  }

  /// One setting with its value and origin.
  package struct Setting: Sendable {
    package let key: ConfigurationKey
    package let value: ConfigurationValue
    package let origin: Origin
  }

  /// The file that is read if no file is named and this one exists.
  package static let standardPath = "/etc/lapwing/lapwing.yaml"

  /// What the page has changed on a box whose file it may not write; it wins key by key, and is read with the standard
  /// file. It lies among the data of the box, so that an update keeps it.
  package static let ownPath = "/var/lib/lapwing/settings/lapwing.yaml"

  /// Every setting, in the order of ``Keys/all``.
  package let settings: [Setting]
  /// The names of persons whose places are taken, by place. Empty except after a running box has read its configuration
  /// again.
  package var keptPlaces: [String] = []
  /// The lists of the file of root that are not in force, because the box has a list of its own for the key.
  package private(set) var shadowed: [ShadowedList] = []
  /// Why the settings of the box's own are not in force; `nil` if they are, or there are none. See ``atStart(path:own:profile:)``.
  package private(set) var ownFault: LapwingError?

  /// Reads the files for a process that must start: if they cannot be used together and the first one alone can, the
  /// box runs with that, and ``ownFault`` says why.
  package static func atStart(
    path: String?, own: String?, profile: BoxProfile?
  ) throws(LapwingError) -> Configuration {
    do throws(LapwingError) { return try Configuration(path: path, own: own, profile: profile) } catch {
      guard let own, var alone = try? Configuration(path: path, own: nil, profile: profile) else { throw error }
      alone.ownFault = LapwingError(
        error.status, code: error.code,
        "the settings in \(own) are not in force, because they cannot be used: \(error.message)")
      return alone
    }
  }

  /// Reads the file, if there is one, and combines the settings.
  /// - Parameters:
  ///   - path: the file; `nil` for ``standardPath`` if it exists, and ``ownPath`` over it.
  ///   - profile: the profile, if the command line names one.
  /// - Throws: `noInput` if a named file does not exist, `configuration` if it holds anything that is not allowed.
  package init(path: String?, profile: BoxProfile?) throws(LapwingError) {
    try self.init(path: path, own: path == nil ? Self.ownPath : nil, profile: profile)
  }

  /// - Parameter own: a file that wins key by key, if it exists.
  package init(path: String?, own: String?, profile: BoxProfile? = nil) throws(LapwingError) {
    var written: [String: (entry: ConfigurationFile.Entry, file: String)] = [:]
    var shadowed: [ShadowedList] = []
    let standard = try Self.isThere(Self.standardPath) ? Self.standardPath : nil
    let file = path ?? standard
    if let file {
      for (key, entry) in try ConfigurationFile.read(file) { written[key] = (entry, file) }
    }
    if let own, try Self.isThere(own) {
      for (key, entry) in try ConfigurationFile.read(own) {
        if let hidden = written[key], hidden.entry.value.isList, hidden.entry.value != entry.value {
          shadowed.append(ShadowedList(key: key, place: "\(hidden.file):\(hidden.entry.line)", winner: own))
        }
        written[key] = (entry, own)
      }
    }
    try self.init(written: written, profile: profile)
    self.shadowed = shadowed.sorted { $0.key < $1.key }
  }

  /// Whether a file is there.
  /// - Throws: if that cannot be told: without it, other settings would be in force than somebody has made.
  static func isThere(_ path: String) throws(LapwingError) -> Bool {
    if access(path, F_OK) == 0 { return true }
    let number = errno
    guard number != ENOENT, number != ENOTDIR else { return false }
    throw LapwingError(
      .configuration, code: "unreachable-configuration",
      "\(path) cannot be reached (\(String(cString: strerror(number)))), and it may hold settings: give this user access to it, or mend its path"
    )
  }

  /// - Parameter written: what files set, by key, with the file of each.
  init(
    written: [String: (entry: ConfigurationFile.Entry, file: String)], profile: BoxProfile?
  ) throws(LapwingError) {
    let chosen = profile ?? written[Keys.profile.path].flatMap { BoxProfile(stored: $0.entry.value) }
    let inForce = chosen ?? Keys.profile.standard
    let presets = inForce.presets
    var settings = Keys.all.map { key in
      if key.path == Keys.profile.path, profile != nil {
        return Setting(key: key, value: inForce.stored, origin: .option("--profile"))
      }
      if let (entry, file) = written[key.path] {
        return Setting(key: key, value: entry.value, origin: .file(path: file, line: entry.line))
      }
      if let preset = presets[key] { return Setting(key: key, value: preset, origin: .profile(inForce)) }
      return Setting(key: key, value: key.standard, origin: .standard)
    }
    Self.raiseUnproved(in: &settings)
    self.settings = settings
    try refuseForeignPersons()
    try refuseShortUnproved()
    try refuseCrossedLimits()
    try refuseTooManySensors()
    try refuseSharedButtonLines()
    try refuseIncompleteChannels()
    try refuseUnreachablePeople()
    try refuseOddPeer()
    let files = [
      Keys.logbookPath, Keys.controlSocket, Keys.bonds, Keys.adoptedFile, Keys.outsideQueue, Keys.circleSocket,
      Keys.panelAccess, Keys.peerKeyFile,
    ]
    for (place, first) in files.enumerated() {
      for second in files[(place + 1)...] where self[first] == self[second] {
        throw LapwingError(
          .configuration, code: "same-path", "\(first.path) and \(second.path) are both \(self[first]); name two files")
      }
    }
  }

  package subscript<Value>(key: SettingKey<Value>) -> Value {
    setting(key.path).flatMap { Value(stored: $0.value) } ?? key.standard
  }

  package func origin(of key: ConfigurationKey) -> Origin { setting(key.path)?.origin ?? .standard }

  private func setting(_ path: String) -> Setting? { settings.first { $0.key.path == path } }

  package var profile: BoxProfile { self[Keys.profile] }
  /// The path of the logbook.
  package var logbookPath: String { self[Keys.logbookPath] }
  /// The path of the control socket of a running box.
  package var controlSocket: String { self[Keys.controlSocket] }
  /// The path of the file with the keys of paired devices.
  package var bondsPath: String { self[Keys.bonds] }
  /// The path of the list of adopted sensors.
  package var adoptedPath: String { self[Keys.adoptedFile] }
  /// Which adapter is used.
  package var adapter: AdapterChoice { self[Keys.adapter] }
  /// Which sensors are used, and how.
  package var sensors: SensorSelection { self[Keys.sensors] }
  /// Where heart rates are taken from.
  package var heartSource: HeartRateSource { self[Keys.heartSource] }
  /// Whether a gap in the logbook is filled from the history of a paired sensor.
  package var fetchesHistory: Bool { self[Keys.history] }
  /// Whose CO2 is corrected by the air pressure, and how.
  package var pressureCorrection: PressureCorrection { self[Keys.pressureCorrection] }
  /// How much was to be drunk after so many seconds of a session, ml; `nil` without a goal.
  package func hydrationGoal(after seconds: Double) -> Int64? {
    let perHour = self[Keys.hydrationGoal]
    return perHour > 0 ? HydrationGoal.millilitres(perHour: perHour, after: seconds) : nil
  }
  /// The keys of the sensors that encrypt their advertisements.
  package var bindKeys: [DeviceAddress: BindKey] { self[Keys.bindKeys] }

  package var monitor: MonitorSettings {
    let conditions = self.conditions
    var settings = MonitorSettings(
      profile: profile, conditions: conditions, latchesSound: self[Keys.latchSound],
      sounds: SoundWays(low: self[Keys.soundLow], medium: self[Keys.soundMedium]),
      gradesAir: self[Keys.gradeAir], persons: persons.map(\.settings).map(withRaisedUnproved),
      proved: self[Keys.bounds], unproved: self[Keys.unproved], flightDetection: self[Keys.flightDetection],
      remindsToDrinkAfter: self[Keys.remindDrinkAfter] > 0 ? .seconds(self[Keys.remindDrinkAfter] * 60) : nil)
    settings.otherGaps = otherGaps(under: conditions)
    return settings
  }

  /// The alarm conditions with the general limits.
  package var conditions: ConditionTable {
    var conditions = ConditionTable.standard
    conditions.setSnooze(.seconds(self[Keys.snooze] * 60))
    for condition in ConditionTable.standard.all {
      if let key = Keys.limit(of: condition) { _ = conditions.setLimit(self[key], of: condition.id) }
      if let limit = Keys.sustainedLimit(of: condition), let minutes = Keys.sustainedMinutes(of: condition) {
        _ = conditions.setSustained(limit: self[limit], for: .seconds(self[minutes] * 60), of: condition.id)
      }
      if let key = Keys.enabled(condition) { _ = conditions.setEnabled(self[key], of: condition.id) }
    }
    return conditions
  }

  /// The keys that differ from those at the start of the box and take effect only at its next start.
  package func keysThatWait(since start: Configuration) -> [String] {
    zip(settings, start.settings)
      .filter { $0.value != $1.value && $0.key.takenOver == .atNextStart }
      .map(\.0.key.path)
  }
}
