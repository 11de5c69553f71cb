import Alarms
import Engine
import Foundation
import Glibc
import Logbook
import Readings
import Settings
import Synchronization
import System
import TestSupport
import Testing

@testable import Control

@Suite(.timeLimit(.minutes(20))) struct `An order to change settings` {
  /// A box with a file of its own. Its loop answers each order, or has no room for one.
  private final class Box: OrderTaker {
    let folder: TemporaryFolder
    let path: String
    let hasRoom: Bool
    private let server = Mutex<ControlServer?>(nil)

    init(hasRoom: Bool = true, changers: SettingsChangers = SettingsChangers()) throws {
      folder = try TemporaryFolder()
      self.hasRoom = hasRoom
      let path = try folder.write("control: {socket: \(folder.file("control"))}\nprofile: cabin\n", to: "lapwing.yaml")
      self.path = path
      let made = try ControlServer(
        path: folder.file("control"), box: self, health: LogbookHealth(),
        configuration: try Configuration(path: path, profile: nil),
        reload: { () throws(LapwingError) in try Configuration(path: path, profile: nil) },
        writer: SettingsWriter(ConfigurationEditor(path: path)) { _ in }, changers: changers, manager: nil)
      server.withLock { $0 = made }
      made.start()
    }

    var inForce: Configuration? { server.withLock { $0?.settings.configuration } }
    var inFile: Configuration? { try? Configuration(path: path, profile: nil) }

    func post(_ order: BoxOrder, before deadline: Int64?) -> Bool {
      guard hasRoom, let server = server.withLock({ $0 }) else { return false }
      _ = server.ring.push(TimedOutput(instant: .start, record: .answer(order.number, .done([]))))
      server.ring.bell.ring()
      return true
    }

    func end() {
      guard let server = server.withLock({ $0 }) else { return }
      _ = server.ring.push(TimedOutput(instant: .start, record: .finished))
      server.ring.bell.ring()
      server.join(within: .seconds(60))
      self.server.withLock { $0 = nil }
    }

    func give(
      _ key: String, _ value: String, was: String?, file: String? = nil
    ) throws(ConfigurationEditor.Fault) -> SettingsReport {
      try SettingsOrder(SettingsWriter(ConfigurationEditor(path: file ?? path)) { _ in }, profile: nil).give(
        SettingsChange(values: [SettingsChange.Value(key, value, was: was)]), to: folder.file("control"))
    }
  }

  private let high = "alarms.co2-high.limit"
  private func value(_ configuration: Configuration?) -> Double? { configuration?.conditions[.co2High].limit }

  @Test func `is in the file and in force when it is answered`() throws {
    let box = try Box()
    defer { box.end() }
    let report = try box.give(high, "3000", was: "2500")
    #expect(report.file == box.path && report.isOfBox && report.unused == nil)
    #expect(value(box.inFile) == 3000 && value(box.inForce) == 3000)
  }

  @Test func `is refused with both values if the key has changed meanwhile`() throws {
    let box = try Box()
    defer { box.end() }
    _ = try box.give(high, "3000", was: "2500")
    do {
      _ = try box.give(high, "2700", was: "2500")
      Issue.record("the second order was carried out")
    } catch {
      #expect(error.key == high && error.error.status == .unavailable)
      #expect(error.error.message.contains("3000") && error.error.message.contains("2500"))
    }
    #expect(value(box.inFile) == 3000 && value(box.inForce) == 3000)
  }

  @Test func `says that the file has it if the loop cannot go by it now`() throws {
    let box = try Box(hasRoom: false)
    defer { box.end() }
    let report = try box.give(high, "3000", was: "2500")
    #expect(report.unused?.code == .busy)
    #expect(value(box.inFile) == 3000 && value(box.inForce) == 2500)
  }

  @Test func `of a value that is not allowed changes nothing, and keeps its exit status`() throws {
    let box = try Box()
    defer { box.end() }
    do {
      _ = try box.give(high, "lots", was: "2500")
      Issue.record("it was carried out")
    } catch { #expect(error.key == high && error.error.status == .configuration) }
    #expect(value(box.inFile) == 2500 && value(box.inForce) == 2500)
  }

  @Test func `for other files than those of the box is carried out by the command`() throws {
    let box = try Box()
    defer { box.end() }
    let other = try box.folder.write("profile: cabin\n", to: "other.yaml")
    let report = try box.give(high, "3000", was: "2500", file: other)
    #expect(!report.isOfBox && report.file == other)
    let changed = try Configuration(path: other, profile: nil)
    #expect(value(box.inFile) == 2500 && value(changed) == 3000)
  }

  @Test func `is carried out by the command where no box runs`() throws {
    let box = try Box()
    box.end()
    let report = try box.give(high, "3000", was: "2500")
    #expect(!report.isOfBox && report.unused?.code == .notRunning)
    #expect(value(box.inFile) == 3000)
  }

  @Test func `of the page is refused if it names a file`() throws {
    let box = try Box(changers: SettingsChangers(page: geteuid(), own: 4_000_000))
    defer { box.end() }
    do {
      _ = try box.give("logbook.path", "/etc/passwd", was: nil)
      Issue.record("the page has named a file")
    } catch { #expect(error.error.status == .noPermission) }
    #expect(try box.give(high, "3000", was: "2500").isOfBox)
  }

  @Test func `of a member of the group is refused`() {
    let changers = SettingsChangers(page: 952, own: 950), order = SettingsChange(values: [])
    #expect(throws: LapwingError.self) { try changers.refuse(order, by: 1000) }
    for user in [0, 950, 952] as [UInt32] { #expect(throws: Never.self) { try changers.refuse(order, by: user) } }
  }

  @Test func `of 32 at once loses nothing, and each refusal says why`() throws {
    let box = try Box()
    defer { box.end() }
    let keys = [high, "alarms.co2-medium.limit", "alarms.heart-rate-low.limit", "alarms.snooze-minutes"]
    let start = [2500, 1500, 40, 10], refused = Mutex<[LapwingError]>([]), done = Mutex<[String: [String]]>([:])
    let threads = 8
    DispatchQueue.concurrentPerform(iterations: threads) { place in
      let key = keys[place % keys.count]
      for round in 1...4 {
        let value = "\(start[place % keys.count] + place + round)"
        do throws(ConfigurationEditor.Fault) {
          _ = try box.give(key, value, was: nil)
          done.withLock { $0[key, default: []].append(value) }
        } catch { refused.withLock { $0.append(error.error) } }
      }
    }
    let now = box.inFile
    for (key, values) in done.withLock({ $0 }) {
      let value = now?.settings.first { $0.key.path == key }.map { "\($0.value)" } ?? ""
      #expect(values.contains(value), "\(key) is \(value)")
    }
    #expect(refused.withLock { $0 }.allSatisfy { !$0.message.isEmpty })
    #expect(done.withLock { $0 }.values.map(\.count).reduce(0, +) + refused.withLock { $0 }.count == threads * 4)
  }
}
