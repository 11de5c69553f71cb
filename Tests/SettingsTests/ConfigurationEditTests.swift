import Foundation
import Readings
import TestSupport
import Testing

@testable import Settings

@Suite struct `A key that is set in the configuration file` {
  private func edited(_ text: String, _ path: String, _ value: String) throws -> String {
    var edit = ConfigurationText(text)
    try edit.set(path, to: value)
    return edit.text
  }

  @Test(arguments: [
    ("profile: cabin\n", "profile", "bedside", "profile: bedside\n"),
    ("profile:   cabin   # for me\n", "profile", "bedside", "profile: bedside   # for me\n"),
    (
      "alarms:\n  co2-high:\n    limit: 2500 # x\n", "alarms.co2-high.limit", "2200",
      "alarms:\n  co2-high:\n    limit: 2200 # x\n"
    ),
    ("# a\n#profile: cabin\n", "profile", "cockpit", "# a\nprofile: cockpit\n"),
    ("logbook:\n  #keep:\n    #days: 3650\n", "logbook.keep.days", "30", "logbook:\n  keep:\n    days: 30\n"),
    ("", "alarms.latch-sound", "true", "alarms:\n  latch-sound: true\n"),
    (
      "alarms:\n    snooze-minutes: 5\n", "alarms.latch-sound", "true",
      "alarms:\n    latch-sound: true\n    snooze-minutes: 5\n"
    ),
    ("profile: \"cabin # no\"\n", "profile", "cabin", "profile: cabin\n"),
  ]) func `takes the place of the old value, and all else stays`(
    text: String, path: String, value: String, wanted: String
  ) throws {
    #expect(try edited(text, path, value) == wanted)
  }

  @Test(arguments: ["alarms: {latch-sound: false}\n", "alarms:\n  latch-sound: >\n    false\n"])
  func `is refused where it is written otherwise`(text: String) {
    #expect(throws: ConfigurationText.Obstacle.self) { try edited(text, "alarms.latch-sound", "true") }
  }

  /// Every key of one value, in the file as it is shipped: it is read back, and no other key has changed.
  @Test func `is read back from the shipped file, for every key`() throws {
    let shipped = try ProjectFile("image/lapwing.yaml").text
    let folder = try TemporaryFolder()
    for key in Keys.all {
      let value: String
      switch key.kind {
      case .bool: value = key.standard == .bool(true) ? "false" : "true"
      case .number(let range, _): value = "\(ConfigurationValue.number(range.upperBound))"
      case .choice(let words): value = words.last ?? ""
      default: continue
      }
      // Limits that would cross are refused, as in a file; the file then stays as it was.
      let path = try folder.write(shipped, to: "lapwing.yaml")
      guard (try? ConfigurationEditor(path: path).set([(key, value)])) != nil else {
        #expect(try String(contentsOfFile: path, encoding: .utf8) == shipped)
        continue
      }
      let read = try ConfigurationFile.read(path)
      #expect(read.keys.sorted() == [key.path])
      #expect(read[key.path]?.value.description == value)
      let comments = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter {
        $0.contains("# ")
      }
      #expect(comments == shipped.split(separator: "\n").filter { $0.contains("# ") })
    }
  }

  private func set(_ values: [(String, String)], in folder: borrowing TemporaryFolder) throws -> String {
    let path = try folder.write("", to: "lapwing.yaml")
    let known = try values.map { value in try (#require(Keys.all.first { $0.path == value.0 }), value.1) }
    try ConfigurationEditor(path: path).set(known)
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test(arguments: [["co2-medium", "co2-high"], ["co2-high", "co2-medium"]])
  func `may pass the old value of its neighbour, which is set with it`(order: [String]) throws {
    let values = ["co2-medium": "2600", "co2-high": "3000"]
    let text = try set(order.map { ("alarms.\($0).limit", values[$0] ?? "") }, in: TemporaryFolder())
    #expect(text.contains("2600") && text.contains("3000"))
  }

  @Test(arguments: [
    ([("co2-medium", "2600"), ("co2-high", "lots")], "co2-high"),
    ([("co2-high", "3000"), ("co2-medium", "600"), ("co2-low", "900")], "co2-medium"),
    ([("co2-medium", "2400"), ("co2-high", "2300")], "co2-high"),
  ]) func `is named if it is what cannot be set`(values: [(String, String)], named: String) throws {
    let error = #expect(throws: ConfigurationEditor.Fault.self) {
      try set(values.map { ("alarms.\($0).limit", $1) }, in: TemporaryFolder())
    }
    #expect(error?.key == "alarms.\(named).limit")
  }

  @Test func `is refused with the sentence of the file, and nothing is written`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("profile: cabin\n", to: "lapwing.yaml")
    let key = try #require(Keys.all.first { $0.path == "alarms.co2-high.limit" })
    do {
      try ConfigurationEditor(path: path).set([(key, "lots")])
      Issue.record("it was taken")
    } catch {
      #expect(error.key == key.path)
      #expect(error.error.message.hasPrefix("\(path):") && error.error.message.contains("allowed is a number from"))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "profile: cabin\n")
  }

  @Test(arguments: ["2500 # x", "2500 ", "\"2500\"", "2_500", "[2500]", "2500\nfoo: 1"])
  func `is refused with anything beside the number`(value: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("profile: cabin\n", to: "lapwing.yaml")
    let key = try #require(Keys.all.first { $0.path == "alarms.co2-high.limit" })
    #expect(throws: ConfigurationEditor.Fault.self) { try ConfigurationEditor(path: path).set([(key, value)]) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "profile: cabin\n")
  }

  @Test func `is not put into a new file in the place of one that has gone`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("profile: cabin\n", to: "lapwing.yaml")
    let editor = ConfigurationEditor.ofRun(path: path), new = ConfigurationEditor.ofRun(path: folder.file("new.yaml"))
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: ConfigurationEditor.Fault.self) { try editor.set([(Keys.profile.plain, "bedside")]) }
    #expect(!FileManager.default.fileExists(atPath: path))
    try new.set([(Keys.profile.plain, "bedside")])
    #expect(FileManager.default.fileExists(atPath: new.path))
  }

  @Test func `may be a path with blanks and quotation marks`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("# mine\n", to: "lapwing.yaml")
    let wanted = "/tmp/a \"b\" # \\c: 한국"
    let configuration = try ConfigurationEditor(path: path).set([(Keys.logbookPath.plain, wanted)])
    #expect(configuration.logbookPath == wanted)
  }
}
