import Foundation
import Readings
import TestSupport
import Testing
@testable import Control

/// What a person or the page may ask the system of Lapwing's card for.
@Suite struct `A request for an update` {
  private let folder: TemporaryFolder
  private var request: UpdateRequest { UpdateRequest(folder: folder.file("lapwing")) }

  init() throws {
    folder = try TemporaryFolder()
    for name in ["lapwing", "box"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
    }
    _ = try folder.write("slot A, version 0.2.0: good\nslot B: nothing to go back to\n", to: "box/status")
  }

  /// What the box answers to the text of a request.
  private func answer(_ text: String, _ reasonToWait: () -> String? = { nil }) throws(LapwingError) -> String {
    try request.answer(try UpdateOrder(text), reasonToWait)
  }

  private var asked: String? {
    try? String(contentsOfFile: folder.file("lapwing/update"), encoding: .utf8)
  }

  @Test func `for the status shows what the system says of itself`() throws {
    #expect(try answer("status") == "slot A, version 0.2.0: good\nslot B: nothing to go back to")
    #expect(asked == nil)
  }

  @Test(arguments: ["back", "show lapwing-0.3.0-rpi-arm64.raucb", "install lapwing-0.3.0-rpi-arm64.raucb"])
  func `is a line in the file that the system waits for`(line: String) throws {
    #expect(try answer(line).contains("lapwing update status"))
    #expect(asked == line + "\n")
  }

  @Test(arguments: [
    "", "install", "show", "show ../x", "install ", "install ../../etc/passwd", "install a b", "install a\nback",
    "install ü", "reboot",
    "back ", "install " + String(repeating: "a", count: 201),
  ])
  func `that names no file of the folder is refused`(line: String) {
    #expect(throws: LapwingError.self) { try answer(line) }
    #expect(asked == nil)
  }

  @Test func `of a box that was not started from the card says what to do`() throws {
    try FileManager.default.removeItem(atPath: folder.file("box/status"))
    do throws(LapwingError) {
      _ = try answer("back")
      Issue.record("no error")
    } catch {
      #expect(error.message.contains("Install the package"))
      #expect(error.status == .unavailable)
    }
    #expect(asked == nil)
  }

  @Test func `does not take the place of one that the system has not taken yet`() throws {
    _ = try answer("install a.raucb")
    #expect(throws: LapwingError.self) { try answer("back") }
    #expect(asked == "install a.raucb\n")
  }

  @Test func `to show what an update changes waits for its turn, and so does one of nobody`() throws {
    _ = try answer("show a.raucb")
    for line in ["show b.raucb", "install a.raucb quietly"] {
      #expect(throws: LapwingError.self) { try answer(line) }
    }
    #expect(asked == "show a.raucb\n")
  }

  @Test(arguments: ["install a.raucb", "back"])
  func `takes the place of one that only shows what an update changes`(line: String) throws {
    _ = try answer("show a.raucb")
    _ = try answer(line)
    #expect(asked == line + "\n")
  }

  @Test func `that nobody has asked for waits for a quiet moment`() throws {
    let line = "install lapwing-0.3.0-rpi-arm64.raucb quietly"
    let error = try #require(throws: LapwingError.self) { try answer(line) { "an alarm is on" } }
    #expect(error.code == .updateWaits && error.message == "the update waits, since an alarm is on")
    #expect(asked == nil)
    #expect(try answer(line) { nil }.contains("lapwing update status"))
    // The system asks once more, when it has written it.
    #expect(asked == "install lapwing-0.3.0-rpi-arm64.raucb quietly\n")
  }

  @Test func `asks only whether this is a quiet moment`() throws {
    #expect(throws: LapwingError.self) { try answer("quiet") { "an alarm is on" } }
    #expect(try answer("quiet") { nil } == "nobody is watched now")
    #expect(asked == nil)
  }

  @Test(arguments: ["back quietly", "show a quietly", "status quietly", "install quietly", "install  quietly"])
  func `of another kind knows no quiet moment`(line: String) {
    #expect(throws: LapwingError.self) { try answer(line) { nil } }
    #expect(asked == nil || asked == "install quietly\n")
  }

  @Test(arguments: [
    ("lapwing-0.2.0-rpi-arm64.raucb", true), ("lapwing-0.1.10-rpi-arm64.raucb", true), ("lapwing-1.0.0.raucb", false),
    ("lapwing-0.1.9-rpi-arm64.raucb", false), ("lapwing-0.1.8-rpi.raucb", false), ("lapwing-0.2-rpi.raucb", false),
    ("lapwing-0.2.0rc1-rpi.raucb", false), ("lapwing-0.2.9999999999-rpi.raucb", false), ("lapwing", false),
    ("other-9.0.0-rpi.raucb", false),
  ])
  func `is for a newer version where its name says so`(name: String, isNewer: Bool) {
    #expect(UpdateName.isNewer(name, than: "0.1.9") == isNewer)
  }
}
