import Circle
import Readings
import Testing

/// Rule 24.
@Suite struct `What people say besides` {
  private func told() throws -> CircleScene {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.wait(until: 45)
    return scene
  }

  @Test func `on my way has it, and everyone else who was alerted is informed of both`() throws {
    var scene = try told()
    scene.give(.says(.onMyWay, person: "ben", incident: 1), at: 46)
    scene.wait(until: 345)
    #expect(
      scene.sent(from: 46) == [
        "46 cancel anna.push", "46 cancel anna.sms", "46 cancel ben.push", "46 anna.push.taken", "46 anna.sms.taken",
        "46 anna.push.says", "46 anna.sms.says",
      ])
    #expect(scene.messages.last?.by == "ben" && scene.messages.last?.word == .onMyWay)
    let shown = scene.circle.incidents.first?.latestWord
    #expect(shown?.person == "ben" && shown?.word == .onMyWay && shown?.at == Instant(nanoseconds: 46_000_000_000))
  }

  @Test func `call me informs everyone else, and the round goes on`() throws {
    var scene = try told(), other = scene
    scene.give(.says(.callMe, person: "ben", incident: 1), at: 46)
    scene.wait(until: 200)
    other.wait(until: 200)
    #expect(scene.sent(from: 46) == ["46 anna.push.says", "46 anna.sms.says"] + other.sent(from: 46))
  }

  @Test func `each word of a person counts once in a round`() throws {
    var scene = try told()
    for second in [46, 47, 48] { scene.give(.says(.callMe, person: "ben", incident: 1), at: second) }
    scene.give(.says(.there, person: "ben", incident: 1), at: 49)
    scene.give(.says(.callMe, person: "anna", incident: 1), at: 50)
    let said = scene.messages.filter { $0.id.kind == .says }
    #expect(said.map(\.word) == [.callMe, .callMe, .there, .there, .callMe])
    #expect(Set(said.map(\.id)).count == said.count, "the queue sends no id twice")
    // The one who has it is asked again, in another round.
    scene.wait(until: 350)
    scene.give(.says(.callMe, person: "ben", incident: 1), at: 351)
    #expect(scene.messages.filter { $0.id.kind == .says && $0.id.round == 2 }.map(\.word) == [.callMe, .callMe])
  }

  @Test func `nothing is said of an incident in its countdown, one that is over, or by a person without consent`()
    throws
  {
    var scene = try CircleScene()
    scene.begin(1, at: 0)
    scene.give(.says(.callMe, person: "ben", incident: 1), at: 5)
    scene.wait(until: 45)
    scene.give(.stop(person: "chloe", date: nil))
    scene.give(.says(.there, person: "chloe", incident: 1))
    scene.give(.says(.there, person: "ben", incident: 7))
    scene.give(.ended(1), at: 60)
    scene.give(.says(.there, person: "ben", incident: 1))
    #expect(!scene.messages.contains { $0.id.kind == .says || $0.id.kind == .taken })
  }

  @Test func `a word is kept over a restart`() throws {
    var scene = try told()
    scene.give(.says(.callMe, person: "ben", incident: 1), at: 46)
    try scene.restart(JSONState.save)
    let before = scene.messages.count
    scene.give(.says(.callMe, person: "ben", incident: 1), at: 47)
    #expect(scene.messages.count == before)
  }
}
