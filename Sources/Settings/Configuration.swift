import Alarms
import Bluetooth
import Engine
import Glibc
import Monitor
import Readings
import SensorProtocols

/// The settings in force, and where each came from.
package struct Configuration: Sendable {
  /// Where a setting came from, the later one wins.
  package enum Origin: Sendable, Equatable, CustomStringConvertible {
    case standard
    case profile(BoxProfile)
    case file(path: String, line: Int)
    case option(String)

    /// In words; for a file its path and line.
    package var description: String {
      switch self {
      case .standard: "default"
      case .profile(let profile): "profile \(profile.rawValue)"
      case .file(let path, let line): "\(path):\(line)"
      case .option(let name): name
      }
    }
  }

  /// A setting in force.
  package struct Setting: Sendable {
    package let key: ConfigurationKey
    package let value: ConfigurationValue
    /// Where it came from.
    package let origin: Origin
  }

  /// The file that is read where none is named and it is there.
  package static let standardPath = "/etc/lapwing/lapwing.yaml"

  /// Every setting, in the order of ``Keys/all``.
  package let settings: [Setting]
  /// The names of persons whose places are taken, by place; none but in a configuration that a running box has read again.
  package var keptPlaces: [String] = []

  /// Reads the file, if any, and puts the settings together.
  /// - Parameters:
  ///   - path: the file; `nil` for ``standardPath`` where that is there, else none.
  ///   - profile: the profile, where the command line names one.
  /// - Throws: `noInput` where a named file is not there, `configuration` where it holds anything that is not allowed.
  package init(path: String?, profile: BoxProfile?) throws(LapwingError) {
    var written: [String: ConfigurationFile.Entry] = [:]
    let file = path ?? (access(Self.standardPath, F_OK) == 0 ? Self.standardPath : nil)
    if let file { written = try ConfigurationFile.read(file) }
    let chosen = profile ?? written[Keys.profile.path].flatMap { BoxProfile(stored: $0.value) }
    let inForce = chosen ?? Keys.profile.standard
    let presets = inForce.presets
    var settings = Keys.all.map { key in
      if key.path == Keys.profile.path, profile != nil {
        return Setting(key: key, value: inForce.stored, origin: .option("--profile"))
      }
      if let file, let entry = written[key.path] {
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
    let files = [Keys.logbookPath, Keys.controlSocket, Keys.bonds, Keys.adoptedFile]
    for (place, first) in files.enumerated() {
      for second in files[(place + 1)...] where self[first] == self[second] {
        throw LapwingError(
          .configuration, code: "same-path", "\(first.path) and \(second.path) are both \(self[first]); name two files")
      }
    }
  }

  /// The value in force.
  package subscript<Value>(key: SettingKey<Value>) -> Value {
    setting(key.path).flatMap { Value(stored: $0.value) } ?? key.standard
  }

  /// Where the value in force came from.
  package func origin(of key: ConfigurationKey) -> Origin { setting(key.path)?.origin ?? .standard }

  private func setting(_ path: String) -> Setting? { settings.first { $0.key.path == path } }

  /// The profile in force.
  package var profile: BoxProfile { self[Keys.profile] }
  /// Where the logbook stands.
  package var logbookPath: String { self[Keys.logbookPath] }
  /// Where a running box listens for commands.
  package var controlSocket: String { self[Keys.controlSocket] }
  /// Where the keys of paired devices stand.
  package var bondsPath: String { self[Keys.bonds] }
  /// Where the list of one's own sensors stands.
  package var adoptedPath: String { self[Keys.adoptedFile] }
  /// Which adapter listens.
  package var adapter: AdapterChoice { self[Keys.adapter] }
  /// Which sensors are used, and how.
  package var sensors: SensorSelection { self[Keys.sensors] }
  /// Where heart rates are taken from.
  package var heartSource: HeartRateSource { self[Keys.heartSource] }
  /// Whether the time in which a paired sensor was not heard is filled from its own record.
  package var fetchesHistory: Bool { self[Keys.history] }
  /// The keys of the sensors that encrypt what they send.
  package var bindKeys: [DeviceAddress: BindKey] { self[Keys.bindKeys] }

  /// The rules for the monitor.
  package var monitor: MonitorSettings {
    let conditions = self.conditions
    var settings = MonitorSettings(
      profile: profile, conditions: conditions, latchesSound: self[Keys.latchSound],
      gradesAir: self[Keys.gradeAir], persons: persons.map(\.settings).map(withRaisedUnproved),
      proved: self[Keys.bounds], unproved: self[Keys.unproved])
    settings.otherGaps = otherGaps(under: conditions)
    return settings
  }

  /// The alarm conditions with everybody's limits.
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

  /// The keys that differ from those that a box was started with and are taken over at its next start only.
  package func keysThatWait(since start: Configuration) -> [String] {
    zip(settings, start.settings)
      .filter { $0.value != $1.value && $0.key.takenOver == .atNextStart }
      .map(\.0.key.path)
  }
}
