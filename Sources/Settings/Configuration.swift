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

  /// Every setting, in the order of ``ConfigurationKey/all``.
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
    var presets: [String: ConfigurationValue] = [:]
    var chosen = profile
    if chosen == nil, case .text(let name)? = written["profile"]?.value { chosen = BoxProfile(rawValue: name) }
    let inForce = chosen ?? .cabin
    presets = inForce.presets
    var settings = ConfigurationKey.all.map { key in
      if key.path == "profile", profile != nil {
        return Setting(key: key, value: .text(inForce.rawValue), origin: .option("--profile"))
      }
      if let file, let entry = written[key.path] {
        return Setting(key: key, value: entry.value, origin: .file(path: file, line: entry.line))
      }
      if let preset = presets[key.path] { return Setting(key: key, value: preset, origin: .profile(inForce)) }
      return Setting(key: key, value: key.standard, origin: .standard)
    }
    Self.raiseUnproved(in: &settings)
    self.settings = settings
    try refuseForeignPersons()
    try refuseShortUnproved()
    try refuseCrossedLimits()
    try refuseTooManySensors()
    let files = ["logbook.path", "control.socket", "bluetooth.bonds", ConfigurationKey.adoptedPath]
    for (place, first) in files.enumerated() {
      for second in files[(place + 1)...] where text(first) == text(second) {
        throw LapwingError(
          .configuration, code: "same-path", "\(first) and \(second) are both \(text(first)); name two files")
      }
    }
  }

  /// The profile in force.
  package var profile: BoxProfile { BoxProfile(rawValue: text("profile")) ?? .cabin }
  /// Where the logbook stands.
  package var logbookPath: String { text("logbook.path") }
  /// Where a running box listens for commands.
  package var controlSocket: String { text("control.socket") }

  /// Where the keys of paired devices stand.
  package var bondsPath: String { text("bluetooth.bonds") }

  /// Where the list of one's own sensors stands.
  package var adoptedPath: String { text(ConfigurationKey.adoptedPath) }

  /// Which adapter listens.
  package var adapter: AdapterChoice { AdapterChoice(text(ConfigurationKey.adapterPath)) ?? .best }

  /// Which sensors are used, and how.
  package var sensors: SensorSelection {
    if case .sensors(let selection)? = setting(ConfigurationKey.sensorsPath)?.value { selection } else { .anyKnown }
  }

  /// Where heart rates are taken from.
  package var heartSource: HeartRateSource {
    HeartRateSource(rawValue: text(ConfigurationKey.heartSourcePath)) ?? .automatic
  }

  /// Whether the time in which a paired sensor was not heard is filled from its own record.
  package var fetchesHistory: Bool { truth(ConfigurationKey.historyPath) }

  /// The keys of the sensors that encrypt what they send.
  package var bindKeys: [DeviceAddress: BindKey] {
    if case .bindKeys(let keys)? = setting(ConfigurationKey.bindKeysPath)?.value { keys } else { [:] }
  }

  /// The rules for the monitor.
  package var monitor: MonitorSettings {
    let conditions = self.conditions
    var settings = MonitorSettings(
      profile: profile, conditions: conditions, latchesSound: truth("alarms.latch-sound"),
      gradesAir: truth("session.grade-air"), persons: persons.map(\.settings).map(withRaisedUnproved),
      proved: bounds(ConfigurationKey.boundsPath), unproved: bounds(ConfigurationKey.unprovedPath))
    settings.otherGaps = otherGaps(under: conditions)
    return settings
  }

  /// The alarm conditions with everybody's limits.
  package var conditions: ConditionTable {
    var conditions = ConditionTable.standard
    if let minutes = number(ConfigurationKey.snoozePath) { conditions.setSnooze(.seconds(minutes * 60)) }
    for condition in conditions.all {
      let id = condition.id
      if let limit = limit(id) { _ = conditions.setLimit(limit, of: id) }
      if let limit = number(ConfigurationKey.sustainedLimitPath(id)),
        let minutes = number(ConfigurationKey.sustainedTimePath(id))
      {
        _ = conditions.setSustained(limit: limit, for: .seconds(minutes * 60), of: id)
      }
      if setting(ConfigurationKey.enabledPath(id)) != nil {
        _ = conditions.setEnabled(truth(ConfigurationKey.enabledPath(id)), of: id)
      }
    }
    return conditions
  }

  /// The keys that differ from those that a box was started with and are taken over at its next start only.
  package func keysThatWait(since start: Configuration) -> [String] {
    zip(settings, start.settings)
      .filter { $0.value != $1.value && !$0.key.isTakenOverByReload }
      .map(\.0.key.path)
  }

  /// What hangs on the box.
  package var board: BoardPlan { ConfigurationKey.plan(text: text, number: number, truth: truth) }

  private func number(_ path: String) -> Double {
    if case .number(let number)? = setting(path)?.value { number } else { 0 }
  }

  package func setting(_ path: String) -> Setting? { settings.first { $0.key.path == path } }

  private func text(_ path: String) -> String {
    if case .text(let text)? = setting(path)?.value { text } else { "" }
  }

  private func truth(_ path: String) -> Bool {
    if case .truth(let truth)? = setting(path)?.value { truth } else { false }
  }

  package func number(_ path: String) -> Double? {
    if case .number(let number)? = setting(path)?.value { number } else { nil }
  }

  package func bounds(_ path: String) -> Bounds { Bounds(words: text(path)) ?? Bounds(5, 10) }

  private func limit(_ id: ConditionID) -> Double? { number(ConfigurationKey.limitPath(id)) }
}
