import Control
import Engine
import Logbook
import Readings
import Settings
import Synchronization
import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `An order to start again with a configuration that cannot be used` {
  private final class Loop: OrderTaker {
    let count = Mutex(0)

    func post(_ order: BoxOrder, before deadline: Int64?) -> Bool {
      count.withLock { $0 += 1 }
      return false
    }
  }

  @Test func `is refused with what is wrong, and the loop hears nothing of it`() throws {
    let folder = try TemporaryFolder()
    let good = try folder.write("profile: bedside\n", to: "good.yaml")
    let own = try folder.write("alarms: {co2-high: {limit: lots}}\n", to: "own.yaml")
    let loop = Loop()
    let server = try ControlServer(
      path: folder.file("control"), box: loop, health: LogbookHealth(),
      configuration: try Configuration(path: good, profile: nil),
      reload: { () throws(LapwingError) in try Configuration(path: good, own: own) }, manager: nil)
    server.start()
    var client = try ControlClient(path: folder.file("control"))
    #expect {
      _ = try client.line(answering: .restart)
    } throws: { error in
      let message = (error as? LapwingError)?.message ?? ""
      return message.contains("would not start again") && message.contains("alarms.co2-high.limit is")
    }
    _ = server.ring.push(TimedOutput(instant: .start, record: .finished))
    server.ring.bell.ring()
    server.join(within: .seconds(60))
    #expect(loop.count.withLock { $0 } == 0)
  }
}
