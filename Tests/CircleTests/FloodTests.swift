import Circle
import Testing

@Suite struct `An alarm that returns often` {
  /// Ten alarms of one condition that each were sent, twelve seconds apart; the first waited for the countdown.
  private func flood() throws -> CircleScene {
    var scene = try CircleScene([CirclePerson("anna", channels: ["push"])])
    scene.begin(1, at: 0)
    scene.give(.ended(1), at: 31)
    for number in 2...10 {
      scene.begin(UInt64(number), at: 20 + 12 * number)
      scene.give(.ended(UInt64(number)), at: 26 + 12 * number)
    }
    scene.wait(until: 200)
    return scene
  }

  @Test func `is told at once ten times a day, with each end`() throws {
    let scene = try flood()
    #expect(scene.messages.count { $0.id.kind == .alarm } == 10)
    #expect(scene.messages.count { $0.id.kind == .normal } == 10)
  }

  @Test func `is then held back until ten minutes after the last telling, and people are told so once`() throws {
    var scene = try flood()
    scene.begin(11, at: 200)
    #expect(scene.sent(from: 200) == ["200 anna.push.flood"])
    scene.wait(until: 800)
    #expect(scene.sent(from: 201) == ["740 anna.push.alarm"], "140 s and ten minutes")
    scene.give(.ended(11), at: 801)
    scene.begin(12, at: 810)
    scene.give(.ended(12), at: 820)
    #expect(scene.sent(from: 801) == ["801 cancel anna.push", "801 anna.push.normal"])
  }

  @Test func `does not hold back another condition, a call for help, or another subject`() throws {
    var scene = try flood()
    scene.begin(11, "no-pulse", at: 200)
    #expect(scene.sent(from: 200) == ["200 anna.push.alarm"])
    scene.give(.needHelp(subject: "Maria", person: "anna"), at: 201)
    #expect(scene.sent(from: 201) == ["201 cancel anna.push", "201 anna.push.alarm"])
    scene.begin(12, of: "Otto", at: 202)
    scene.wait(until: 233)
    #expect(scene.sent(from: 202) == ["232 anna.push.alarm"])
  }

  @Test func `is not named in messages while it is held back`() throws {
    var scene = try flood()
    scene.begin(11, "no-pulse", at: 200)
    scene.begin(12, at: 201)
    scene.give(.ended(12), at: 205)
    #expect(scene.messages.filter { $0.id.kind != .flood }.allSatisfy { !$0.alarms.contains(12) })
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
