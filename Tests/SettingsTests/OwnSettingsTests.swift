import Foundation
import Glibc
import Readings
import TestSupport
import Testing

@testable import Settings

@Suite struct `The settings of its own that a box has over the file of root` {
  private let folder: TemporaryFolder
  private let file: String
  private let own: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write(
      "alarms:\n  co2-high:\n    limit: 2500  # root's\n  co2-medium:\n    limit: 1500\n", to: "lapwing.yaml")
    own = folder.file("settings/lapwing.yaml")
  }

  private func key(_ path: String) throws -> ConfigurationKey {
    try #require(Keys.all.first { $0.path == path })
  }

  private func makeOwn(_ text: String) throws {
    try FileManager.default.createDirectory(atPath: folder.file("settings"), withIntermediateDirectories: true)
    try text.write(toFile: own, atomically: true, encoding: .utf8)
  }

  @Test func `win key by key, and each names its file`() throws {
    try makeOwn("alarms: {co2-high: {limit: 2200}}\n")
    let configuration = try Configuration(path: file, own: own)
    let shown = configuration.settings.filter {
      $0.key.path.hasSuffix("co2-high.limit") || $0.key.path.hasSuffix("co2-medium.limit")
    }
    #expect(shown.map { "\($0.value)" } == ["1500", "2200"])
    #expect(shown.map { "\($0.origin)" } == ["\(file):5", "\(own):1"])
  }

  @Test func `are checked together with the file: limits that would cross are refused`() throws {
    try makeOwn("alarms: {co2-high: {limit: 1400}}\n")
    #expect(throws: LapwingError.self) { try Configuration(path: file, own: own) }
  }

  @Test func `leave the permissions of a folder alone that is not the box's`() throws {
    try makeOwn("alarms:\n  co2-high:\n    limit: 2200\n")
    #expect(chmod(folder.file("settings"), 0o777) == 0)
    _ = try ConfigurationEditor(path: file, own: own).set([(try key("alarms.co2-high.limit"), "2300")])
    var status = stat()
    #expect(stat(folder.file("settings"), &status) == 0 && status.st_mode & 0o777 == 0o777)
  }

  @Test(.disabled(if: geteuid() == 0, "root may write every file"))
  func `get what the file of root cannot get`() throws {
    #expect(chmod(file, 0o444) == 0)
    let editor = ConfigurationEditor(path: file, own: own)
    #expect(editor.isWritable)
    let configuration = try editor.set([(try key("alarms.co2-high.limit"), "2300")])
    #expect("\(configuration.origin(of: try key("alarms.co2-high.limit")))".hasPrefix(own))
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("limit: 2500  # root's"))
  }

  @Test func `get a new value of a key that they have, for they win; another goes into the file`() throws {
    try makeOwn("alarms:\n  co2-high:\n    limit: 2200\n")
    let editor = ConfigurationEditor(path: file, own: own)
    var configuration = try editor.set([(try key("alarms.co2-high.limit"), "2300")])
    #expect("\(configuration.origin(of: try key("alarms.co2-high.limit")))" == "\(own):3")
    configuration = try editor.set([(try key("alarms.co2-medium.limit"), "1600")])
    #expect("\(configuration.origin(of: try key("alarms.co2-medium.limit")))" == "\(file):5")
  }

  @Test func `are refused with the sentence of the file that they would be in`() throws {
    try makeOwn("alarms:\n  co2-high:\n    limit: 2200\n")
    let key = try key("alarms.co2-high.limit")
    do throws(ConfigurationEditor.Fault) {
      try ConfigurationEditor(path: file, own: own).set([(key, "lots")])
      Issue.record("it was taken")
    } catch { #expect(error.error.message.hasPrefix("\(own):3:")) }
    #expect(try String(contentsOfFile: own, encoding: .utf8).contains("2200"))
  }

  @Test func `are mended by the value that repairs them, though the old ones cannot be used`() throws {
    try makeOwn("alarms:\n  co2-high:\n    limit: 1400\n")
    let editor = ConfigurationEditor(path: file, own: own), limit = try key("alarms.co2-high.limit")
    #expect(throws: ConfigurationEditor.Fault.self) { try editor.set([(limit, "1300")]) }
    #expect("\(try editor.set([(limit, "1700")]).origin(of: limit))" == "\(own):3")
  }

  @Test func `that cannot be used do not keep the box from starting, which says so`() throws {
    try makeOwn("alarms: {co2-high: {limit: 1400}}\n")
    let started = try Configuration.atStart(path: file, own: own, profile: nil)
    #expect("\(started.origin(of: try key("alarms.co2-high.limit")))" == "\(file):3")
    #expect(started.fileFaults.map(\.message).joined().contains("\(own) are not in force"))
    try makeOwn("alarms: {co2-high: {limit: 2400}}\n")
    #expect(try Configuration.atStart(path: file, own: own, profile: nil).fileFaults.isEmpty)
    try "nonsense: 1\n".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(throws: LapwingError.self) { try Configuration.atStart(path: file, own: own, profile: nil) }
  }

  @Test func `that cannot be reached are an error and not none`() throws {
    let loop = folder.file("loop")
    #expect(symlink(loop, loop) == 0)
    #expect { try Configuration(path: file, own: loop) } throws: {
      ($0 as? LapwingError)?.message.contains("\(loop) cannot be reached") == true
    }
    #expect(try Configuration(path: file, own: folder.file("nowhere/at/all")).shadowed.isEmpty)
  }

  @Test func `win whole with a list, and it is said which list is not in force`() throws {
    try "persons:\n  Anna: {}\n  Bert: {}\n".write(toFile: file, atomically: true, encoding: .utf8)
    try makeOwn("persons:\n  Anna: {}\n")
    let both = try Configuration(path: file, own: own)
    #expect(both.personNames == ["Anna"])
    #expect(both.shadowed.map(\.sentence).first?.contains("persons of \(file):1 is not in force") == true)
    // The same list on other lines hides nothing.
    try makeOwn("\n# ours\npersons:\n  Anna: {}\n  Bert: {}\n")
    #expect(try Configuration(path: file, own: own).shadowed.isEmpty)
  }
}
