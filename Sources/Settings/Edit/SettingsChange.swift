import Alarms
import FoundationEssentials
import Glibc
import Readings
import System

/// A change of settings, with what was read before. What has changed meanwhile is refused.
package struct SettingsChange: Codable, Sendable {
  package struct Value: Codable, Sendable {
    package let key: String
    /// As a person writes it; persons as the file has them on one line.
    package let value: String
    /// The value that was read; `nil` if the files could not be read.
    package let was: String?

    package init(_ key: String, _ value: String, was: String?) { (self.key, self.value, self.was) = (key, value, was) }
  }

  /// A file of a tail, with its content as it was read; `nil` for no file.
  package struct Tail: Codable, Sendable {
    package let registration: String
    package let content: String
    package let was: String?

    package init(_ registration: String, _ content: String, was: String?) {
      (self.registration, self.content, self.was) = (registration, content, was)
    }
  }

  package var values: [Value]
  package var persons: Value?
  /// The text of a copy to bring back (``SettingsCopy``), and the text of the settings that were read.
  package var copy: Value?
  package var tails: [Tail]
  /// The files that were read, by whole paths, and the profile that the command line has named.
  package private(set) var file: String?
  package private(set) var own: String?
  private var profile: String?

  package init(values: [Value] = [], persons: Value? = nil, copy: Value? = nil, tails: [Tail] = []) {
    (self.values, self.persons, self.copy, self.tails) = (values, persons, copy, tails)
  }

  /// The name of ``copy`` where others have a key.
  package static let copyKey = "backup"

  /// The same, for the files of an editor.
  package func of(_ editor: ConfigurationEditor, profile: BoxProfile?) -> SettingsChange {
    var change = self
    (change.file, change.own) = (Self.wholePath(editor.path), editor.own.map(Self.wholePath))
    change.profile = profile?.rawValue
    return change
  }

  /// A process with another working folder reads it as well.
  private static func wholePath(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }

  var readProfile: BoxProfile? { profile.flatMap { BoxProfile(rawValue: $0) } }

  package var isEmpty: Bool { values.isEmpty && persons == nil && copy == nil && tails.isEmpty }

  /// The key that stands for the whole in a refusal.
  package var firstKey: String {
    values.first?.key ?? persons?.key ?? copy?.key ?? tails.first?.registration ?? ""
  }

  /// The first key that the page may not change: what is written where, who reaches the box, and what leaves it.
  package var keyOutsideOfPage: String? {
    values.first { value in
      guard let key = Keys.all.first(where: { $0.path == value.key }) else { return true }
      return !Self.isOfPage(key)
    }?.key
  }

  private static func isOfPage(_ key: ConfigurationKey) -> Bool {
    switch key.kind {
    case .bool, .number, .choice: !key.path.hasPrefix("panel.")
    // The page asks for the agreement of the person who is watched.
    default:
      [Keys.boxName, Keys.personToCall, Keys.circleConsent, Keys.circleConsentBy].contains { $0.path == key.path }
    }
  }
}

extension ConfigurationEditor {
  package struct Written: Sendable {
    package let before: Configuration?
    package let after: Configuration
    package let file: String
  }

  /// Makes a change, all of it or nothing, while no other process makes one.
  /// - Throws: the first key that has another value than was read, or whose new value is not allowed.
  /// - Returns: `nil` if the change has no settings.
  package func change(_ change: SettingsChange) throws(Fault) -> Written? {
    let folder = (own ?? path).lastIndex(of: "/").map { String((own ?? path)[..<$0]) } ?? "."
    let key = change.firstKey
    return try FolderLock.hold(
      folder,
      fault: { obstacle in
        Fault(
          key: key,
          error: obstacle.isHeld
            ? LapwingError(
              .unavailable, code: "settings-locked",
              "the settings cannot be changed now (\(obstacle.reason)); try again")
            : LapwingError(.inputOutput, code: "no-write", "\(own ?? path) cannot be written (\(obstacle.reason))"))
      }
    ) { () throws(Fault) in
      // A file that cannot be read is mended by a change that has read nothing.
      let now: Configuration?
      do throws(LapwingError) {
        now = try Configuration.atStart(path: readPath, own: own, profile: change.readProfile)
      } catch {
        guard (change.values + [change.persons, change.copy].compactMap(\.self)).allSatisfy({ $0.was == nil }) else {
          throw Fault(key: key, error: error)
        }
        now = nil
      }
      return try write(change, over: now)
    }
  }

