import Testing

@testable import Outside

@Suite("The door for other rules")
struct MessageDoorTests {
  private func deliver(_ queue: OutsideQueue, _ channel: String) throws {
    guard case .send(let queued) = try queue.turn(of: channel, at: 1000) else { return #expect(Bool(false)) }
    try queue.markSent(queued.position, receipt: nil, at: 1000)
  }

  @Test func `reports what became of each message, in order`() throws {
    let queue = try OutsideQueue()
    let door = MessageDoor(queue) {}
    try door.send(OutsideScene.message("m1"), by: "a", at: 0)
    try door.send(OutsideScene.message("m2"), by: "b", at: 0)
    try deliver(queue, "a")
    #expect(try queue.markConfirmed("m1", by: "a", at: 2000))
    try door.cancel("m2")
    let reports = try door.reports(after: 0)
    #expect(reports.map(\.id) == ["m1", "m1", "m2"])
    #expect(reports.map(\.outcome) == [.sent, .confirmed, .withdrawn])
    #expect(try door.reports(after: reports[1].number).map(\.id) == ["m2"])
  }

  @Test func `takes one answer to a message, also if it comes before the note that it was sent`() throws {
    let queue = try OutsideQueue()
    let door = MessageDoor(queue) {}
    try door.send(OutsideScene.message("m1"), by: "a", at: 0)
    guard case .send(let queued) = try queue.turn(of: "a", at: 0) else { return #expect(Bool(false)) }
    #expect(try queue.markConfirmed("m1", by: "a", at: 0))
    try queue.markSent(queued.position, receipt: nil, at: 0)
    #expect(try !queue.markConfirmed("m1", by: "a", at: 0))
    #expect(try door.reports(after: 0).map(\.outcome) == [.confirmed])
  }

  @Test func `sends an id once, and not to a person twice after a restart of the rules`() throws {
    let queue = try OutsideQueue()
    let door = MessageDoor(queue) {}
    try door.send(OutsideScene.message("m1"), by: "a", at: 0)
    try deliver(queue, "a")
    try door.send(OutsideScene.message("m1"), by: "a", at: 5000)
    #expect(try queue.turn(of: "a", at: 5000) == .idle)
  }
}
