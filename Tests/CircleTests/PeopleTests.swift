import Circle
import Readings
import Testing

@Suite struct `Who may be told` {
  @Test func `nobody without consent`() throws {
    var scene = try CircleScene(consent: false)
    scene.begin(1, at: 0)
    scene.wait(until: 100)
    #expect(scene.sent().isEmpty)
    #expect(scene.entries.contains { $0.kind == .nobodyReady })
    scene.give(.consent(person: "chloe", date: 1_790_000_000))
    #expect(scene.sent() == ["100 chloe.mail.alarm"], "who consents while an alarm is on gets a message")
    #expect(scene.circle.state.members.last?.wordDate == 1_790_000_000)
  }

  @Test func `nobody who has stopped, and what was under way is taken back`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.give(.stop(person: "anna", date: nil), at: 31)
    #expect(scene.sent(from: 31) == ["31 cancel anna.push", "31 ben.push.alarm"])
  }

  @Test func `nobody whose stop comes with what is due`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.wait(until: 29)
    scene.stopLate("anna", at: 30)
    #expect(scene.sent() == ["30 ben.push.alarm"])
  }

  @Test func `if the one who has it stops, all the others are asked`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.give(.haveIt(person: "anna", incident: nil), at: 35)
    scene.give(.stop(person: "anna", date: nil), at: 40)
    #expect(scene.sent(from: 40) == ["40 ben.push.alarm", "40 chloe.mail.alarm"])
  }

  @Test func `nobody who is paused, unless all are`() throws {
    var scene = try CircleScene()
    scene.give(.pause(person: "anna", .seconds(600)))
    scene.begin(1, at: 0)
    scene.wait(until: 31)
    #expect(scene.sent() == ["30 ben.push.alarm"])
    scene.give(.ended(1))
    scene.give(.pause(person: "ben", .seconds(600)))
    scene.give(.pause(person: "chloe", .seconds(600)))
    scene.begin(2, of: "Otto", at: 100)
    scene.wait(until: 131)
    #expect(scene.sent(from: 100) == ["130 anna.push.alarm"])
  }

  @Test func `a pause ends by itself`() throws {
    var scene = try CircleScene([CirclePerson("anna", channels: ["push"]), CirclePerson("ben", channels: ["push"])])
    scene.give(.pause(person: "anna", .seconds(1)))
    scene.begin(1, at: 0)
    try scene.report(.sent, "ben", "push", at: 31)
    scene.wait(until: 61)
    #expect(scene.circle.state.members.first?.pausedUntil == nil, "a minute at least")
    scene.wait(until: 70)
    #expect(scene.sent(from: 51) == ["70 anna.push.alarm"])
  }

  @Test func `somebody who is paused too, where no provider accepts a message to another one`() throws {
    var scene = try CircleScene([CirclePerson("anna", channels: ["push"]), CirclePerson("ben", channels: ["push"])])
    scene.give(.pause(person: "anna", .seconds(7200)))
    scene.begin(1, at: 0)
    scene.wait(until: 41)
    #expect(scene.sent() == ["30 ben.push.alarm", "40 anna.push.alarm"])
  }

  @Test func `somebody who is paused too, after a round in which nobody answered`() throws {
    var scene = try CircleScene([CirclePerson("anna", channels: ["push"]), CirclePerson("ben", channels: ["push"])])
    scene.give(.pause(person: "anna", .seconds(7200)))
    scene.begin(1, at: 0)
    try scene.report(.sent, "ben", "push", at: 31)
    scene.wait(until: 329)
    #expect(!scene.sent().contains { $0.contains("anna") })
    scene.wait(until: 330)
    #expect(scene.sent(from: 330).contains("330 anna.push.alarm"))
  }
}

@Suite struct `What is shown of an incident` {
  @Test func `is its stage, who was told, and whether there is anybody to tell`() throws {
    var scene = try CircleScene(consent: false)
    #expect(!scene.circle.hasAnybody)
    for person in ["anna", "ben", "chloe"] { scene.give(.consent(person: person, date: nil)) }
    #expect(scene.circle.hasAnybody)
    scene.begin(1, at: 0)
    let until = scene.circle.state.now.advanced(by: .seconds(30))
    #expect(scene.circle.incidents.first?.stage == .countdown(until: until))
    scene.wait(until: 41)
    #expect(scene.circle.incidents.first?.stage == .trying("ben"))
    #expect(scene.circle.incidents.first?.told == ["anna", "ben"])
    #expect(scene.circle.incidents.first?.conditions == ["heart-rate-low"])
    scene.give(.ended(1))
    #expect(scene.circle.incidents.first?.stage == .well)
    #expect(scene.circle.incidents.first?.told == [])
    scene.wait(until: 700)
    #expect(scene.circle.incidents.isEmpty)
  }

  @Test func `is that nobody can be reached, 20 s after a round began of which no provider has accepted a message`()
    throws
  {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.wait(until: 49)
    #expect(scene.circle.incidents.first?.stage == .trying("ben"))
    scene.wait(until: 50)
    #expect(scene.circle.incidents.first?.stage == .unreached)
    try scene.report(.sent, "ben", "push", at: 55)
    #expect(scene.circle.incidents.first?.stage == .accepted("ben"))
    scene.give(.haveIt(person: "anna", incident: nil), at: 60)
    #expect(
      scene.circle.incidents.first?.stage
        == .held(by: "anna", until: scene.circle.state.now.advanced(by: .seconds(300))))
  }

  @Test func `is at once that nobody can be reached, where nobody has consented`() throws {
    var scene = try CircleScene(consent: false)
    scene.begin(1, at: 0)
    scene.wait(until: 30)
    #expect(scene.circle.incidents.first?.stage == .unreached)
  }

  @Test func `is asked for a person who answers within thirty days`() throws {
    var scene = try CircleScene()
    scene.wait(until: 30 * 86_400 - 1)
    #expect(scene.circle.isAnswered)
    scene.wait(until: 30 * 86_400)
    #expect(!scene.circle.isAnswered)
    scene.give(.drill)
    scene.give(.haveIt(person: "ben", incident: nil))
    #expect(scene.circle.isAnswered)
  }
}
