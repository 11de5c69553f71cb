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
    scene.wait(until: 1800)
    #expect(
      scene.sent(from: 46) == [
        "46 cancel anna.push", "46 cancel anna.sms", "46 cancel ben.push", "46 anna.push.taken", "46 anna.sms.taken",
      ])
    #expect(scene.messages.last?.by == "ben")
  }

  @Test func `all are asked again if the alarm is on when the hold is over`() throws {
    var scene = try told()
    scene.give(.haveIt(person: "ben", incident: nil), at: 46)
    scene.wait(until: 1846)
    #expect(scene.sent(from: 1800) == ["1846 anna.push.alarm", "1846 ben.push.alarm", "1846 chloe.mail.alarm"])
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
    scene.wait(until: 600)
    #expect(scene.lines == ["0 countdown until 30", "12 countdown taken"])
  }

  @Test func `okay tells those who were told, and counts as long as a hold`() throws {
    var scene = try told()
    scene.give(.okay(subject: "Maria", person: nil), at: 46)
    #expect(
      scene.sent(from: 46) == [
        "46 cancel anna.push", "46 cancel anna.sms", "46 cancel ben.push", "46 anna.push.okay", "46 anna.sms.okay",
        "46 ben.push.okay",
      ])
    scene.wait(until: 1890)
    #expect(
      scene.lines.suffix(5) == [
        "1846 countdown until 1876", "1876 countdown told", "1876 anna.push.alarm", "1886 ben.push.alarm",
        "1886 anna.sms.alarm",
      ])
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
