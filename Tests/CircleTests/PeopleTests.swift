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
    #expect(scene.sent() == ["100 chloe.mail.alarm"], "who consents while an alarm is on is told")
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
    scene.wait(until: 61)
    #expect(scene.sent() == ["30 ben.push.alarm", "60 anna.push.alarm"], "a minute at least")
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
    #expect(scene.circle.incidents.first?.stage == .telling)
    #expect(scene.circle.incidents.first?.told == ["anna", "ben"])
    #expect(scene.circle.incidents.first?.conditions == ["heart-rate-low"])
    scene.give(.ended(1))
    #expect(scene.circle.incidents.first?.stage == .well)
    #expect(scene.circle.incidents.first?.told == [])
    scene.wait(until: 700)
    #expect(scene.circle.incidents.isEmpty)
  }
}
