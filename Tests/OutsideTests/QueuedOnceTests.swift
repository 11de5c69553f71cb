import Testing

@testable import Outside

@Suite struct `A message in the queue` {
  private func deliver(_ queue: OutsideQueue, _ channel: String) throws {
    guard case .send(let queued) = try queue.turn(of: channel, at: 1000) else { return #expect(Bool(false)) }
    try queue.markSent(queued.position, receipt: nil, at: 1000)
  }

  @Test func `has one answer, also if it comes before the record that it was sent`() throws {
    let queue = try OutsideQueue()
    try queue.append(nil, [OutsideScene.message("m1")], for: ["a"], coolDown: .zero, at: 0)
    guard case .send(let queued) = try queue.turn(of: "a", at: 0) else { return #expect(Bool(false)) }
    #expect(try queue.markConfirmed("m1", by: "a", at: 0))
    try queue.markSent(queued.position, receipt: nil, at: 0)
    #expect(try !queue.markConfirmed("m1", by: "a", at: 0))
  }

  @Test func `is sent once by its id, also after a restart of the rules that send it`() throws {
    let queue = try OutsideQueue()
    try queue.append(nil, [OutsideScene.message("m1")], for: ["a"], coolDown: .zero, at: 0)
    try deliver(queue, "a")
    try queue.append(nil, [OutsideScene.message("m1")], for: ["a"], coolDown: .zero, at: 5000)
    #expect(try queue.turn(of: "a", at: 5000) == .idle)
  }
}
