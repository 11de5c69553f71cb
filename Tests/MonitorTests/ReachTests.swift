import Alarms
import Monitor
import Readings
import Testing

@Suite struct `Messages that may reach no person` {
  /// The times at which `nobody-told` begins or ends, with its priority.
  private func steps(_ scene: MonitorScene) -> [String] {
    scene.done.compactMap { at, action in
      guard case .alarm(let alarm) = action, alarm.condition == .nobodyTold else { return nil }
      return "\(Int(at)) \(alarm.presence.name) \(alarm.priority.name)"
    }
  }

  @Test func `are a low alarm while no high one stands, which ends with its cause`() {
    var scene = MonitorScene()
    scene.happens(.reach(.doubtful), at: 10)
    scene.happens(.reach(.good), at: 50)
    #expect(steps(scene) == ["10 on low", "50 off low"])
  }

  @Test func `are a medium alarm while people are alerted in vain`() {
    var scene = MonitorScene()
    scene.happens(.reach(.none), at: 10)
    scene.happens(.reach(.good), at: 50)
    #expect(steps(scene) == ["10 on medium", "50 off medium"])
  }

  @Test func `are a medium alarm while a high one stands, and quiet again after it`() {
    var scene = MonitorScene()
    scene.happens(.reach(.doubtful), at: 10)
    scene.happens(.fault(.sounderFailed), at: 100)
    scene.waits(until: 120)
    scene.happens(.cleared(.sounderFailed), at: 200)
    scene.waits(until: 220)
    #expect(steps(scene).last?.contains("ack") == true)
    #expect(steps(scene).contains { $0.hasSuffix("on medium") })
    #expect(steps(scene).last?.hasSuffix("ack low") == true)
  }

  @Test func `sound once a day`() {
    var scene = MonitorScene()
    scene.happens(.reach(.doubtful), at: 10)
    scene.happens(.reach(.good), at: 100)
    scene.happens(.reach(.doubtful), at: 200)
    #expect(steps(scene).last?.contains("ack") == true)
    scene.waits(until: 86_500)
    let sounds = scene.done.filter { if case .sound(let signal?) = $1 { signal.priority == .low } else { false } }
    #expect(sounds.map { Int($0.0) } == [10, 86_410])
  }

  @Test func `are acknowledged for a day`() {
    var scene = MonitorScene()
    scene.happens(.reach(.doubtful), at: 10)
    scene.happens(.acknowledge(.nobodyTold), at: 20)
    scene.waits(until: 80_000)
    #expect(steps(scene).last?.contains("ack") == true)
  }
}
