import Alarms
import Monitor
import TestSupport
import Testing

@Suite struct `A condition that cannot be paused` {
  private func refusals(_ scene: MonitorScene) -> [ConditionID] {
    scene.done.compactMap { if case .refusal(let condition) = $0.action { condition } else { nil } }
  }

  @Test func `sounds on beside a bed, whatever is pressed, and says so`() {
    var scene = MonitorScene(profile: .bedside)
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.silence, at: 10)
    scene.happens(.pause, at: 12)
    scene.happens(.acknowledge(.adapterGone), at: 14)
    scene.waits(until: 20)
    #expect(scene.changes(of: .adapterGone).map(\.alarm.presence) == [.on])
    #expect(scene.sound(at: 20)?.priority == .high)
    #expect(refusals(scene) == [.adapterGone, .adapterGone, .adapterGone])
  }

  @Test func `is paused in an aircraft`() {
    for profile in [BoxProfile.cabin, .cockpit] {
      var scene = MonitorScene(profile: profile)
      scene.happens(.fault(.adapterGone), at: 0)
      scene.happens(.silence, at: 10)
      #expect(scene.changes(of: .adapterGone).last?.alarm.activation == .paused)
      #expect(refusals(scene).isEmpty)
    }
  }

  @Test func `leaves the others to be paused`() {
    var scene = MonitorScene(profile: .bedside)
    scene.happens(.fault(.sounderFailed), at: 0)
    scene.happens(.fault(.adapterGone), at: 1)
    scene.happens(.silence, at: 10)
    #expect(scene.changes(of: .sounderFailed).last?.alarm.activation == .paused)
    #expect(scene.changes(of: .adapterGone).last?.alarm.activation == .on)
  }

  @Test func `goes on growing, whatever is pressed`() {
    var scene = MonitorScene(profile: .bedside)
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.silence, at: 40)
    scene.waits(until: 75)
    let levels = scene.done.compactMap { at, action -> String? in
      if case .loudness(let level) = action { "\(Int(at)) \(level.name)" } else { nil }
    }
    #expect(levels == ["30 louder", "60 loudest"])
  }

  @Test func `is one that the box itself suffers, with a way out in its advice`() {
    let unpausable = ConditionTable.standard.all.filter { !$0.unpausableIn.isEmpty }
    #expect(unpausable.map(\.id) == [.adapterGone])
    #expect(unpausable.allSatisfy { $0.isTechnical && $0.refusal.contains("cannot be paused: Plug") })
  }
}
