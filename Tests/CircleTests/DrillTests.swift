import Circle
import Testing

@Suite struct `Drills and weekly summaries` {
  @Test func `a drill goes to all by all channels, and says who did not answer`() throws {
    var scene = try CircleScene()
    scene.give(.drill, at: 10)
    #expect(scene.lines == ["10 anna.push.drill", "10 anna.sms.drill", "10 ben.push.drill", "10 chloe.mail.drill"])
    let first = try #require(scene.messages.first)
    scene.give(.report(first.id, .confirmed), at: 12)
    scene.give(.haveIt(person: "chloe", incident: nil), at: 40)
    scene.wait(until: 310)
    #expect(scene.entries.filter { $0.kind == .drillMissed }.map(\.person) == ["ben"])
  }

  @Test func `a drill is refused while an alarm is on, and soon after another`() throws {
    var scene = try CircleScene()
    scene.give(.drill, at: 10)
    scene.give(.drill, at: 69)
    scene.begin(1, at: 75)
    scene.give(.drill, at: 80)
    #expect(scene.messages.count == 4)
    #expect(scene.entries.count { $0.kind == .drillRefused } == 2)
  }

  @Test func `the summary goes on Sunday at six, to those who want it, once`() throws {
    let people = [CirclePerson("anna", channels: ["push"], weekly: true), CirclePerson("ben", channels: ["push"])]
    var scene = try CircleScene(people)
    // 20 September 2026 is a Sunday; 17:59:00.
    scene.give(.date(offset: 1_789_927_140))
    scene.wait(until: 59)
    #expect(scene.lines.isEmpty)
    scene.wait(until: 60)
    #expect(scene.lines == ["60 anna.push.summary"])
    // An hour back, at the end of summer, and to the next week.
    scene.give(.date(offset: 1_789_927_140 - 3600), at: 100)
    scene.wait(until: 5000)
    #expect(scene.lines.count == 1)
    scene.wait(until: 60 + 3600 + 7 * 86_400)
    #expect(scene.lines.count == 2)
  }

  @Test func `a date that was wrong by years stops no summary for years`() throws {
    var scene = try CircleScene([CirclePerson("anna", channels: ["push"], weekly: true)])
    scene.give(.date(offset: 1_889_927_140), at: 0)
    scene.wait(until: 8 * 86_400)
    scene.give(.date(offset: 1_789_927_140))
    scene.wait(until: 16 * 86_400)
    #expect(scene.messages.count { $0.id.kind == .summary } >= 2)
    #expect(Set(scene.messages.map(\.id)).count == scene.messages.count)
  }
}
