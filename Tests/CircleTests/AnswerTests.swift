import Circle
import Testing

@Suite struct `What people answer` {
  private func told() throws -> CircleScene {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.wait(until: 45)
    return scene
  }

  @Test func `have it stops the others, and says who has it`() throws {
    var scene = try told()
    scene.give(.haveIt(person: "ben", incident: 1), at: 46)
    scene.wait(until: 345)
    #expect(
      scene.sent(from: 46) == [
        "46 cancel anna.push", "46 cancel anna.sms", "46 cancel ben.push", "46 anna.push.taken", "46 anna.sms.taken",
      ])
    #expect(scene.messages.last?.by == "ben")
  }

  @Test func `the one who has it is asked after five minutes, and without an answer the others follow`() throws {
    var scene = try told()
    scene.give(.haveIt(person: "ben", incident: nil), at: 46)
    scene.wait(until: 366)
    #expect(
      scene.sent(from: 300) == [
        "346 ben.push.alarm", "356 anna.push.alarm", "366 chloe.mail.alarm", "366 anna.sms.alarm",
      ]
    )
    #expect(scene.messages.first { $0.id.round == 2 }?.isAgain == true)
  }

  @Test func `the second answer counts for the hold, and a press that is repeated is no second answer`() throws {
    var scene = try told()
    scene.give(.haveIt(person: "ben", incident: nil), at: 46)
    scene.give(.haveIt(person: "ben", incident: nil), at: 48)
    scene.give(.haveIt(person: "ben", incident: nil), at: 350)
    scene.wait(until: 2149)
    #expect(
      scene.sent(from: 300) == [
        "348 ben.push.alarm", "350 cancel ben.push", "350 anna.push.taken", "350 anna.sms.taken",
      ])
    scene.wait(until: 2150)
    #expect(scene.sent(from: 400) == ["2150 ben.push.alarm"])
  }

  @Test func `an alarm that is worse by a step goes to the one who has it, and to others by the clock`() throws {
    var scene = try told()
    scene.give(.worse(1), at: 46)
    #expect(scene.sent(from: 46) == [])
    scene.give(.haveIt(person: "ben", incident: 1), at: 47)
    scene.give(.worse(1), at: 100)
    scene.wait(until: 110)
    #expect(scene.sent(from: 60) == ["100 ben.push.alarm", "110 anna.push.alarm"])
  }

  @Test func `a new high alarm goes to the one who has it, and to others by the clock`() throws {
    var scene = try told()
    scene.give(.haveIt(person: "ben", incident: 1), at: 46)
    scene.begin(2, "no-pulse", at: 100)
    #expect(scene.sent(from: 100) == ["100 ben.push.alarm"])
    #expect(scene.messages.last?.alarms == [1, 2])
    scene.wait(until: 115)
    #expect(scene.sent(from: 101) == ["110 anna.push.alarm"])
  }

  @Test func `have it in the countdown tells nobody`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.give(.haveIt(person: "chloe", incident: nil), at: 12)
    scene.wait(until: 311)
    #expect(scene.lines == ["0 countdown until 30", "12 countdown taken"])
  }

  @Test func `okay while the alarm is on goes to those who were alerted, and counts for two minutes`() throws {
    var scene = try told()
    scene.give(.okay(subject: "Maria", person: nil), at: 46)
    #expect(
      scene.sent(from: 46) == [
        "46 cancel anna.push", "46 cancel anna.sms", "46 cancel ben.push", "46 anna.push.okay", "46 anna.sms.okay",
        "46 ben.push.okay",
      ])
    scene.wait(until: 210)
    #expect(
      scene.lines.suffix(5) == [
        "166 countdown until 196", "196 countdown told", "196 anna.push.alarm", "206 ben.push.alarm",
        "206 anna.sms.alarm",
      ])
  }

  @Test func `okay in the countdown goes to the first person, who also gets the end`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.give(.okay(subject: nil, person: nil), at: 10)
    scene.give(.okay(subject: nil, person: nil), at: 20)
    scene.give(.ended(1), at: 100)
    #expect(
      scene.lines == ["0 countdown until 30", "10 anna.push.okay", "10 countdown okay", "100 anna.push.normal"])
    #expect(scene.circle.incidents.isEmpty)
  }

  @Test func `okay does not count forever, however often it is said`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    for second in stride(from: 10, to: 125, by: 5) { scene.give(.okay(subject: nil, person: nil), at: second) }
    scene.wait(until: 170)
    #expect(scene.sent(from: 11) == ["160 anna.push.alarm", "170 ben.push.alarm", "170 anna.sms.alarm"])
    #expect(Set(scene.messages.map(\.id)).count == scene.messages.count)
  }

  @Test(arguments: ["no-pulse", "spo2-low-high", "spo2-low-medium"])
  func `okay counts only at the second time, where a person may not know how they are`(condition: String) throws {
    var scene = try CircleScene()
    scene.begin(1, condition, at: 0)
    scene.give(.okay(subject: nil, person: nil), at: 5)
    #expect(scene.circle.incidents.first?.asksAgain == true)
    scene.give(.okay(subject: nil, person: nil), at: 6)
    #expect(scene.sent() == [], "the same press")
    #expect(scene.entries.filter { $0.kind == .okayAsked }.count == 2)
    scene.give(.okay(subject: nil, person: nil), at: 8)
    #expect(scene.sent() == ["8 anna.push.okay"])
    #expect(scene.circle.incidents.first?.asksAgain == false)
  }

  @Test func `okay half a minute later is a first one again`() throws {
    var scene = try CircleScene()
    scene.begin(1, "no-pulse", at: 0)
    scene.give(.okay(subject: nil, person: nil), at: 1)
    scene.give(.okay(subject: nil, person: nil), at: 32)
    scene.wait(until: 33)
    #expect(scene.sent() == ["30 anna.push.alarm"])
  }

  @Test func `need help waits three seconds, and then for nothing`() throws {
    var scene = try CircleScene()
    scene.give(.needHelp(subject: "Maria", person: nil), at: 10)
    scene.give(.needHelp(subject: "Maria", person: nil), at: 12)
    scene.give(.okay(subject: nil, person: nil), at: 12)
    scene.wait(until: 20)
    #expect(scene.lines.isEmpty, "okay took it back")
    scene.give(.needHelp(subject: "Maria", person: nil), at: 30)
    scene.give(.needHelp(subject: "Maria", person: nil), at: 32)
    scene.wait(until: 34)
    #expect(scene.sent() == ["33 anna.push.alarm", "33 ben.push.alarm", "33 chloe.mail.alarm"])
    #expect(scene.messages.first?.conditions == ["help"])
  }

  @Test func `a call for help by one who has it asks all the others`() throws {
    var scene = try CircleScene()
    scene.give(.needHelp(subject: "Maria", person: "ben"), at: 10)
    scene.give(.haveIt(person: "ben", incident: nil), at: 20)
    scene.give(.needHelp(subject: "Maria", person: "ben"), at: 25)
    #expect(
      scene.sent(from: 25) == ["25 anna.push.alarm", "25 ben.push.alarm", "25 chloe.mail.alarm"])
  }

  @Test func `a word of somebody unknown, or who has stopped, is only logged`() throws {
    var scene = try told()
    scene.give(.stop(person: "chloe", date: nil), at: 46)
    let before = scene.lines.count
    scene.give(.haveIt(person: "chloe", incident: nil))
    scene.give(.haveIt(person: "mallory", incident: nil))
    scene.give(.okay(subject: nil, person: "mallory"))
    scene.give(.needHelp(subject: "Maria", person: "chloe"))
    #expect(scene.lines.count == before)
    #expect(scene.entries.suffix(4).allSatisfy { $0.kind == .ignored })
  }
}
