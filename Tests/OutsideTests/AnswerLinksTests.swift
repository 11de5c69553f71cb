import Control
import GRDB
import Settings
import Status
import Testing

@testable import Outside

/// What the link of a message may do, and what an attacker may try with it.
@Suite("The link of a message of the care circle")
struct AnswerLinksTests {
  private let low = (id: "r-1", condition: "heart-rate-low", state: FollowedBox.Told.State.open)
  private let scene: CircleScene
  private let desk: CircleDesk
  /// What anna and ben were sent.
  private let anna: String
  private let ben: String

  /// Both were alerted to one alarm.
  init() throws {
    scene = try CircleScene(page: "https://box.example.org:8437")
    desk = try scene.willingDesk()
    try desk.receive(scene.box([low]), [])
    scene.wait(30)
    _ = try desk.turn()
    anna = try Self.link(of: scene.head("a"))
    try scene.send("a")
    scene.wait(10)
    _ = try desk.turn()
    ben = try Self.link(of: scene.head("b"))
    try scene.send("b")
  }

  private static func link(of queued: QueuedMessage?) throws -> String {
    try link(try #require(queued?.message))
  }

  private static func link(_ message: OutsideMessage) throws -> String {
    let link = try #require(message.link), start = "https://box.example.org:8437/answer?t="
    #expect(link.hasPrefix(start))
    return String(link.dropFirst(start.count))
  }

  private func press(_ link: String) -> CircleCallAnswer.Outcome {
    desk.answer(CircleCall(number: 1, kind: .haveIt, link: link)).outcome
  }

  private func look(_ link: String) -> CircleCallAnswer {
    desk.answer(CircleCall(number: 1, kind: .look, link: link))
  }

  @Test func `shows its message, however often it is opened, and changes nothing`() throws {
    for _ in 0..<5 {
      #expect(look(anna).outcome == .open)
      #expect(look(anna).title == "Heart Rate Alert! Heart rate low")
      #expect(look(anna).text?.contains("No one has answered") == true)
    }
    #expect(desk.report.stage == .accepted)
    #expect(try scene.send("a") == [] && scene.send("b") == [])
  }

  @Test func `counts as the answer of its person, once`() throws {
    #expect(press(ben) == .taken)
    #expect(desk.report.by == "ben" && desk.report.stage == .held)
    #expect(try scene.send("a") == ["ben has answered and looks after it"])
    #expect(press(ben) == .used && look(ben).outcome == .used)
    #expect(try scene.send("a") == [])
    #expect(press(anna) == .held && look(anna).by == "ben")
    // An answer that was refused is not used up.
    scene.wait(300)
    _ = try desk.turn()
    #expect(press(anna) == .taken)
  }

  @Test func `says more, once for each word, also when it is used up`() throws {
    func say(_ kind: CircleCall.Kind, _ link: String) -> CircleCallAnswer.Outcome {
      desk.answer(CircleCall(number: 1, kind: kind, link: link)).outcome
    }
    #expect(say(.onMyWay, ben) == .said)
    #expect(
      desk.report.stage == .held && desk.report.says == ShownCircle.Says(by: "ben", word: "on-my-way", seconds: 0))
    #expect(try scene.send("a") == ["ben has answered and looks after it", "ben: On my way"])
    #expect(press(ben) == .used)
    #expect(say(.there, ben) == .said && say(.there, ben) == .said)
    #expect(try scene.send("a") == ["ben: I'm there"])
    #expect(say(.callMe, anna) == .said)
    #expect(desk.report.by == "ben" && desk.report.says?.by == "anna")
    #expect(try scene.send("b") == ["anna: Call me"])
    #expect(say(.there, "c-0123456789abcdef0123.t3abc1.00112233445566778899aabbccddeeff") == .wrong)
  }

  @Test func `is used up over a restart, and so is its key kept`() throws {
    #expect(press(ben) == .taken)
    let later = try scene.desk()
    #expect(later.answer(CircleCall(number: 1, kind: .haveIt, link: ben)).outcome == .used)
    #expect(later.answer(CircleCall(number: 1, kind: .haveIt, link: anna)).outcome == .held)
  }

  @Test func `ends with its alarm, and is not that of the next one`() throws {
    try desk.receive(scene.box([]), [])
    #expect(press(anna) == .over && look(ben).outcome == .over)
    scene.wait(700)
    _ = try desk.turn()
    #expect(press(anna) == .over)
    try desk.receive(scene.box([("r-2", "heart-rate-low", .open)]), [])
    scene.wait(30)
    _ = try desk.turn()
    #expect(press(anna) == .over, "the incident of its message is closed")
    #expect(desk.report.stage == .trying)
  }

  @Test func `stays over where another alarm begins its incident again, which has links of its own`() throws {
    try desk.receive(scene.box([]), [])
    try scene.send("a")
    scene.wait(60)
    try desk.receive(scene.box([("r-2", "heart-rate-high", .open)]), [])
    _ = try desk.turn()
    let next = try Self.link(of: scene.head("a"))
    #expect(press(anna) == .over && look(anna).outcome == .over && press(ben) == .over)
    #expect(desk.report.stage == .trying)
    #expect(look(next).outcome == .open && press(next) == .taken)
  }

