import Circle
import Testing

@Suite struct `An alarm that returns often` {
  /// Ten alarms of one condition, twelve seconds apart, of which the first was sent to both.
  private func flood() throws -> CircleScene {
    var scene = try CircleScene([CirclePerson("anna", channels: ["push"]), CirclePerson("ben", channels: ["push"])])
    scene.begin(1, at: 0)
    scene.give(.ended(1), at: 41)
    for number in 2...10 {
      scene.begin(UInt64(number), at: 30 + 12 * number)
      scene.give(.ended(UInt64(number)), at: 36 + 12 * number)
    }
    scene.wait(until: 200)
    return scene
  }

  @Test func `goes at once to all who were alerted, ten times a day, with each end`() throws {
    let scene = try flood()
    #expect(scene.messages.count { $0.id.kind == .alarm } == 20)
    #expect(scene.messages.count { $0.id.kind == .missed } == 20)
  }

  @Test func `is then sent to the first person at once, and to the others by the clock`() throws {
    var scene = try flood()
    scene.begin(11, at: 200)
    scene.wait(until: 210)
    #expect(scene.sent(from: 200) == ["200 anna.push.alarm", "210 ben.push.alarm"])
    scene.give(.ended(11), at: 211)
    scene.begin(12, at: 805)
    #expect(scene.sent(from: 805) == ["805 anna.push.alarm", "805 ben.push.alarm"], "it is new again")
  }

  @Test func `does not delay another condition, a call for help, or another subject`() throws {
    var scene = try flood()
    scene.begin(11, "no-pulse", at: 200)
    #expect(scene.sent(from: 200) == ["200 anna.push.alarm", "200 ben.push.alarm"])
    scene.give(.needHelp(subject: "Maria", person: "anna"), at: 201)
    #expect(
      scene.sent(from: 201) == [
        "201 cancel anna.push", "201 anna.push.alarm", "201 cancel ben.push", "201 ben.push.alarm",
      ])
    scene.begin(12, of: "Otto", at: 202)
    scene.wait(until: 233)
    #expect(scene.sent(from: 202) == ["232 anna.push.alarm"])
  }

  @Test func `keeps the state small`() throws {
    var scene = try CircleScene()
    for number in 1...600 {
      scene.begin(UInt64(number), "condition-\(number)", of: "subject-\(number % 40)", at: number)
      if number % 3 == 0 { scene.give(.ended(UInt64(number - 1))) }
    }
    let size = try JSONState.write(scene.circle.state).count
    #expect(size < 60_000)
  }
}
