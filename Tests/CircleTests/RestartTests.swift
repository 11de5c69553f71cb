import Circle
import CircleWorld
import Foundation
import Readings
import Testing

@Suite struct `A restart` {
  @Test(arguments: [1, 29, 31, 39, 45, 60, 95]) func `at any moment loses nothing and tells nobody twice`(second: Int)
    throws
  {
    var whole = try CircleScene(), cut = try CircleScene()
    for isCut in [false, true] {
      var scene = try CircleScene()
      scene.begin(1, at: 0)
      scene.wait(until: second)
      if isCut { try scene.restart(JSONState.save) }
      scene.give(.haveIt(person: "ben", incident: nil), at: 100)
      scene.give(.ended(1), at: 200)
      scene.wait(until: 900)
      if isCut { cut = scene } else { whole = scene }
    }
    #expect(whole.lines == cut.lines)
    #expect(Set(cut.messages.map(\.id)).count == cut.messages.count)
  }

  @Test func `does not play back all that fell due while it was off`() throws {
    var scene = try CircleScene([CirclePerson("anna", channels: ["push"])])
    scene.begin(1, at: 0)
    scene.wait(until: 31)
    var outputs: [CircleOutput] = []
    var circle = CareCircle(resuming: try JSONState.save(scene.circle.state), plan: scene.circle.plan, into: &outputs)
    circle.handle(.tick, at: Instant(nanoseconds: 5_000_000_000_000), into: &outputs)
    let sent = outputs.filter { if case .send = $0 { true } else { false } }
    #expect(sent.count == 1)
    circle.handle(.tick, at: Instant(nanoseconds: 5_020_000_000_000), into: &outputs)
    #expect(circle.nextDue == Instant(nanoseconds: 5_080_000_000_000), "it is saved every minute")
  }

  @Test func `with a new plan keeps the words of the people who are in it still`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.wait(until: 45)
    let plan = try CirclePlan([CirclePerson("chloe", channels: ["mail"]), CirclePerson("anna", channels: ["sms"])])
    try scene.restart(JSONState.save, plan: plan)
    #expect(
      scene.sent(from: 45) == ["45 cancel anna.push", "45 cancel ben.push", "45 cancel anna.sms", "45 anna.sms.alarm"])
    #expect(scene.circle.state.members.allSatisfy { $0.hasConsented })
    scene.wait(until: 56)
    #expect(scene.sent(from: 46) == ["55 chloe.mail.alarm"])
  }

  @Test func `from a damaged state gives an error or goes on, and never a trap`() throws {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.begin(2, "no-pulse", of: "Otto", at: 20)
    scene.give(.haveIt(person: "anna", incident: 1), at: 45)
    scene.give(.drill)
    let text = String(decoding: try JSONState.write(scene.circle.state), as: UTF8.self)
    var random = SeededRandom(seed: 1)
    for _ in 0..<2000 {
      var bytes = Array(text.utf8)
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        bytes[place] = [48, 57, 45, 44, 91, 93].randomElement(using: &random) ?? 48
      }
      guard let state = try? JSONDecoder().decode(CircleState.self, from: Data(bytes)) else { continue }
      var outputs: [CircleOutput] = []
      var circle = CareCircle(resuming: state, plan: scene.circle.plan, into: &outputs)
      circle.handle(.date(offset: .max), at: circle.state.now.advanced(by: .seconds(1000)), into: &outputs)
      circle.handle(.okay(subject: nil, person: nil), at: circle.nextDue, into: &outputs)
    }
  }

  @Test func `goes on with the circle's own time`() {
    let saved = Instant(nanoseconds: 100), run = Instant(nanoseconds: 5)
    let clock = CircleClock(resuming: saved, off: .nanoseconds(20), at: run)
    #expect(clock.time(Instant(nanoseconds: 6)) == Instant(nanoseconds: 121))
    #expect(clock.run(Instant(nanoseconds: 121)) == Instant(nanoseconds: 6))
    #expect(clock.run(.never) == .never)
  }
}
