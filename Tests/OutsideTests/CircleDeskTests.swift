import Alarms
import Circle
import Foundation
import GRDB
import Readings
import Synchronization
import System
import TestSupport
import Testing
import Web
import Words

@testable import Outside

@Suite("The care circle at the queue")
struct CircleDeskTests {
  private let low = (id: "r-1", condition: "heart-rate-low", state: FollowedBox.Told.State.open)

  @Test func `tells the first person after the countdown, and the second when the first has no way left`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    try desk.receive(scene.box([low]), [])
    _ = try desk.turn()
    #expect(try scene.head("a") == nil)
    scene.wait(30)
    _ = try desk.turn()
    let first = try #require(try scene.head("a"))
    #expect(first.message.title == "Heart Rate Alert! Heart rate low")
    #expect(first.message.priority == .high)
    #expect(first.message.button == "I have it")
    #expect(first.message.body.contains("112"))
    #expect(try scene.head("b") == nil)
    try scene.queue.markFailed(first.position, .permanent("gone"), next: 0, at: 0)
    _ = try desk.turn()
    #expect(try scene.head("b")?.message.title == "Heart Rate Alert! Heart rate low")
  }

  @Test func `tells the others who has it, once, and all who were told that it is over`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    try desk.receive(scene.box([low]), [])
    scene.wait(30)
    _ = try desk.turn()
    try scene.send("a")
    scene.wait(10)
    _ = try desk.turn()
    let second = try #require(try scene.head("b"))
    try scene.send("b")
    #expect(try desk.answer(second.message.id, by: "b") == "ben has it (\(second.message.id))")
    #expect(try desk.answer(second.message.id, by: "b") == "\(second.message.id) was answered before")
    #expect(try desk.answer("r-1", by: "b") == nil)
    #expect(try scene.send("a") == ["ben has answered and looks after it"])
    #expect(try scene.send("b") == [])
    try desk.receive(scene.box([]), [])
    #expect(try scene.send("a") == ["Back to normal"])
    #expect(try scene.send("b") == ["Back to normal"])
  }

  @Test func `says afterwards what nobody could be told of, with its value and times`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    let facts = OutsideMessage.Facts(
      condition: "heart-rate-low", presence: "on", isTechnical: false, value: 35, limit: 45, unit: "bpm")
    let began = AlarmMessage(
      id: "r-1", alarmID: "r-1", kind: .began, priority: .high, isTest: false,
      term: .began(AlarmValue("heart-rate-low", value: 35, limit: 45), .high, advice: nil), facts: facts, at: scene.date
    )
    try desk.receive(scene.box([low]), [began])
    scene.wait(30)
    _ = try desk.turn()
    scene.wait(20)
    try desk.receive(scene.box([]), [])
    let message = try #require(try scene.head("a")?.message)
    #expect(message.title == "Was on and is over: Heart rate low")
    #expect(message.body.contains("Heart rate is too low: 35 BPM (minimum: 45 BPM), from "))
    #expect(message.priority == .medium)
    #expect(try scene.send("a").count == 1 && scene.send("b").count == 1)
  }

  @Test func `says that an alarm is still on when somebody is okay`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    try desk.receive(scene.box([low]), [])
    let said = try desk.perform(CircleOrder(.okay)).text
    #expect(said?.contains("counts for 120 s") == true)
    let message = try #require(try scene.head("a")?.message)
    #expect(message.title == "“I'm okay” was said, still on: Heart rate low")
    #expect(message.body.contains("the alarm is still on"))
  }

  @Test func `goes on after a restart at any point, and sends nothing twice`() throws {
    let scene = try CircleScene()
    _ = try scene.willingDesk()
    try scene.desk().receive(scene.box([low]), [])
    scene.wait(20)
    _ = try scene.desk().turn()
    #expect(try scene.send("a") == [])
    // The time off counts by the date.
    scene.wait(10)
    _ = try scene.desk().turn()
    #expect(try scene.send("a") == ["Heart Rate Alert! Heart rate low"])
    for _ in 0..<3 { _ = try scene.desk().turn() }
    #expect(try scene.send("a") == [])
    _ = try scene.desk().turn()
    try scene.desk().receive(scene.box([]), [])
    try scene.desk().receive(scene.box([]), [])
    #expect(try scene.send("a") == ["Back to normal"])
  }

  @Test func `sends the summary once a week, to whom wants it`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    var titles: [String] = []
    for _ in 0..<(8 * 24) {
      scene.wait(3600)
      _ = try desk.turn()
      titles += try scene.send("a")
    }
    #expect(titles == ["Weekly summary"])
    #expect(try scene.send("b") == [])
  }

  @Test func `saves its time with each step, though nothing happens in it`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    try desk.receive(scene.box([low]), [])
    scene.wait(20)
    try desk.receive(scene.box([low]), [])
    let next = try scene.desk()
    scene.wait(10)
    _ = try next.turn()
    #expect(try scene.send("a") == ["Heart Rate Alert! Heart rate low"])
  }

  @Test func `leaves channels of nobody as they are, with their own lowest priority`() throws {
    let scene = try CircleScene(plain: ["hook"]), desk = try scene.willingDesk()
    let messages = [
      OutsideScene.news("m1", priority: .low, condition: "co2-low"), OutsideScene.news("m2", priority: .high),
    ]
    try desk.receive(scene.box([low]), messages)
    #expect(try scene.send("hook") == ["CO2 high: high alarm"])
    #expect(try scene.send("a") == [])
  }

  @Test func `notes consent with its date, and tells nobody before`() throws {
    let scene = try CircleScene(), desk = try scene.desk()
    try desk.receive(scene.box([low]), [])
    scene.wait(31)
    _ = try desk.turn()
    #expect(try scene.head("a") == nil)
    let before = scene.date / 1000
    _ = try desk.perform(CircleOrder(.consent, person: "anna"))
    let date = try #require(desk.look { circle, _ in circle.state.members.first?.wordDate })
    #expect(date == before)
    #expect(try scene.send("a") == ["Heart Rate Alert! Heart rate low"])
    #expect(CircleStatus(desk).text.contains("anna: has consented since 2026-"))
    _ = try desk.perform(CircleOrder(.stop, person: "anna"))
    #expect(CircleStatus(desk).people.first?.word == "stopped")
  }

  @Test func `refuses an order that changes nothing, and says why`() throws {
    let scene = try CircleScene(), desk = try scene.desk()
    #expect(throws: LapwingError.self) { try desk.perform(CircleOrder(.consent, person: "eve")) }
    #expect(throws: LapwingError.self) { try desk.perform(CircleOrder(.haveIt, person: "anna")) }
    #expect(throws: LapwingError.self) { try desk.perform(CircleOrder(.pause, person: "anna", seconds: 5)) }
  }

  @Test func `calls for help after three seconds, and takes it back before`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    _ = try desk.perform(CircleOrder(.help, subject: "room"))
    scene.wait(2)
    #expect(try desk.perform(CircleOrder(.okay)).text == "the call for help is taken back")
    scene.wait(2)
    _ = try desk.turn()
    #expect(try scene.head("a") == nil)
    _ = try desk.perform(CircleOrder(.help, subject: "room"))
    scene.wait(3)
    _ = try desk.turn()
    #expect(try scene.send("a") == ["URGENT: help is called for"])
    #expect(try scene.send("b") == ["URGENT: help is called for"])
    #expect(try desk.perform(CircleOrder(.okay)).text == "all is well; who was alerted gets a message of it")
    #expect(try scene.send("b") == ["All is well"])
  }

  @Test func `tells that the box is lost with the reason, and that it is back`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    try desk.lose("the box gave no answer")
    try desk.lose("again")
    let message = try #require(try scene.head("a")?.message)
    #expect(message.title == "No contact with the box")
    #expect(message.body.contains("the box gave no answer"))
    try scene.send("a")
    _ = try desk.turn()
    try desk.hear([])
    #expect(try scene.send("a") == ["Back to normal"])
  }

  @Test func `sends a drill by all channels and knows who answers`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    _ = try desk.perform(CircleOrder(.drill))
    let message = try #require(try scene.head("b")?.message)
    #expect(message.isTest)
    #expect(message.title == "TEST: Drill of the care circle")
    #expect(try scene.send("a").count == 1)
    try scene.send("b")
    #expect(try desk.answer(message.id, by: "b") != nil)
    scene.wait(300)
    _ = try desk.turn()
    let log = try CircleLog(scene.queue, most: 100).log
    #expect(log.filter { $0.kind == "drillAnswered" }.map(\.person) == ["ben"])
    #expect(log.filter { $0.kind == "drillMissed" }.map(\.person) == ["anna"])
    #expect(WeeklySummary(Wording()).lines(log).contains("Did not answer a drill: anna."))
  }

  @Test func `takes back what a service repeats when somebody at the box says that all is well`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    try desk.receive(scene.box([low]), [])
    scene.wait(30)
    _ = try desk.turn()
    let message = try #require(try scene.head("a"))
    try scene.queue.markSent(message.position, receipt: "r1", at: scene.date)
    _ = try desk.perform(CircleOrder(.okay))
    #expect(try scene.queue.recalledReceipts(of: "a").map(\.receipt) == ["r1"])
    try scene.queue.markWithdrawn(message.message.id, of: "a")
    #expect(try scene.queue.recalledReceipts(of: "a").isEmpty)
  }

  @Test func `keeps what people have said when its queue is lost`() throws {
    let folder = try TemporaryFolder(), words = StoredFile(path: folder.file("queue.people"))
    let first = try CircleScene()
    let desk = try first.desk(words: words)
    for name in ["anna", "ben"] { _ = try desk.perform(CircleOrder(.consent, person: name)) }
    _ = try desk.perform(CircleOrder(.stop, person: "ben"))
    let status = try #require(try CircleScene().desk(words: words).perform(CircleOrder(.status)).circle)
    #expect(status.people.map(\.word) == ["consented", "stopped"])
    #expect(status.people.map(\.since) == (try desk.perform(CircleOrder(.status))).circle?.people.map(\.since))
  }

  @Test func `takes an answer as soon as the disk does`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    try desk.receive(scene.box([low]), [])
    scene.wait(30)
    _ = try desk.turn()
    let message = try #require(try scene.head("a")?.message)
    try scene.send("a")
    let said = Mutex<[String]>([])
    let answers = CircleAnswers(desk, channel: "a") { line in
      said.withLock { $0.append(line) }
    } others: { _ in
    }
    try scene.queue.write {
      try $0.execute(
        sql: "CREATE TRIGGER full BEFORE UPDATE ON message BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END")
    }
    answers.receive(answerTo: message.id)
    answers.tryAgain()
    try scene.queue.write { try $0.execute(sql: "DROP TRIGGER full") }
    answers.tryAgain()
    answers.tryAgain()
    let lines = said.withLock { $0 }
    #expect(lines.count == 2)
    #expect(lines.last == "anna has it (\(message.id))")
  }
}
