import Circle
import Foundation
import GRDB
import Readings
import TestSupport
import Testing

@testable import Outside

@Suite("What was told and is forgotten")
struct ForgottenMessagesTests {
  @Test func `is not in the file any more, but what waits and what people have said is`() throws {
    let folder = try TemporaryFolder()
    let queue = try OutsideQueue(path: folder.file("outside.db"))
    for id in ["told-alarm-one", "waiting-alarm"] {
      try queue.take(nil, [OutsideScene.message(id, condition: id, at: 1000)], for: ["a"], coolDown: .zero, at: 1000)
    }
    let first = try #require(try head(of: queue))
    try queue.markSent(first.position, receipt: nil, at: 2000)
    try queue.write { try CircleLine(at: 1000, kind: "told", person: "person-of-the-log").write($0) }
    try queue.keep("yes", as: "circle")
    #expect(try queue.forget(before: 5000) == 1)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: queue.path))
    #expect(bytes.range(of: Data("told-alarm".utf8)) == nil)
    #expect(bytes.range(of: Data("person-of-the-log".utf8)) == nil)
    #expect(try queue.text("circle") == "yes")
    #expect(try head(of: queue)?.message.id == "waiting-alarm")
  }

  private func head(of queue: OutsideQueue) throws -> QueuedMessage? {
    if case .send(let queued) = try queue.turn(of: "a", at: 2000) { queued } else { nil }
  }
}
