import Control
import Status
import Testing
import Web

@testable import Outside

@Suite("What the care circle sends to the box, and receives from it")
struct CircleLinkTests {
  private let low = (id: "r-1", condition: "heart-rate-low", state: FollowedBox.Told.State.open)

  @Test func `is the countdown with the seconds left, and who is told next`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    #expect(desk.report == ShownCircle(.calm))
    try desk.receive(scene.box([low]), [])
    #expect(desk.report == ShownCircle(.countdown, seconds: 30, next: "anna"))
    scene.wait(12)
    #expect(desk.report == ShownCircle(.countdown, seconds: 18, next: "anna"))
    _ = try desk.perform(CircleOrder(.pause, person: "anna", seconds: 3600))
    #expect(desk.report.next == "ben")
    scene.wait(18)
    _ = try desk.turn()
    #expect(desk.report == ShownCircle(.trying, by: "ben"))
    try scene.send("b")
    _ = try desk.turn()
    #expect(desk.report == ShownCircle(.accepted, by: "ben"))
    _ = try desk.perform(CircleOrder(.haveIt, person: "ben"))
    var held = ShownCircle(.held, by: "ben")
    held.says = ShownCircle.Says(by: "ben", word: nil, seconds: 0)
    #expect(desk.report == held)
    try desk.receive(scene.box([]), [])
    #expect(desk.report == ShownCircle(.calm))
  }

  @Test func `says that nobody can be told where nobody has consented`() throws {
    let scene = try CircleScene(), desk = try scene.desk()
    try desk.receive(scene.box([low]), [])
    #expect(desk.report == ShownCircle(.countdown, seconds: 30, fault: .noConsent))
    scene.wait(30)
    _ = try desk.turn()
    #expect(desk.report == ShownCircle(.unreached, fault: .noConsent))
  }

  @Test func `says that nobody can be reached 20 s after the first message that no provider accepts, and why`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    try desk.receive(scene.box([low]), [])
    scene.wait(30)
    _ = try desk.turn()
    let head = try #require(try scene.head("a"))
    try scene.queue.markFailed(head.position, .temporary("no connection"), next: scene.date + 1000, at: scene.date)
    scene.wait(20)
    _ = try desk.turn()
    #expect(desk.report.stage == .unreached)
    #expect(CircleStatus(desk).text.contains("no one can be reached"))
    try scene.send("b")
    _ = try desk.turn()
    #expect(desk.report.stage == .accepted && desk.report.by == "ben")
  }

  @Test func `says before an alarm that the channels fail, or that nobody has answered for a month`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    _ = try desk.perform(CircleOrder(.drill))
    for channel in ["a", "b"] {
      let head = try #require(try scene.head(channel))
      try scene.queue.markFailed(head.position, .permanent("gone"), next: 0, at: scene.date)
    }
    scene.wait(10)
    _ = try desk.turn()
    #expect(desk.report.stage == .calm && desk.report.fault == .channelsFail && desk.report.failing == ["a", "b"])
    scene.wait(60)
    _ = try desk.perform(CircleOrder(.drill))
    try scene.send("a")
    scene.wait(10)
    _ = try desk.turn()
    #expect(desk.report.fault == nil && desk.report.failing == ["b"], "the other one works")
    scene.wait(31 * 86_400)
    _ = try desk.turn()
    #expect(desk.report.stage == .calm && desk.report.fault == .noDrill)
  }

  @Test func `is a countdown too while people are alerted to something else`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    _ = try desk.perform(CircleOrder(.help, subject: "Maria"))
    scene.wait(3)
    _ = try desk.turn()
    #expect(desk.report == ShownCircle(.trying, by: "anna"))
    try desk.receive(scene.box([low]), [])
    #expect(desk.report == ShownCircle(.countdown, seconds: 30, next: "anna"))
  }

  @Test func `stands while the box is silenced, which is not okay`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    try desk.receive(scene.box([low]), [])
    try desk.receive(scene.box([(low.id, low.condition, .acknowledged)]), [])
    #expect(desk.report == ShownCircle(.standing, next: "anna"))
    scene.wait(30)
    _ = try desk.turn()
    #expect(desk.report == ShownCircle(.countdown, seconds: 30, next: "anna"))
  }

  @Test func `okay ends the countdown, and not the alarm`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    #expect(desk.answer(CircleCall(number: 1, kind: .okay)) == CircleCallAnswer(1, .nothing))
    try desk.receive(scene.box([low]), [])
    #expect(desk.answer(CircleCall(number: 2, kind: .okay)) == CircleCallAnswer(2, .okayForNow))
    #expect(desk.report == ShownCircle(.okay))
    #expect(try scene.send("a") == ["“I'm okay” was said, still on: Heart rate low"])
    scene.wait(60)
    _ = try desk.turn()
    #expect(try scene.send("a") == [])
    // The alarm goes on: after two minutes it begins again, with a countdown.
    scene.wait(60)
    _ = try desk.turn()
    #expect(desk.report.stage == .countdown)
  }

  @Test func `help goes to all after three seconds, however often it is pressed, and okay takes it back`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    for number in 1...3 {
      #expect(desk.answer(CircleCall(number: UInt32(number), kind: .help)).outcome == .trying)
    }
    #expect(desk.report == ShownCircle(.help, seconds: 3, next: "anna"))
    #expect(desk.answer(CircleCall(number: 4, kind: .okay)).outcome == .takenBack)
    scene.wait(5)
    _ = try desk.turn()
    #expect(try scene.send("a") == [])
    _ = desk.answer(CircleCall(number: 5, kind: .help))
    scene.wait(3)
    _ = try desk.turn()
    #expect(try scene.send("a") == ["URGENT: help is called for"])
    #expect(try scene.send("b") == ["URGENT: help is called for"])
    #expect(desk.report == ShownCircle(.trying, by: "anna"))
  }

  @Test func `okay to a missing pulse is asked for twice`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    try desk.receive(scene.box([(low.id, "no-pulse", .open)]), [])
    #expect(desk.answer(CircleCall(number: 1, kind: .okay)).outcome == .sayAgain)
    #expect(desk.report.asksAgain == true && desk.report.stage == .countdown)
    scene.wait(3)
    #expect(desk.answer(CircleCall(number: 2, kind: .okay)).outcome == .okayForNow)
    #expect(desk.report == ShownCircle(.okay))
  }

  @Test func `help that reaches nobody is never taken for sent`() throws {
    let scene = try CircleScene(), desk = try scene.desk()
    let answer = desk.answer(CircleCall(number: 1, kind: .help))
    #expect(answer.outcome == .failed)
    #expect(answer.text?.contains("no one of the care circle has consented") == true)
    scene.wait(4)
    _ = try desk.turn()
    #expect(desk.report.stage == .unreached)
  }
}
