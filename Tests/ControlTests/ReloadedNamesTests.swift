import Alarms
import Control
import Engine
import Logbook
import Readings
import Settings
import Synchronization
import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `The names of persons in a reload` {
  /// A loop that notes which names the other threads have when an order arrives, and answers it.
  private final class Loop: OrderTaker {
    struct Seen { var server: ControlServer?; var names: [[String]] = [] }
    let seen = Mutex(Seen())
    let hasRoom: Bool

    init(hasRoom: Bool) { self.hasRoom = hasRoom }

    var server: ControlServer? { seen.withLock { $0.server } }

    func post(_ order: BoxOrder, before deadline: Int64?) -> Bool {
      guard case .settings(_, _, _, _, _, _, let number) = order, let server else { return false }
      let names = server.settings.configuration.personNames
      seen.withLock { $0.names.append(names) }
      guard hasRoom else { return false }
      let notice = OrderNotice.alarmEnded(.heartRateHigh, .high, nil, person: "Anna")
      _ = server.ring.push(TimedOutput(instant: .start, record: .answer(number, .done([notice]))))
      server.ring.bell.ring()
      return true
    }
  }

  /// Reloads from a configuration with Anna to one with Bert.
  /// - Returns: the names that the loop saw with its order, the names afterwards, and the note of the answer; `nil` if the reload was
  ///   refused.
  private func reload(hasRoom: Bool) throws -> (seen: [[String]], after: [String], note: String?) {
    let folder = try TemporaryFolder()
    func configuration(_ name: String) throws -> Configuration {
      try Configuration(
        path: try folder.write("profile: bedside\npersons: {\(name): {}}\n", to: "\(name).yaml"), profile: nil)
    }
    let fresh = try configuration("Bert")
    let loop = Loop(hasRoom: hasRoom)
    let server = try ControlServer(
      path: folder.file("control"), box: loop, health: LogbookHealth(), configuration: try configuration("Anna"),
      reload: { () throws(LapwingError) in fresh }, manager: nil)
    loop.seen.withLock { $0.server = server }
    server.start()
    var client = try ControlClient(path: folder.file("control"))
    let report = try? client.order(.reload)
    let after = server.settings.configuration.personNames
    _ = server.ring.push(TimedOutput(instant: .start, record: .finished))
    server.ring.bell.ring()
    server.join(within: .seconds(60))
    loop.seen.withLock { $0.server = nil }
    return (loop.seen.withLock { $0.names }, after, report.map { $0.note ?? "" })
  }

  @Test func `are the new ones before the loop has the new settings`() throws {
    let names = try reload(hasRoom: true)
    #expect(names.seen.allSatisfy { $0.contains("Bert") } && !names.seen.isEmpty)
    #expect(names.after.contains("Bert") && names.note != nil)
  }

  @Test func `come with what the loop says of the alarms that end`() throws {
    let note = try #require(try reload(hasRoom: true).note)
    #expect(note.hasPrefix("heart-rate-high (high), Anna has ended") && note.contains("not watched"), "\(note)")
  }

  @Test func `stay the old ones if the loop has no room for the order`() throws {
    let names = try reload(hasRoom: false)
    #expect(!names.after.contains("Bert") && names.note == nil)
    #expect(!names.seen.isEmpty, "the order did reach the loop")
  }
}