  @Test func `has its time`() {
    scene.wait(12 * 3600 - 11)
    #expect(look(anna).outcome == .open)
    scene.wait(2)
    #expect(press(anna) == .expired && look(anna).outcome == .expired)
  }

  @Test func `counts for nobody who has stopped`() throws {
    _ = try desk.perform(CircleOrder(.stop, person: "anna"))
    #expect(press(anna) == .wrong)
  }

  @Test func `is nothing with another code, another time or the message of somebody else`() throws {
    let parts = anna.split(separator: ".").map(String.init), other = ben.split(separator: ".").map(String.init)
    let flipped = parts[2].hasPrefix("0") ? "1" : "0"
    let forged = [
      "\(parts[0]).\(parts[1]).\(flipped)\(parts[2].dropFirst())", "\(parts[0]).\(parts[1]).\(other[2])",
      "\(other[0]).\(parts[1]).\(parts[2])", "\(other[0]).\(other[1]).\(parts[2])",
      "\(parts[0]).\(parts[1])z.\(parts[2])", "\(parts[0]).zzzzzzzz.\(parts[2])",
      "\(parts[0]).0\(parts[1]).\(parts[2])",
      "\(parts[0]).\(parts[1].uppercased()).\(parts[2])", "\(parts[0]).\(parts[1]).\(parts[2].uppercased())",
      "\(parts[0]).\(parts[1]).\(parts[2].dropLast())", "\(parts[0]).\(parts[1]).\(parts[2])0",
      "\(parts[0]).\(parts[1]).", "\(parts[0])..\(parts[2])", "\(parts[0]).-1.\(parts[2])", ".\(parts[1]).\(parts[2])",
      "r-1.\(parts[1]).\(parts[2])", "\(anna).", ".\(anna)", "\(anna).\(parts[2])", "", "..", "c-", "c-.1.",
      String(repeating: "c", count: 4000), "\(parts[0])' OR 1=1 --.\(parts[1]).\(parts[2])", "\(anna)\0",
    ]
    for link in forged where link != anna {
      #expect(press(link) == .wrong, "\(link)")
      #expect(look(link) == CircleCallAnswer(1, .wrong), "\(link)")
    }
    #expect(desk.report.stage == .accepted)
    #expect(press(anna) == .taken, "what was tried has not used it up")
  }

  @Test func `shows as much of a long message as one line to the box can hold`() throws {
    let answer = CircleCallAnswer(1, .open, title: look(anna).title, text: look(anna).text)
    #expect((answer.title ?? "").utf8.count <= 160 && (answer.text ?? "").utf8.count <= 410)
  }

  @Test func `is not one of another box`() throws {
    let other = try CircleScene(page: "https://box.example.org:8437"), desk = try other.willingDesk()
    try desk.receive(other.box([low]), [])
    other.wait(30)
    _ = try desk.turn()
    let foreign = try Self.link(of: other.head("a"))
    #expect(press(foreign) == .wrong)
  }

  @Test func `is not there without an address of the page`() throws {
    let scene = try CircleScene(), desk = try scene.willingDesk()
    try desk.receive(scene.box([low]), [])
    scene.wait(30)
    _ = try desk.turn()
    #expect(try scene.head("a")?.message.link == nil)
    #expect(desk.answer(CircleCall(number: 1, kind: .look, link: anna)).outcome == .wrong)
  }

  @Test func `answers a drill too, and stands whole in a text message`() throws {
    try desk.receive(scene.box([]), [])
    scene.wait(61)
    _ = try desk.perform(CircleOrder(.drill))
    try scene.send("a")
    let id = try #require(try drillID())
    let drill = try #require(try scene.queue.message(id))
    let link = try Self.link(drill)
    #expect(look(link).outcome == .open && press(link) == .taken && press(link) == .used)
    _ = try desk.turn()
    let log = try CircleLog(scene.queue, most: 100).log
    #expect(log.filter { $0.kind == "drillAnswered" }.map(\.person) == ["anna"])
    let text = ShortMessage.text(of: drill)
    #expect(text.count <= 306 && text.hasSuffix("I have it: https://box.example.org:8437/answer?t=\(link)"))
    #expect(MailText.html(of: drill).contains("href=\"https://box.example.org:8437/answer?t=\(link)\""))
  }

  private func drillID() throws -> String? {
    try scene.queue.read { db in
      try String.fetchOne(db, sql: "SELECT id FROM message WHERE channel = 'a' AND content LIKE '%Drill%'")
    }
  }

  @Test(arguments: [
    ("https://box.example.org", true), ("https://192.168.1.5:8437", true), ("http://127.0.0.1:8437", true),
    ("https://box.example.org/", true), ("http://box.example.org", false), ("http://192.168.1.5", false),
    ("https://box.example.org/path", false), ("https://box.example.org/?x=1", false), ("box.example.org", false),
    ("https://user@box.example.org", false), ("https://box.example.org:0", false), ("", false),
  ])
  func `leads to a page with TLS, or at this machine`(address: String, isGood: Bool) {
    #expect((PageAddress.read(address) != nil) == isGood)
  }
}
