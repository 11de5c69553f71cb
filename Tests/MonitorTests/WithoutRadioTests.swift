import Alarms
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `A box without a radio` {
  private func refusals(_ scene: MonitorScene) -> [ConditionID] {
    scene.done.compactMap { if case .refusal(let condition) = $0.action { condition } else { nil } }
  }

  @Test(arguments: BoxProfile.allCases)
  func `is silenced as any other`(profile: BoxProfile) {
    for order in [Event.silence, .pause, .acknowledge(.adapterGone)] {
      var scene = MonitorScene(profile: profile)
      scene.happens(.fault(.adapterGone), at: 0)
      scene.happens(order, at: 10)
      #expect(scene.sound(at: 11) == nil)
      #expect(scene.changes(of: .adapterGone).last?.alarm.activation == .paused)
      scene.waits(until: 131)
      #expect(scene.sound(at: 131)?.priority == .high, "it comes back")
      #expect(refusals(scene).isEmpty)
    }
  }
}
