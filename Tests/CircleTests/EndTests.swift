import Circle
import Testing

@Suite struct `Every end is told` {
  @Test func `to all who were alerted, by all channels by which they were, and what each has missed`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.wait(until: 41)
    try scene.report(.sent, "anna", "sms", at: 41)
    scene.give(.ended(1), at: 45)
    #expect(
      scene.sent(from: 45) == [
        "45 cancel anna.push", "45 cancel anna.sms", "45 cancel ben.push", "45 ben.push.missed", "45 anna.push.normal",
        "45 anna.sms.normal",
      ])
    #expect(scene.messages.first { $0.id.kind == .missed }?.alarms == [1])
  }

  @Test func `to the first person, if it comes within the countdown, and the next alarm within an hour has none`()
    throws
  {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.give(.ended(1), at: 29)
    scene.wait(until: 700)
    #expect(scene.lines == ["0 countdown until 30", "29 countdown normal", "29 anna.push.missed"])
    scene.begin(2, at: 700)
    #expect(scene.sent(from: 30) == ["700 anna.push.alarm"])
    scene.give(.ended(2), at: 705)
    scene.begin(3, at: 3629)
    scene.wait(until: 3660)
    #expect(scene.sent(from: 800) == ["3659 anna.push.alarm"], "an hour after the short one")
  }

  @Test func `to the first person of another subject too, whose countdown stays`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.give(.ended(1), at: 29)
    scene.begin(2, of: "Otto", at: 40)
    scene.wait(until: 71)
    #expect(scene.sent(from: 30) == ["70 anna.push.alarm"])
  }

  @Test func `also of one alarm of several, while the others go on`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.begin(2, "no-pulse", at: 5)
    scene.give(.ended(2), at: 35)
    #expect(scene.sent(from: 35) == ["35 anna.push.ended"])
    #expect(scene.messages.last?.alarms == [2])
    scene.wait(until: 40)
    #expect(scene.messages.last?.alarms == [1])
  }

  @Test func `also to a person who has paused, and not to one who has stopped`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.wait(until: 45)
    scene.give(.pause(person: "anna", .seconds(600)))
    scene.give(.stop(person: "ben", date: nil))
    scene.give(.ended(1), at: 46)
    #expect(
      scene.sent(from: 46) == [
        "46 cancel anna.push", "46 cancel anna.sms", "46 cancel chloe.mail", "46 anna.push.missed",
        "46 anna.sms.missed",
        "46 chloe.mail.missed",
      ])
  }

  @Test func `and a return is told at once to those who believe that all is well`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.give(.ended(1), at: 45)
    scene.begin(2, at: 60)
    #expect(scene.sent(from: 60) == ["60 anna.push.alarm", "60 ben.push.alarm"])
  }

  @Test func `an alarm that the box does not name after a silence has ended`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.give(.boxLost, at: 31)
    scene.give(.boxBack([CircleAlarm(2, .high, condition: "no-pulse", subject: "Maria")]), at: 33)
    #expect(scene.sent(from: 33).contains("33 anna.push.missed"))
    #expect(scene.messages.last?.alarms == [2])
  }

  @Test func `a number that has ended does not come back`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.give(.ended(1), at: 1)
    scene.begin(1, at: 2)
    scene.wait(until: 100)
    #expect(scene.lines == ["0 countdown until 30", "1 countdown normal", "1 anna.push.missed"])
  }
}
