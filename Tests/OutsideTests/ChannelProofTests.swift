import Status
import Testing

@testable import Outside

/// That no one can be reached must be known before an alarm.
@Suite("The channels of the people")
struct ChannelProofTests {
  @Test func `count as failing while their secrets are missing, before any message`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    func fault() throws -> String? {
      scene.wait(10)
      try desk.keepProof()
      return desk.report.fault?.rawValue
    }
    try scene.queue.keep(fault: "secret: No such file", of: "a")
    #expect(try fault() != "channels-fail", "the other one works")
    try scene.queue.keep(fault: "secret: No such file", of: "b")
    #expect(try fault() == "channels-fail")
    try scene.queue.keep(fault: nil, of: "b")
    #expect(try fault() != "channels-fail")
  }
}
