import AircraftFiles
import Control
import Engine
import FoundationEssentials
import Readings
import Settings
import System

/// What a backup would change on this box, and the change itself. Nothing is lost: sensors that are adopted now stay, a
/// tail that differs is kept under another name, and so is the file of settings that changes.
struct Restore: Sendable {
  let backup: BackupFile
  let changes: [ConfigurationEditor.Change]
  /// Keys in the backup that stay as they are on this box.
  let kept: [String]
  let sensors: [BackupFile.Sensor]
  let tails: [String]
  /// A number for what is on the box now: what was shown is carried out only while that is the same.
  let stamp: String
  private let now: Configuration
  private let present: [String: String]

  var isEmpty: Bool { changes.isEmpty && sensors.isEmpty && tails.isEmpty }

  /// - Throws: what is wrong with the backup, by the same checks as for the files themselves.
  init(_ backup: BackupFile, on panel: PanelServices) throws {
    self.backup = backup
    now = try panel.freshConfiguration()
    let content: SettingsCopy.Content
    do { content = try SettingsCopy.read(backup.configuration) } catch {
      throw LapwingError(.badData, code: "bad-backup", "the configuration in it cannot be used: \(error.message)")
    }
    kept = content.kept
    changes = ConfigurationEditor.changes(from: now, to: content)
    let adopted = try AdoptionFile(path: now.adoptedPath).read().sensors
    sensors = backup.sensors.filter { wanted in
      !adopted.contains { $0.address.description == wanted.address && (wanted.name == nil || $0.name == wanted.name) }
    }
    let present = try panel.shelf.tailFiles()
    self.present = present
    tails = backup.tails.filter { present[$0.key] != $0.value }.keys.sorted()
    let files = present.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let listed = adopted.map { "\($0.address) \($0.name ?? "")" }
    stamp = FormStamp.text(of: [SettingsCopy.text(of: now)] + listed + files)
    for name in tails { try panel.shelf.checkTail(name, backup.tails[name] ?? "") }
  }

  /// The change of settings and tails. ``adoptions`` are other orders to the box.
  var change: SettingsChange {
    SettingsChange(
      copy: changes.isEmpty
        ? nil
        : SettingsChange.Value(SettingsChange.copyKey, backup.configuration, was: SettingsCopy.text(of: now)),
      tails: tails.map { SettingsChange.Tail($0, backup.tails[$0] ?? "", was: present[$0]) })
  }

  var adoptions: [ControlRequest] { sensors.map { ControlRequest(.adopt, name: $0.address, label: $0.name) } }
}

extension BackupFile {
  /// The backup of this box.
  /// - Throws: why it would be refused later, such as its size.
  init(of panel: PanelServices, at now: String) throws {
    let configuration = try panel.freshConfiguration()
    let sensors = try AdoptionFile(path: configuration.adoptedPath).read().sensors.map {
      Sensor(address: $0.address.description, name: $0.name)
    }
    self.init(
      configuration: SettingsCopy.text(of: configuration), sensors: sensors, tails: try panel.shelf.tailFiles(),
      made: now)
    do { _ = try BackupFile(text) } catch {
      throw LapwingError(
        .badData, code: error.code, "the page could not bring this copy back, so it makes none: \(error.message)")
    }
  }
}
