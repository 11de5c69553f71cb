import Control
import Readings
import Synchronization
import Testing

@testable import Outside

/// What the box does with orders by MQTT (docs/mqtt.md, "Commands").
@Suite("Orders by MQTT")
struct MQTTCommandsTests {
  @Test func `at most four a minute are for silence, so that the limit of the box is left to people`() {
    let orders = Mutex(0)
    let commands = MQTTCommands {
    } order: { _ throws(LapwingError) in
      orders.withLock { $0 += 1 }
    }
    let press = Array(MQTTCommands.press.utf8)
    var answers: [String] = []
    for second in 0..<30 {
      answers.append(commands.carryOut(second % 2 == 0 ? "ack" : "pause", press, at: Int64(second) * 2000))
    }
    let count = orders.withLock(\.self)
    #expect(count == 4)
    #expect(answers[..<4].allSatisfy { $0.contains(#""ok":true"#) })
    #expect(answers[4...].allSatisfy { $0.contains(#""code":"too-soon""#) })
    // One without sense does not count, and another order has no such limit.
    #expect(commands.carryOut("ack", [0], at: 59_999).contains("bad-command"))
    #expect(commands.carryOut("session", Array("start".utf8), at: 59_999).contains(#""ok":true"#))
    #expect(commands.carryOut("ack", press, at: 60_000).contains(#""ok":true"#))
  }
}
