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

  package struct Setting: Sendable {
    package let key: ConfigurationKey
    package let value: ConfigurationValue
    package let origin: Origin
  }

  /// The file that is read if no file is named and this one exists.
  package static let standardPath = SettingsFile.standardPath

  /// What the page has changed on a box whose file it may not write; it wins key by key, and is read with the standard
  /// file. It lies among the data of the box, so that an update keeps it.
  package static let ownPath = SettingsFile.ownPath

  /// Every setting, in the order of ``Keys/all``.
  package let settings: [Setting]
  /// The names of persons whose places are taken, by place. Empty except after a running box has read its configuration
  /// again.
  package var keptPlaces: [String] = []
  /// The lists of the file of root that are not in force, because the box has a list of its own for the key.
  package private(set) var shadowed: [ShadowedList] = []
  /// Which files are not in force as they are, and why. See ``atStart(path:own:profile:)``.
  package private(set) var fileFaults: [LapwingError] = []
  /// What was read, for the last good copies.
  package private(set) var files: [SettingsFile] = []
  /// The file of the box's own settings, if it is not there.
  package private(set) var missing: String?
  /// Limits that are weaker than those of the run before, a sentence each. See ``LimitsRecord``.
  package var weakened: [String] = []

  /// Reads the files for a process that must start. If they cannot be used, it goes on with the last good copies; if the
  /// settings of the box's own cannot be used even so, with the first file alone. ``fileFaults`` says why.
  /// - Throws: the fault of the files, if there has never been a good one.
  package static func atStart(
    path: String?, own: String?, profile: BoxProfile?
  ) throws(LapwingError) -> Configuration {
    do throws(LapwingError) { return try Configuration(path: path, own: own, profile: profile) } catch {
      let main = try mainFile(path)
      for first in main == nil ? [Source.nothing] : [.file, .copy] {
        for second in own == nil ? [Source.nothing] : [.file, .copy, .nothing] {
          guard var found = try? Configuration(main: read(main, first), own: readOwn(own, second), profile: profile)
          else { continue }
          for (path, source) in [(main, first), (own, second)] where source != .file {
            guard let path else { continue }
            let way =
              source == .copy ? "the last good copy of \(path) is in force" : "the settings in \(path) are not in force"
            let reason = fault(of: path) ?? error
            found.fileFaults.append(
              LapwingError(reason.status, code: reason.code, "\(way): \(reason.message)"))
          }
          return found
        }
      }
      throw error
    }
  }

  /// The configuration of the last good copies of the files, if there are any.
  var ofCopies: Configuration? {
    let copies = files.map { SettingsFile(copyOf: $0.path) ?? $0 }
    guard copies.contains(where: \.isCopy), let main = copies.first else { return nil }
    return try? Configuration(main: main, own: copies.dropFirst().first, profile: nil)
  }

  /// What is wrong with a file by itself.
  private static func fault(of path: String) -> LapwingError? {
    do throws(LapwingError) { _ = try SettingsFile(path).entries() } catch { return error }
    return nil
  }

  private enum Source { case file, copy, nothing }

  private static func read(_ path: String?, _ source: Source) throws(LapwingError) -> SettingsFile? {
    guard let path, source != .nothing else { return nil }
    guard source == .copy else { return try SettingsFile(path) }
    guard let copy = SettingsFile(copyOf: path) else {
      throw LapwingError(.noInput, code: "no-copy", "there is no last good copy of \(path)")
    }
    return copy
  }

  /// The same for a file that need not be there.
  private static func readOwn(_ path: String?, _ source: Source) throws(LapwingError) -> SettingsFile? {
    guard let path else { return nil }
    if source == .file { guard try isThere(path) else { return nil } }
    return try read(path, source)
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
    let main = try Self.mainFile(path)
    let ownFile = try Self.readOwn(own, .file)
    try self.init(main: Self.read(main, .file), own: ownFile, profile: profile)
    missing = ownFile == nil ? own : nil
  }

  private init(main: SettingsFile?, own: SettingsFile?, profile: BoxProfile?) throws(LapwingError) {
    var written: [String: (entry: ConfigurationFile.Entry, file: String)] = [:]
    var shadowed: [ShadowedList] = []
    if let main {
      for (key, entry) in try main.entries() { written[key] = (entry, main.path) }
    }
    if let own {
      for (key, entry) in try own.entries() {
        if let hidden = written[key], hidden.entry.value.isList, hidden.entry.value != entry.value {
          shadowed.append(ShadowedList(key: key, place: "\(hidden.file):\(hidden.entry.line)", winner: own.path))
        }
        written[key] = (entry, own.path)
      }
    }
    try self.init(written: written, profile: profile)
    self.shadowed = shadowed.sorted { $0.key < $1.key }
    files = [main, own].compactMap(\.self)
  }

  /// The file to read: the one that is named, or the standard one if it is there, or was when it was read last.
  private static func mainFile(_ path: String?) throws(LapwingError) -> String? {
    if let path { return path }
    if try isThere(standardPath) { return standardPath }
    return SettingsFile(copyOf: standardPath) == nil ? nil : standardPath
  }

  /// Whether a file is there.
  /// - Throws: if that is not known: without it, other settings would be in force than a person has made.
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
    try refuseOddBroker()
    let files = [
      Keys.logbookPath, Keys.controlSocket, Keys.bonds, Keys.adoptedFile, Keys.outsideQueue, Keys.circleSocket,
      Keys.panelAccess, Keys.peerKeyFile, Keys.airRecord,
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
  package var logbookPath: String { self[Keys.logbookPath] }
  /// The path of the control socket of a running box.
  package var controlSocket: String { self[Keys.controlSocket] }
  package var bondsPath: String { self[Keys.bonds] }
  package var adoptedPath: String { self[Keys.adoptedFile] }
  package var adapter: AdapterChoice { self[Keys.adapter] }
  package var sensors: SensorSelection { self[Keys.sensors] }
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
