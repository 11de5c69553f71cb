import Circle
import Testing

@Suite struct `People are told in order, by the clock` {
  @Test func `a countdown, then one person after the other while no phone confirms`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.wait(until: 100)
    #expect(
      scene.lines == [
        "0 countdown until 30", "30 countdown told", "30 anna.push.alarm", "40 ben.push.alarm", "40 anna.sms.alarm",
        "50 chloe.mail.alarm",
      ])
  }

  @Test func `a phone that confirms gives its owner forty seconds, and spares the second channel`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    try scene.report(.confirmed, "anna", "push", at: 35)
    scene.wait(until: 69)
    #expect(scene.sent() == ["30 anna.push.alarm", "50 cancel anna.push", "50 anna.push.alarm"])
    scene.wait(until: 75)
    #expect(scene.sent(from: 70) == ["70 ben.push.alarm"])
  }

  @Test func `a provider that accepts it gives its owner as long, and does not spare the second channel`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    try scene.report(.sent, "anna", "push", at: 31)
    scene.wait(until: 75)
    #expect(
      scene.sent() == [
        "30 anna.push.alarm", "40 anna.sms.alarm", "50 cancel anna.push", "50 anna.push.alarm", "70 ben.push.alarm",
      ])
  }

  @Test func `the last person is alerted again after 20, 40 and 60 s, each time by a message of its own`() throws {
    var scene = try CircleScene([CirclePerson("anna", channels: ["push"])])
    scene.begin(1, at: 0)
    for second in [31, 51, 71, 91] { try scene.report(.sent, "anna", "push", at: second) }
    scene.wait(until: 329)
    #expect(scene.messages.map { $0.id.description } == ["", ".1", ".2", ".3"].map { "i1.1.anna.push.alarm\($0)" })
    #expect(
      scene.sent().filter { !$0.contains("cancel") }
        == ["30 anna.push.alarm", "50 anna.push.alarm", "70 anna.push.alarm", "90 anna.push.alarm"])
  }

  @Test func `what no provider has accepted is not sent again, since it waits still`() throws {
    var scene = try CircleScene([CirclePerson("anna", channels: ["push"])])
    scene.begin(1, at: 0)
    scene.wait(until: 329)
    #expect(scene.sent() == ["30 anna.push.alarm"])
  }

  @Test func `a report about a message that was replaced changes nothing`() throws {
    var scene = try CircleScene([CirclePerson("anna", channels: ["push"]), CirclePerson("ben", channels: ["push"])])
    scene.begin(1, at: 0)
    try scene.report(.sent, "anna", "push", at: 31)
    scene.wait(until: 51)
    let first = try #require(scene.messages.first)
    scene.give(.report(first.id, .failed), at: 52)
    scene.wait(until: 69)
    #expect(scene.sent(from: 52) == [])
  }

  @Test(arguments: [CircleReport.failed, .expired])
  func `a channel that fails is followed at once by the next channel, and then by the next person`(report: CircleReport)
    throws
  {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    try scene.report(report, "anna", "push", at: 32)
    try scene.report(report, "anna", "sms", at: 34)
    #expect(scene.sent() == ["30 anna.push.alarm", "32 anna.sms.alarm", "34 ben.push.alarm"])
  }

  @Test func `the fifth is alerted within 90 s when four providers accept nothing`() throws {
    let people = ["a", "b", "c", "d", "e"].map { CirclePerson($0, channels: ["push"]) }
    var scene = try CircleScene(people)
    scene.begin(1, at: 0)
    scene.wait(until: 90)
    #expect(scene.sent().last == "70 e.push.alarm")
  }

  @Test func `all are alerted again every five minutes, and after an hour by all channels at once`() throws {
    var scene = try CircleScene([CirclePerson("anna", channels: ["push", "sms"])])
    scene.begin(1, at: 0)
    scene.wait(until: 4000)
    let times = { (channel: String) in
      scene.sent().filter { $0.hasSuffix("anna.\(channel).alarm") }.compactMap { Int($0.prefix { $0 != " " }) }
    }
    #expect(times("push") == (0...13).map { 30 + 300 * $0 })
    #expect(times("sms") == (0..<12).map { 40 + 300 * $0 } + [3630, 3930])
    #expect(Set(scene.messages.map(\.id)).count == scene.messages.count)
  }

  @Test(arguments: ["a new alarm", "help"]) func `after hours without an answer news are told as often as at first`(
    news: String
  ) throws {
    var scene = try CircleScene([CirclePerson("anna", channels: ["push"])])
    scene.begin(1, at: 0)
    scene.wait(until: 8000)
    if news == "help" {
      scene.give(.needHelp(subject: "Maria", person: nil), at: 8000)
    } else {
      scene.begin(2, at: 8000)
    }
    scene.wait(until: 9000)
    let times = scene.sent(from: 8000).filter { !$0.contains("cancel") }.compactMap { Int($0.prefix { $0 != " " }) }
    #expect(times.map { $0 - (times.first ?? 0) } == [0, 300, 600, 900])
  }

  @Test func `a lost box has no countdown`() throws {
    var scene = try CircleScene()
    scene.give(.boxLost, at: 5)
    #expect(scene.sent() == ["5 anna.push.alarm"])
    #expect(scene.messages.first?.conditions == ["box-lost"])
    scene.give(.boxBack([]), at: 8)
    #expect(scene.sent(from: 8) == ["8 cancel anna.push", "8 anna.push.missed"])
  }

  @Test func `a countdown that is silenced stands once, for half a minute`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.give(.silenced(1), at: 10)
    scene.give(.silenced(1), at: 45)
    scene.wait(until: 61)
    #expect(
      scene.lines.prefix(5) == [
        "0 countdown until 30", "10 countdown silenced", "40 countdown until 60", "60 countdown told",
        "60 anna.push.alarm",
      ])
  }

  @Test func `an alarm that comes and goes has one countdown`() throws {
    var scene = try CircleScene([CirclePerson("anna", channels: ["push"])])
    for second in stride(from: 0, to: 60, by: 20) {
      scene.begin(UInt64(second), at: second)
      scene.give(.ended(UInt64(second)), at: second + 12)
    }
    #expect(
      scene.sent() == [
        "12 anna.push.missed", "20 anna.push.alarm", "32 cancel anna.push", "32 anna.push.missed",
        "40 anna.push.alarm", "52 cancel anna.push", "52 anna.push.missed",
      ])
  }
}
