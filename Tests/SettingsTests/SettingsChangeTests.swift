import Alarms
import Foundation
import Glibc
import Readings
import Synchronization
import System
import TestSupport
import Testing

@testable import Settings

@Suite(.timeLimit(.minutes(20))) struct `A change of settings` {
  private let high = "alarms.co2-high.limit", medium = "alarms.co2-medium.limit"

  private func change(_ key: String, _ value: String, was: String?) -> SettingsChange {
    SettingsChange(values: [SettingsChange.Value(key, value, was: was)])
  }

  private func text(_ folder: TemporaryFolder) throws -> String {
    try String(contentsOfFile: folder.file("lapwing.yaml"), encoding: .utf8)
  }

  @Test func `stays while others change other keys at the same moment`() throws {
    let folder = try TemporaryFolder(), path = try folder.write("profile: bedside\n", to: "lapwing.yaml")
    let keys = SettingsChangeKeys.numbers
    let faults = Mutex<[String]>([])
    for round in 0..<3 {
      DispatchQueue.concurrentPerform(iterations: keys.count) { place in
        let (key, values) = keys[place]
        do {
          _ = try ConfigurationEditor(path: path).change(
            SettingsChange(values: [SettingsChange.Value(key, values[round], was: nil)]))
        } catch { faults.withLock { $0.append("\(key): \(error)") } }
      }
      let now = try Configuration(path: path, profile: nil)
      for (key, values) in keys {
        #expect(now.settings.first { $0.key.path == key }.map { "\($0.value)" } == values[round], "\(key)")
      }
    }
    #expect(faults.withLock { $0 } == [])
  }

  @Test func `is refused with both values if somebody has changed the key since it was read`() throws {
    let folder = try TemporaryFolder(), path = try folder.write("profile: cabin\n", to: "lapwing.yaml")
    let editor = ConfigurationEditor(path: path)
    _ = try editor.change(change(high, "3000", was: "2500"))
    do {
      _ = try editor.change(change(high, "2700", was: "2500"))
      Issue.record("the second change was made")
    } catch {
      #expect(error.key == high && error.error.code == "changed-meanwhile")
      #expect(error.error.message.contains("3000") && error.error.message.contains("2500"))
    }
    #expect(try text(folder).contains("limit: 3000"))
    // What is there already is no conflict, and another key is free.
    _ = try editor.change(change(high, "3000", was: "2500"))
    _ = try editor.change(change(medium, "1600", was: "1500"))
    #expect(try text(folder).contains("limit: 1600"))
  }

  @Test func `changes nothing if one of its values is not allowed`() throws {
    let folder = try TemporaryFolder(), path = try folder.write("profile: cabin\n", to: "lapwing.yaml")
    let both = SettingsChange(values: [
      SettingsChange.Value(high, "3000", was: "2500"), SettingsChange.Value(medium, "lots", was: "1500"),
    ])
    #expect(throws: ConfigurationEditor.Fault.self) { try ConfigurationEditor(path: path).change(both) }
    #expect(try text(folder) == "profile: cabin\n")
  }

  @Test func `of persons is refused if another list is there by now`() throws {
    let folder = try TemporaryFolder(), path = try folder.write("persons:\n  Anna: {}\n", to: "lapwing.yaml")
    let editor = ConfigurationEditor(path: path)
    let read = "\(ConfigurationValue.persons(try Configuration(path: path, profile: nil).namedPersons))"
    let bert = SettingsChange(persons: SettingsChange.Value("persons", "{Bert: {heart-rate-low: 44}}", was: read))
    _ = try editor.change(bert)
    #expect(try Configuration(path: path, profile: nil).personNames == ["Bert"])
    let carol = SettingsChange(persons: SettingsChange.Value("persons", "{Carol: {}}", was: read))
    #expect(throws: ConfigurationEditor.Fault.self) { try editor.change(carol) }
    #expect(try Configuration(path: path, profile: nil).personNames == ["Bert"])
  }

  @Test func `that brings a copy back is refused if a setting has changed since the look`() throws {
    let folder = try TemporaryFolder(), path = try folder.write("profile: cabin\n", to: "lapwing.yaml")
    let editor = ConfigurationEditor(path: path)
    let seen = SettingsCopy.text(of: try Configuration(path: path, profile: nil))
    let copy = SettingsChange(copy: SettingsChange.Value(SettingsChange.copyKey, "profile: bedside\n", was: seen))
    _ = try editor.change(change(high, "3000", was: "2500"))
    do {
      _ = try editor.change(copy)
      Issue.record("the copy was brought back")
    } catch { #expect(error.error.message.contains("3000") && error.error.message.contains("2500")) }
    #expect(try Configuration(path: path, profile: nil).profile == .cabin)
  }

  @Test func `waits for no process that holds the files for ever`() throws {
    let folder = try TemporaryFolder(), path = try folder.write("profile: cabin\n", to: "lapwing.yaml")
    let held = open(try folder.write("", to: FolderLock.name), O_RDONLY | O_CLOEXEC)
    defer { close(held) }
    #expect(flock(held, LOCK_EX) == 0)
    do {
      _ = try ConfigurationEditor(path: path).change(change(high, "3000", was: "2500"))
      Issue.record("it was made in spite of the lock")
    } catch { #expect(error.error.code == "settings-locked") }
    #expect(try text(folder) == "profile: cabin\n")
  }

  @Test(arguments: [(0o750, 0o600), (0o755, 0o600), (0o2770, 0o660), (0o1777, 0o666)])
  func `is not held up by a user who may only read the folder`(folderMode: Int, lockMode: mode_t) throws {
    let folder = try TemporaryFolder(), path = try folder.write("profile: cabin\n", to: "lapwing.yaml")
    #expect(chmod(folder.path, mode_t(folderMode)) == 0)
    // All that such a user can open: the folder and the settings.
    let held: [Int32] = [folder.path, path].map { (place: String) in open(place, O_RDONLY | O_CLOEXEC) }
    defer { for number in held { close(number) } }
    for number in held { #expect(flock(number, LOCK_EX) == 0) }
    _ = try ConfigurationEditor(path: path).change(change(high, "3000", was: "2500"))
    #expect(try text(folder).contains("3000"))
    var status = stat()
    #expect(stat(folder.file(FolderLock.name), &status) == 0 && status.st_mode & 0o777 == lockMode)
  }

  @Test func `of the page names no place of a file, and nothing that leaves the box`() {
    for key in ["logbook.path", "control.socket", "panel.enabled", "panel.access-file", "outside.channels", "no.such"] {
      #expect(change(key, "x", was: nil).keyOutsideOfPage == key)
    }
    for key in [high, "profile", "panel.name", "panel.person-to-call"] {
      #expect(change(key, "x", was: nil).keyOutsideOfPage == nil)
    }
  }
}

/// Keys of numbers that do not depend on each other, with values for three rounds.
private enum SettingsChangeKeys {
  static let numbers: [(String, [String])] = [
    ("alarms.co2-high.limit", ["2600", "2700", "2800"]), ("alarms.co2-medium.limit", ["1600", "1700", "1800"]),
    ("alarms.heart-rate-low.limit", ["41", "42", "43"]),
    ("alarms.heart-rate-high.limit", ["131", "132", "133"]),
    ("alarms.snooze-minutes", ["11", "12", "13"]), ("logbook.keep.days", ["101", "102", "103"]),
  ]
}
