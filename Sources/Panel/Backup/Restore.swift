import AircraftFiles
import Control
import Engine
import FoundationEssentials
import Readings
import Settings
import System

/// What a backup would change on this box, and the change itself. Nothing is lost: sensors that are adopted now stay, a
/// tail that differs is kept under another name, and so is the configuration.
struct Restore: Sendable {
  /// A setting that changes.
  struct Change: Sendable, Equatable {
    let key: String
    let before: String
    let after: String
  }

  let backup: BackupFile
  /// The configuration with the secrets of this box.
  let text: String
  let changes: [Change]
  let sensors: [BackupFile.Sensor]
  let tails: [String]

  var isEmpty: Bool { changes.isEmpty && sensors.isEmpty && tails.isEmpty }

  /// - Throws: what is wrong with the backup, by the same checks as for the files themselves.
  init(_ backup: BackupFile, on panel: PanelServices) throws {
    self.backup = backup
    let now = try panel.freshConfiguration()
    text = ConfigurationSecrets.joined(backup.configuration, from: panel.editor.text)
    let then: Configuration
    do { then = try panel.editor.settings(of: text) } catch {
      throw LapwingError(.badData, code: "bad-backup", "the configuration in it cannot be used: \(error.message)")
    }
    changes = zip(now.settings, then.settings).compactMap { now, then in
      now.value == then.value ? nil : Change(key: now.key.path, before: "\(now.value)", after: "\(then.value)")
    }
    let adopted = try AdoptionFile(path: now.adoptedPath).read().sensors
    sensors = backup.sensors.filter { wanted in
      !adopted.contains { $0.address.description == wanted.address && (wanted.name == nil || $0.name == wanted.name) }
    }
    tails = try backup.tails.filter { name, content in
      let present = try StoredFile(path: panel.shelf.tailPath(name)).read()
      return present.map { Array(content.utf8) != $0 } ?? true
    }.keys.sorted()
    for name in tails { try panel.shelf.checkTail(name, Array((backup.tails[name] ?? "").utf8)) }
  }

  /// Writes the files. The adoptions are orders to the box (``orders``).
  func write(on panel: PanelServices) throws {
    if !changes.isEmpty { try panel.editor.replace(with: text) }
    for name in tails {
      let file = StoredFile(path: panel.shelf.tailPath(name), mode: 0o644)
      func fault(_ reason: String) -> LapwingError {
        LapwingError(.inputOutput, code: "no-write", "\(file.path) cannot be written (\(reason))")
      }
      if let before = try file.read() {
        try StoredFile(path: file.path + ".before", mode: 0o644).write(before, fault: fault)
      }
      try file.write(Array((backup.tails[name] ?? "").utf8), fault: fault)
    }
  }

  var orders: [ControlRequest] {
    (changes.isEmpty ? [] : [ControlRequest(.reload)])
      + sensors.map { ControlRequest(.adopt, name: $0.address, label: $0.name) }
  }
}

extension BackupFile {
  /// The backup of this box.
  init(of panel: PanelServices, at now: String) throws {
    let configuration = try panel.freshConfiguration()
    guard let text = ConfigurationSecrets.without(panel.editor.text) else {
      throw LapwingError(
        .unavailable, code: "secret-in-braces",
        "\(panel.editor.path) has a secret in braces, which cannot be left out; write it on a line of its own")
    }
    let sensors = try AdoptionFile(path: configuration.adoptedPath).read().sensors.map {
      Sensor(address: $0.address.description, name: $0.name)
    }
    self.init(configuration: text, sensors: sensors, tails: try panel.shelf.tailFiles(), made: now)
  }
}
