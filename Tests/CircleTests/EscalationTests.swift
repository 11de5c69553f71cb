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

  @Test func `a phone that confirms gives its owner a minute, and spares the second channel`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    try scene.report(.confirmed, "anna", "push", at: 35)
    scene.wait(until: 89)
    #expect(scene.sent() == ["30 anna.push.alarm"])
    scene.wait(until: 95)
    #expect(scene.sent(from: 90) == ["90 ben.push.alarm"])
  }

  @Test func `that a provider took it changes nothing`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    try scene.report(.sent, "anna", "push", at: 31)
    scene.wait(until: 45)
    #expect(scene.sent() == ["30 anna.push.alarm", "40 ben.push.alarm", "40 anna.sms.alarm"])
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

  @Test func `the fifth knows within 90 s when four phones are dead`() throws {
    let people = ["a", "b", "c", "d", "e"].map { CirclePerson($0, channels: ["push"]) }
    var scene = try CircleScene(people)
    scene.begin(1, at: 0)
    scene.wait(until: 90)
    #expect(scene.sent().last == "70 e.push.alarm")
  }

  @Test func `all are told again after five minutes, and once an hour after twelve rounds`() throws {
    var scene = try CircleScene([CirclePerson("anna", channels: ["push"])])
    scene.begin(1, at: 0)
    scene.wait(until: 20_000)
    let rounds = scene.messages.map { Int($0.id.round) }
    #expect(rounds == Array(1...16))
    let times = scene.sent().filter { !$0.contains("cancel") }.compactMap { Int($0.prefix { $0 != " " }) }
    #expect(times == (0..<12).map { 30 + 300 * $0 } + (1...4).map { 30 + 300 * 11 + 3600 * $0 })
    #expect(scene.messages.dropFirst().allSatisfy { $0.isAgain })
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
    #expect(scene.sent(from: 8) == ["8 cancel anna.push", "8 anna.push.normal"])
  }

  @Test func `a countdown that is silenced stands once, for two minutes`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.give(.silenced(1), at: 10)
    scene.give(.silenced(1), at: 100)
    scene.wait(until: 160)
    #expect(
      scene.lines.prefix(5) == [
        "0 countdown until 30", "10 countdown silenced", "130 countdown until 150", "150 countdown told",
        "150 anna.push.alarm",
      ])
  }

  @Test func `an alarm that comes and goes uses up one countdown`() throws {
    var scene = try CircleScene()
    for second in stride(from: 0, to: 60, by: 20) {
      scene.begin(UInt64(second), at: second)
      scene.give(.ended(UInt64(second)), at: second + 12)
    }
    #expect(scene.sent() == ["46 anna.push.alarm", "52 cancel anna.push", "52 anna.push.normal"])
  }
}
