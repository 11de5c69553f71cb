import FoundationEssentials
import Glibc
import Readings
import System

/// Sets keys in a configuration file and keeps everything else in it. What it writes was read again before, with every
/// check of the file, and no other key has another value.
package struct ConfigurationEditor: Sendable {
  package let path: String
  /// Whether a file that is not there is made.
  private let makesFile: Bool

  /// - Parameters:
  ///   - path: of the file; `nil` for the one that is read without a name.
  ///   - makesFile: `false` for one that was there: if it has gone, a new one with the changed keys alone would take all
  ///     other settings away.
  package init(path: String?, makesFile: Bool = true) {
    self.path = path ?? Configuration.standardPath
    self.makesFile = makesFile
  }

  /// For a process that goes on: the file is made only if there is none now.
  package static func ofRun(path: String?) -> ConfigurationEditor {
    ConfigurationEditor(path: path, makesFile: access(path ?? Configuration.standardPath, F_OK) != 0)
  }

  /// A value that cannot be set, by its key.
  package struct Fault: Error, Sendable {
    package let key: String
    package let error: LapwingError

    package init(key: String, error: LapwingError) { (self.key, self.error) = (key, error) }
  }

  /// Whether the file can be written, or made.
  package var isWritable: Bool {
    if access(path, F_OK) == 0 { return access(path, W_OK) == 0 }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return access(folder, W_OK) == 0
  }

  /// Sets keys, all or none.
  /// - Parameter values: as a person writes them, by key.
  /// - Throws: the first value that is not allowed, with a sentence that says what is.
  /// - Returns: the settings of the file from now on.
  @discardableResult
  package func set(_ values: [(key: ConfigurationKey, value: String)]) throws(Fault) -> Configuration {
    guard let first = values.first else { throw Fault(key: "", error: Self.nothing) }
    var text = try read(first.key)
    for (key, value) in values {
      let changed: String
      do throws(ConfigurationText.Obstacle) {
        var edited = ConfigurationText(text)
        try edited.set(key.path, to: Self.yaml(value, key.kind))
        changed = edited.text
      } catch {
        throw Fault(key: key.path, error: obstacle(error, key))
      }
      try check(changed, key, instead: text)
      text = changed
    }
    do throws(LapwingError) {
      try StoredFile(path: path, mode: 0o644, isShared: true).write(Array(text.utf8)) { reason in
        LapwingError(.inputOutput, code: "no-write", "\(path) cannot be written (\(reason))")
      }
      return try Configuration(path: path, profile: nil)
    } catch { throw Fault(key: first.key.path, error: error) }
  }

  private func read(_ key: ConfigurationKey) throws(Fault) -> String {
    guard access(path, F_OK) == 0 else {
      guard makesFile else {
        throw Fault(
          key: key.path,
          error: LapwingError(
            .noInput, code: "file-gone",
            "\(path) has gone since the page was started; bring it back from a copy, then save again"))
      }
      return ""
    }
    do throws(LapwingError) {
      return String(decoding: try FileBytes.read(path, mayWait: false), as: UTF8.self)
    } catch { throw Fault(key: key.path, error: error) }
  }

  /// The new text must be a good file, with this key changed and no other one.
  private func check(_ text: String, _ key: ConfigurationKey, instead old: String) throws(Fault) {
    do throws(LapwingError) {
      let before = try Self.entries(old, for: path), after = try Self.entries(text, for: path)
      for other in Set(before.keys).union(after.keys) where other != key.path {
        guard before[other]?.value == after[other]?.value else { throw obstacle(.notInBlock(line: 1), key) }
      }
      guard after[key.path] != nil else { throw obstacle(.notInBlock(line: 1), key) }
    } catch { throw Fault(key: key.path, error: error) }
  }

  /// Reads a text as a file in the place of the real one, with all checks; an error names the real one.
  private static func entries(
    _ text: String, for path: String
  ) throws(LapwingError) -> [String: ConfigurationFile.Entry] {
    var name = Array((FileManager.default.temporaryDirectory.path + "/lapwing-XXXXXX").utf8CString)
    let number = mkstemp(&name)
    let file = try Descriptor(number, "a temporary file")
    let copy = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(copy) }
    do throws(LapwingError) {
      try Output(descriptor: file.number).write(text)
      _ = try Configuration(path: copy, profile: nil)
      return try ConfigurationFile.read(copy)
    } catch {
      throw LapwingError(error.status, code: error.code, error.message.replacing(copy, with: path))
    }
  }

  private func obstacle(_ obstacle: ConfigurationText.Obstacle, _ key: ConfigurationKey) -> LapwingError {
    let place = if case .notInBlock(let line) = obstacle { "\(path):\(line)" } else { path }
    return LapwingError(
      .configuration, code: "not-in-block",
      "\(place): \(key.path) is written in braces or over several lines there; change it with an editor")
  }

  private static let nothing = LapwingError(.usage, code: "nothing-to-set", "name a key and its value")

  /// A value for a line of YAML: plain where that is safe, otherwise in quotation marks.
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
