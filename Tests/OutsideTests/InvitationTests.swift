import Alarms
import Circle
import Control
import Foundation
import Readings
import Settings
import Status
import Testing

@testable import Outside

@Suite("A person who is added at the page")
struct InvitationTests {
  private let scene: CircleScene
  private let desk: CircleDesk
  private let invitations: Invitations
  private let path = NSTemporaryDirectory() + "invited-\(UInt32.random(in: 0...UInt32.max))"

  init() throws {
    scene = try CircleScene()
    invitations = Invitations(path: path, server: try #require(WebAddress("https://ntfy.example")), log: OutsideLog())
    desk = try scene.desk(invitations: invitations)
  }

  private func report(_ name: String) throws -> CirclePersonReport {
    try #require(desk.shownPeople.first { $0.name == name })
  }

  /// The message that waits for the phone of a person.
  private func message(_ invitation: Invitation) throws -> OutsideMessage {
    let queued = try #require(try scene.head(invitation.channel))
    try scene.queue.markSent(queued.position, receipt: nil, at: scene.date)
    return queued.message
  }

  @Test func `gets a topic of their own, and the question with a button that agrees`() throws {
    let clara = try desk.invite("Clara")
    #expect(try report("Clara").link == "https://ntfy.example/\(clara.topic)")
    #expect(clara.topic != clara.replyTopic && clara.topic.count > 30)
    let asks = try message(clara)
    #expect(asks.title == "Clara: may Lapwing send you messages about alarms?")
    #expect(asks.words == ["agree": "I agree"] && !asks.rings)
    #expect(asks.body.contains("stop at any time"))
  }

  @Test func `is alerted only after they have agreed, and is done when they have answered the test`() throws {
    let clara = try desk.invite("Clara"), asks = try message(clara)
    #expect(!desk.look { circle, _ in circle.hasAnybody })
    #expect(try desk.answer(asks.id, .agree, by: clara.channel) == "Clara has agreed to messages (words 1)")
    #expect(try report("Clara").word == "consented" && report("Clara").link == nil)
    #expect(try report("Clara").hasAnswered == false)
    let test = try message(clara)
    #expect(test.isHighAlarm && test.isTest && test.words == ["stop": "Stop messages"])
    #expect(try desk.answer(test.id, by: clara.channel) == "Clara has answered the test")
    #expect(try report("Clara").hasAnswered == true)
    _ = try desk.perform(CircleOrder(.drill))
    #expect(try message(clara).title.contains("Drill of the care circle"))
  }

  @Test func `stops by a message, and an old button does not bring the consent back`() throws {
    let clara = try desk.invite("Clara"), asks = try message(clara)
    _ = try desk.answer(asks.id, .agree, by: clara.channel)
    let test = try message(clara)
    #expect(try desk.answer(test.id, .stop, by: clara.channel) == "Clara wants no more messages")
    #expect(try report("Clara").word == "stopped")
    #expect(try desk.answer(asks.id, .agree, by: clara.channel)?.contains("used before") == true)
    #expect(try report("Clara").word == "stopped")
    #expect(try message(clara).title == "This invitation was used before")
    // A new invitation asks again, at another topic.
    let again = try desk.invite("Clara")
    #expect(again.topic != clara.topic)
    #expect(try desk.answer(asks.id, .agree, by: again.channel) == nil, "of the invitation before")
    #expect(try desk.answer(message(again).id, .agree, by: again.channel)?.contains("has agreed") == true)
  }

  @Test func `stops by any message of the circle that has the button`() throws {
    let clara = try desk.invite("Clara")
    _ = try desk.answer(message(clara).id, .agree, by: clara.channel)
    _ = try message(clara)
    _ = try desk.perform(CircleOrder(.drill))
    let drill = try message(clara)
    #expect(drill.words?["stop"] == "Stop messages")
    #expect(try desk.answer(drill.id, .stop, by: clara.channel) == "Clara wants no more messages")
    #expect(try report("Clara").word == "stopped")
  }

  @Test func `cannot agree after seven days, or a year`() throws {
    let clara = try desk.invite("Clara"), asks = try message(clara)
    scene.wait(7 * 86_400 + 1)
    #expect(try report("Clara").isOld == true)
    #expect(try desk.answer(asks.id, .agree, by: clara.channel)?.contains("too old") == true)
    scene.wait(365 * 86_400)
    #expect(try desk.answer(asks.id, .agree, by: clara.channel)?.contains("too old") == true)
    #expect(try report("Clara").word == "none")
  }

  @Test(arguments: ["", "two words", "a.b", String(repeating: "x", count: 25)]) func `has a name that can be one`(
    name: String
  ) {
    #expect(throws: LapwingError.self) { try desk.invite(name) }
  }

  @Test func `has a name of their own, and there are five at most`() throws {
    #expect(throws: LapwingError.self) { try desk.invite("Anna") }
    for name in ["Clara", "Dan", "Eve"] { _ = try desk.invite(name) }
    #expect(throws: LapwingError.self) { try desk.invite("Finn") }
    try desk.removeInvited("Dan")
    _ = try desk.invite("Finn")
    #expect(desk.shownPeople.map(\.name) == ["anna", "ben", "Clara", "Eve", "Finn"])
    #expect(throws: LapwingError.self) { try desk.removeInvited("anna") }
  }

  @Test func `comes before the one above them, if that one was added too`() throws {
    for name in ["Clara", "Dan"] { _ = try desk.invite(name) }
    for _ in 0..<2 {
      let people = desk.answer(CircleCall(number: 1, kind: .earlier, person: "Dan")).people
      #expect(people?.map(\.name) == ["anna", "ben", "Dan", "Clara"])
    }
    #expect(desk.look { circle, _ in circle.plan.people.map(\.name) } == ["anna", "ben", "Dan", "Clara"])
  }

  @Test func `pauses for some hours, and the page shows what was said and when`() throws {
    let clara = try desk.invite("Clara")
    _ = try desk.answer(message(clara).id, .agree, by: clara.channel)
    let paused = desk.answer(CircleCall(number: 1, kind: .pause, person: "Clara", seconds: 7200))
    #expect(paused.people?.last?.pausedForSeconds.map { 7190...7200 ~= $0 } == true)
    let without = desk.answer(CircleCall(number: 2, kind: .pause, person: "Clara"))
    #expect(without.outcome == .failed)
    let resumed = desk.answer(CircleCall(number: 3, kind: .resume, person: "Clara"))
    #expect(resumed.people?.last?.pausedForSeconds == nil)
    let said = resumed.log?.filter { $0.person == "Clara" }.map(\.kind) ?? []
    #expect(said.filter { $0 != "sent" } == ["consent", "pause", "resume"])
  }

  @Test func `is forgotten, and nobody gets a message, when the person who is watched ends the agreement`() throws {
    let clara = try desk.invite("Clara")
    _ = try desk.answer(message(clara).id, .agree, by: clara.channel)
    let people = desk.answer(CircleCall(number: 1, kind: .end)).people
    #expect(people?.map(\.word) == ["stopped", "stopped"] && people?.map(\.name) == ["anna", "ben"])
    #expect(!desk.look { circle, _ in circle.hasAnybody } && invitations.all.isEmpty)
  }

  @Test func `is kept over a restart, also without the queue`() throws {
    let clara = try desk.invite("Clara")
    _ = try desk.answer(message(clara).id, .agree, by: clara.channel)
    let again = Invitations(path: path, server: invitations.server, log: OutsideLog())
    #expect(again.all == invitations.all && again.all.first?.agreedAt != nil)
    let later = try scene.desk(invitations: again)
    #expect(later.shownPeople.first { $0.name == "Clara" }?.word == "consented")
  }

  @Test func `stays if another one has the name of a person of the file by now`() throws {
    let added = ["anna", "Dan"].map {
      Invitation(name: $0, topic: "t-\($0)", replyTopic: "r-\($0)", code: $0, at: scene.date)
    }
    try JSONEncoder().encode(added).write(to: URL(fileURLWithPath: path))
    let desk = try scene.desk(
      invitations: Invitations(path: path, server: invitations.server, log: OutsideLog()))
    #expect(desk.look { circle, _ in circle.plan.people.map(\.name) } == ["anna", "ben", "Dan"])
  }

  /// A circle of only those who were added at the page.
  private func desk(of invitations: Invitations) throws -> CircleDesk {
    try CircleDesk(
      CirclePlan([]), queue: scene.queue,
      plain: CircleDesk.PlainChannels(names: [], rule: AlarmNews.Rule(lowest: .medium), coolDown: .zero),
      people: CircleDesk.People(invitations: invitations)
    ) {}
  }

  @Test(arguments: [#"[{"name": "Cla"#, ""])
  func `is known by the last good copy of a damaged file`(text: String) throws {
    let clara = try desk.invite("Clara")
    _ = try desk.invite("Dan")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    for _ in 0..<2 {
      let again = Invitations(path: path, server: invitations.server, log: OutsideLog())
      #expect(again.all.map(\.name) == ["Clara", "Dan"] && again.all.first == clara, "and the file is whole again")
    }
    #expect(try String(contentsOfFile: path + ".damaged", encoding: .utf8) == text)
  }

  @Test func `does not come back by the copy after they were removed`() throws {
    for name in ["Clara", "Dan"] { _ = try desk.invite(name) }
    try desk.removeInvited("Clara")
    try Data().write(to: URL(fileURLWithPath: path))
    let again = Invitations(path: path, server: invitations.server, log: OutsideLog())
    #expect(again.all.map(\.name) == ["Dan"])
  }

  @Test func `is not forgotten in silence where file and copy are damaged and name all people`() throws {
    for end in ["", ".good"] { try Data("[{".utf8).write(to: URL(fileURLWithPath: path + end)) }
    let lost = try desk(of: Invitations(path: path, server: invitations.server, log: OutsideLog()))
    #expect(lost.report.fault == .noConsent, "the room says that messages reach no person")
    let first = try desk(of: Invitations(path: path + "-2", server: invitations.server, log: OutsideLog()))
    #expect(first.report.stage == .calm && first.report.fault == .noConsent, "as where no person was added so far")
  }

  @Test func `is refused where the file does not allow it`() throws {
    #expect(throws: LapwingError.self) { try scene.desk().invite("Clara") }
  }
}
