import Alarms
import FoundationEssentials
import Glibc
import Monitor
import Readings
import System

/// Sets keys in a configuration file and keeps everything else in it. What it writes was read again before, with every
/// check of the file, and no other key has another value.
package struct ConfigurationEditor: Sendable {
  package let path: String
  /// The file that wins key by key, and gets what ``path`` cannot get; `nil` if there is none.
  package let own: String?
  /// Whether a file that is not there is made.
  private let makesFile: Bool

  /// - Parameters:
  ///   - path: of the file; `nil` for the one that is read without a name.
  ///   - own: the file that wins key by key. It gets what it has already, and everything if the first one cannot be written.
  ///   - makesFile: `false` for one that was there: if it has gone, a new one with the changed keys alone would take all
  ///     other settings away.
  package init(path: String?, own: String? = nil, makesFile: Bool = true) {
    self.own = own
    self.path = path ?? Configuration.standardPath
    self.makesFile = makesFile
  }

  /// For a process that goes on: the file is made only if there is none now.
  package static func ofRun(path: String?, own: String? = nil) -> ConfigurationEditor {
    ConfigurationEditor(path: path, own: own, makesFile: access(path ?? Configuration.standardPath, F_OK) != 0)
  }

  /// The same, with these files named in another way: `true` if a change for the others is one for these.
  package func isOf(file: String?, own other: String?) -> Bool {
    func isSame(_ one: String?, _ other: String?) -> Bool {
      guard let one, let other else { return one == other }
      return one == other || SystemFiles.isSame(one, other)
    }
    return isSame(path, file) && isSame(own, other)
  }

  /// A value that cannot be set, by its key.
  package struct Fault: Error, Sendable {
    package let key: String
    package let error: LapwingError

    package init(key: String, error: LapwingError) { (self.key, self.error) = (key, error) }
  }

  package var isWritable: Bool { Self.isWritable(path) || own.map { StoredFile(path: $0).canBeMade } ?? false }

  private static func isWritable(_ path: String) -> Bool {
    if access(path, F_OK) == 0 { return access(path, W_OK) == 0 }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return access(folder, W_OK) == 0
  }

  /// The file that gets new values of these keys: the one that has them and wins, else the first that can be written.
  package func target(of keys: [ConfigurationKey]) -> String {
    guard let own else { return path }
    let file = access(own, F_OK) == 0 ? (try? SettingsFile(own)) ?? SettingsFile(copyOf: own) : nil
    let has = (try? file?.entries()) ?? [:]
    return keys.contains { has[$0.path] != nil } || !Self.isWritable(path) ? own : path
  }

  /// Sets keys, all or none.
  /// - Parameter values: as a person writes them, by key.
  /// - Throws: the first value that is not allowed, with a sentence that says what is.
  /// - Returns: the settings of the file from now on.
  @discardableResult
  func set(_ values: [(key: ConfigurationKey, value: String)]) throws(Fault) -> Configuration {
    guard let first = values.first else { throw Fault(key: "", error: Self.nothing) }
    let target = target(of: values.map(\.key)), text = try read(target, first.key)
    let changed = try edited(text, values, target)
    do throws(Fault) {
      // They count together: of two limits that move in one step, each may be beyond the old one of the other.
      try check(changed, values.map(\.key), instead: text, in: target)
    } catch let together {
      for value in values {
        do throws(Fault) {
          try check(edited(text, [value], target), [value.key], instead: text, in: target)
        } catch  where error.error.code == together.error.code {
          throw error
        } catch {}
      }
      throw together
    }
    do throws(LapwingError) { return try write(changed, to: target) } catch {
      throw Fault(key: first.key.path, error: error)
    }
  }

  /// A text of the file with other values, not yet checked.
  private func edited(
    _ text: String, _ values: [(key: ConfigurationKey, value: String)], _ target: String
  ) throws(Fault) -> String {
    var edited = ConfigurationText(text)
    for (key, value) in values {
      do throws(ConfigurationText.Obstacle) { try edited.set(key.path, to: Self.yaml(value, key.kind)) } catch {
        throw Fault(key: key.path, error: obstacle(error, key, target))
      }
    }
    return edited.text
  }

  /// Sets the persons. Their comments stay where only limits change that stand on lines of their own.
  func set(persons: [ConfiguredPerson], instead former: [ConfiguredPerson]) throws(Fault) -> Configuration {
    let key = Keys.persons.plain, target = target(of: [key]), text = try read(target, key)
    var edited = ConfigurationText(text)
    if !Self.setLimits(of: persons, instead: former, in: &edited) || !holds(persons, edited.text, target) {
      edited = ConfigurationText(text)
      edited.replace(key.path, by: persons.map(\.description), empty: "none")
    }
    try check(edited.text, [key], instead: text, in: target)
    do throws(LapwingError) { return try write(edited.text, to: target) } catch {
      throw Fault(key: key.path, error: error)
    }
  }

  private static func setLimits(
    of persons: [ConfiguredPerson], instead former: [ConfiguredPerson], in text: inout ConfigurationText
  ) -> Bool {
    guard persons.map(\.settings.name) == former.map(\.settings.name) else { return false }
    for (new, old) in zip(persons, former) {
      for id in ConfiguredPerson.limits where new.settings.limits[id] != old.settings.limits[id] {
        // What is taken away is a line less, and what is new has no line yet.
        guard let limit = new.settings.limits[id], old.settings.limits[id] != nil,
          (try? text.set("persons.\(new.settings.name).\(id.name)", to: "\(ConfigurationValue.number(limit))")) != nil
        else { return false }
      }
    }
    return true
  }

  private func holds(_ persons: [ConfiguredPerson], _ text: String, _ target: String) -> Bool {
    guard let entry = (try? entries(text, for: target))?[Keys.persons.path], case .persons(let read) = entry.value
    else {
      return false
    }
    return read == persons
  }

  func write(_ text: String, to target: String) throws(LapwingError) -> Configuration {
    let bytes = target == own ? Self.marked(text) : Array(text.utf8)
    try StoredFile(path: target, mode: 0o644, isShared: true).write(bytes) { reason in
      LapwingError(.inputOutput, code: "no-write", "\(target) cannot be written (\(reason))")
    }
    if target == own {
      // The page creates files for its user alone; other processes of the box, and their group, read this one too.
      chmod(target, 0o644)
      // Any other folder, such as /tmp, is not for the box alone.
      if own == Configuration.ownPath, let slash = target.lastIndex(of: "/") {
        chmod(String(target[..<slash]), 0o750)
      }
    }
    return try Configuration(path: access(path, F_OK) == 0 || own == nil ? path : nil, own: own)
  }

  /// The text of a file of the box's own, with its end mark as the last line.
  private static func marked(_ text: String) -> [UInt8] {
    let mark = String(decoding: GoodCopy.endMark, as: UTF8.self)
    let rest = text.replacing(mark, with: "")
    return Array((rest.isEmpty || rest.hasSuffix("\n") ? rest : rest + "\n").utf8) + GoodCopy.endMark
  }

  private func read(_ path: String, _ key: ConfigurationKey) throws(Fault) -> String {
    guard access(path, F_OK) == 0 else {
      guard makesFile || path == own else {
        throw Fault(
          key: key.path,
          error: LapwingError(
            .noInput, code: "file-gone",
            "\(path) has gone since the page was started; bring it back from a copy, then save again"))
      }
      return ""
    }
    do throws(LapwingError) {
      // What a loss of power has left is nothing to build on.
      if let file = (try? SettingsFile(path)) ?? SettingsFile(copyOf: path) {
        return String(decoding: file.bytes, as: UTF8.self)
      }
      return String(decoding: try FileBytes.read(path, mayWait: false), as: UTF8.self)
    } catch { throw Fault(key: key.path, error: error) }
  }

  /// The new text must be a good file, with this key changed and no other one.
  private func check(_ text: String, _ keys: [ConfigurationKey], instead old: String, in target: String) throws(Fault) {
    guard let key = keys.last else { return }
    do throws(LapwingError) {
      // The old text may be one that cannot be used with the other file: the new one mends it.
      let before = try ConfigurationFile.entries(of: old, in: target), after = try entries(text, for: target)
      for other in Set(before.keys).union(after.keys) where !keys.contains(where: { $0.path == other }) {
        guard before[other]?.value == after[other]?.value else { throw obstacle(.notInBlock(line: 1), key, target) }
      }
      for key in keys where after[key.path] == nil { throw obstacle(.notInBlock(line: 1), key, target) }
    } catch { throw Fault(key: key.path, error: error) }
  }

  /// Reads a text as a file in the place of the real one, with all checks; an error names the real one.
  private func entries(
    _ text: String, for target: String
  ) throws(LapwingError) -> [String: ConfigurationFile.Entry] { try read(text, for: target).entries }

  func read(
    _ text: String, for target: String
  ) throws(LapwingError) -> (entries: [String: ConfigurationFile.Entry], configuration: Configuration) {
    var name = Array((FileManager.default.temporaryDirectory.path + "/lapwing-XXXXXX").utf8CString)
    let number = mkstemp(&name)
    let file = try Descriptor(number, "a temporary file")
    let copy = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(copy) }
    do throws(LapwingError) {
      try Output(descriptor: file.number).write(text)
      let configuration =
        target == own
        ? try Configuration(path: access(path, F_OK) == 0 ? path : nil, own: copy)
        : try Configuration(path: copy, own: own)
      return (try ConfigurationFile.read(copy), configuration)
    } catch {
      throw LapwingError(error.status, code: error.code, error.message.replacing(copy, with: target))
    }
  }

  func obstacle(
    _ obstacle: ConfigurationText.Obstacle, _ key: ConfigurationKey, _ path: String
  ) -> LapwingError {
    let place = if case .notInBlock(let line) = obstacle { "\(path):\(line)" } else { path }
    return LapwingError(
      .configuration, code: "not-in-block",
      "\(place): \(key.path) is written in braces or over several lines there; change it with an editor")
  }

  private static let nothing = LapwingError(.usage, code: "nothing-to-set", "name a key and its value")

  /// A value for a line of YAML: plain if that is safe, otherwise in quotation marks.
  static func yaml(_ value: String, _ kind: ConfigurationKey.Kind) -> String {
    switch kind {
    // The reader says what is wrong with these; in quotation marks it would not know a number. What is not plain, such
    // as `2500 # x`, could be a value and something else.
    case .bool, .number, .choice, .sound: if isPlain(value) { return value }
    default: break
    }
    if isPlain(value), value.first?.isLetter == true || value.first == "/" { return value }
    let inner = value.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        "\\x\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))"
      default: String(scalar)
      }
    }
    return "\"\(inner.joined())\""
  }

  private static func isPlain(_ value: String) -> Bool {
    !value.isEmpty
      && value.unicodeScalars.allSatisfy { scalar in
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
          || "-_./".unicodeScalars.contains(scalar)
      }
  }
}