  private func write(_ change: SettingsChange, over now: Configuration?) throws(Fault) -> Written? {
    var known: [(key: ConfigurationKey, value: String)] = []
    for value in change.values {
      guard let key = Keys.all.first(where: { $0.path == value.key }) else {
        throw Fault(
          key: value.key, error: LapwingError(.usage, code: "bad-request", "there is no key \(value.key)"))
      }
      try refuse(value, now.map { text(of: value.key, in: $0) })
      known.append((key, value.value))
    }
    if let persons = change.persons { try refuse(persons, now.map { text(of: persons.key, in: $0) }) }
    var written: Written?
    func note(_ keys: [ConfigurationKey], _ body: () throws(Fault) -> Configuration) throws(Fault) {
      let file = target(of: keys)
      written = Written(before: now, after: try body(), file: file)
    }
    if !known.isEmpty {
      try note(known.map(\.key)) { () throws(Fault) in try set(known) }
    }
    if let persons = change.persons {
      let wanted = try self.persons(persons)
      try note([Keys.persons.plain]) { () throws(Fault) in try set(persons: wanted, instead: now?.namedPersons ?? []) }
    }
    if let copy = change.copy, let now {
      let restored: (keys: [ConfigurationKey], after: Configuration)
      do throws(LapwingError) { restored = try restore(copy, over: now) } catch {
        throw Fault(key: copy.key, error: error)
      }
      try note(restored.keys) { () throws(Fault) in restored.after }
    }
    return written
  }

  private func restore(
    _ copy: SettingsChange.Value, over now: Configuration
  ) throws(LapwingError) -> (keys: [ConfigurationKey], after: Configuration) {
    if let was = copy.was, was != SettingsCopy.text(of: now) {
      let read = try SettingsCopy.read(was)
      let other = Self.changes(from: read.configuration, to: try SettingsCopy.read(SettingsCopy.text(of: now))).first
      throw Self.changed(
        other.map { "\($0.key.path) was \($0.before)" }, now: other.map { "\($0.after)" } ?? "another value")
    }
    let content = try SettingsCopy.read(copy.value)
    let keys = Self.changes(from: now, to: content).map(\.key)
    try restore(content, over: now)
    return (keys, try Configuration.atStart(path: readPath, own: own, profile: nil))
  }

  /// The path for the readers: without the standard file, only the other one is read.
  private var readPath: String? { path == Configuration.standardPath ? nil : path }

  private func text(of key: String, in configuration: Configuration) -> String {
    configuration.settings.first { $0.key.path == key }.map { "\($0.value)" } ?? ""
  }

  /// - Throws: a sentence with both values, if a key has another value by now than was read.
  private func refuse(_ value: SettingsChange.Value, _ now: String?) throws(Fault) {
    // A form may write a number in another way than the file.
    func isSame(_ one: String, _ other: String) -> Bool {
      one == other || Double(one).map { $0 == Double(other) } ?? false
    }
    guard let was = value.was, let now, !isSame(now, was), !isSame(now, value.value) else { return }
    throw Fault(key: value.key, error: Self.changed("it was \(was)", now: now))
  }

  private static func changed(_ before: String?, now: String) -> LapwingError {
    let read = before.map { " (\($0))" } ?? ""
    return LapwingError(
      .unavailable, code: "changed-meanwhile",
      "someone has set this to \(now) since it was read\(read); look at it again, and then change it")
  }

  private func persons(_ value: SettingsChange.Value) throws(Fault) -> [ConfiguredPerson] {
    do throws(LapwingError) {
      let entries = try ConfigurationFile.entries(of: "\(Keys.persons.path): \(value.value)\n", in: "the order")
      guard entries.count == 1, case .persons(let persons)? = entries[Keys.persons.path]?.value else {
        throw LapwingError(.badData, code: "bad-request", "these are not persons as the file has them")
      }
      return persons
    } catch { throw Fault(key: value.key, error: error) }
  }
}
