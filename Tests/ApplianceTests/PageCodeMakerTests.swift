import Alarms
import Engine
import Monitor
import Readings
import Settings
import System
import TestSupport
import Testing

@testable import Appliance

@Suite struct `A code of the page that is asked for at the box` {
  private let folder: TemporaryFolder
  private let inward: BoundedRing<LoopInput>

  init() throws {
    folder = try TemporaryFolder()
    inward = try BoundedRing(capacity: 16)
  }

  /// What the loop gets: the code, and the notes for people.
  private func answers(_ settings: String) throws -> (codes: [PageCode?], notes: [String]) {
    let path = try folder.write(settings, to: "lapwing.yaml")
    PageCodeMaker(
      read: { () throws(LapwingError) in try Configuration(path: path, profile: nil) }, inward: Inbox(inward)
    ).make()
    var found: (codes: [PageCode?], notes: [String]) = ([], [])
    while let input = inward.pop() {
      switch input {
      case .event(.pageCode(let code)): found.codes.append(code)
      case .note(let text): found.notes.append(text)
      default: Issue.record("\(input)")
      }
    }
    return found
  }

  @Test func `is the one that lets a browser in, to change`() throws {
    let path = folder.file("panel.json")
    let found = try answers("panel: {enabled: true, access-file: \(path)}")
    let code = try #require(found.codes.first.flatMap { $0 })
    #expect(found.codes.count == 1 && found.notes == [])
    let digits = String("00000\(code.number)".suffix(6)), now = MonotonicClock.unixMilliseconds()
    let attempt = try AccessFile(path: path).change { $0.enter(digits, token: "token", at: now) }
    #expect(attempt == .entered(.change))
  }

  @Test func `is refused where the page is off, and no file is written`() throws {
    let path = folder.file("panel.json")
    let found = try answers("panel: {access-file: \(path)}")
    #expect(found.codes == [nil])
    #expect(found.notes == ["no code of the page: the page is off for the network; set panel.enabled to true"])
    #expect(try StoredFile(path: path).read() == nil)
  }

  @Test func `is refused where its file is damaged`() throws {
    let path = try folder.write("{", to: "panel.json")
    let found = try answers("panel: {enabled: true, access-file: \(path)}")
    #expect(found.codes == [nil])
    #expect(found.notes.first?.contains("everybody needs a new code") == true)
  }
}
