import Alarms
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `A burst that began` {
  private let length = SoundSignal(priority: .medium, family: .technical).rhythm.length.inSeconds

  /// The changes of the sound, s.
  private func changes(_ scene: MonitorScene) -> [Double] {
    scene.done.compactMap { at, action in if case .sound = action { at } else { nil } }
  }

  @Test func `is played to its end though its alarm is over`() {
    var scene = MonitorScene()
    scene.happens(.fault(.frozen), at: 0)
    scene.happens(.cleared(.frozen), at: 0.1)
    scene.waits(until: 10)
    #expect(scene.changes(of: .frozen).map(\.at) == [0, 0.1], "it is signalled at once")
    #expect(changes(scene).count == 2)
    #expect(changes(scene).last.map { (length...length + 0.1).contains($0) } == true)
  }

  @Test func `is played to its end before an alarm of the same priority`() {
    var scene = MonitorScene()
    scene.happens(.test(.co2Medium), at: 0)
    scene.happens(.test(.heartRateHigh), at: 0.1)
    #expect(changes(scene) == [0, 0.1], "one of a higher priority does not wait")
    scene = MonitorScene()
    scene.happens(.fault(.frozen), at: 0)
    scene.happens(.test(.co2Medium), at: 0.1)
    scene.waits(until: 5)
    #expect(changes(scene).count == 2)
    #expect(changes(scene).last.map { $0 >= length } == true)
    #expect(scene.sound(at: 4)?.family == .air)
  }

  @Test func `is cut by a hand that silences it`() {
    for hand in [Event.silence, .acknowledge(.frozen), .pause] {
      var scene = MonitorScene()
      scene.happens(.fault(.frozen), at: 0)
      scene.happens(hand, at: 0.1)
      #expect(changes(scene) == [0, 0.1])
    }
  }

  @Test func `of an alarm that is over takes a press for itself: what waits behind it is not answered`() {
    var scene = MonitorScene()
    scene.happens(.fault(.frozen), at: 0)
    scene.happens(.fault(.sounderFailed), at: 5)
    scene.happens(.cleared(.sounderFailed), at: 5.1)
    scene.happens(.silence, at: 5.3)
    scene.waits(until: 20)
    #expect(scene.changes(of: .sounderFailed).first?.alarm.priority == .high)
    #expect(scene.changes(of: .frozen).allSatisfy { $0.alarm.presence == .on && $0.alarm.activation == .on })
    scene.happens(.silence, at: 20)
    #expect(scene.changes(of: .frozen).last?.alarm.presence == .ack)
  }

  @Test func `goes on where its alarm is back before it ends`() {
    var scene = MonitorScene()
    scene.happens(.fault(.frozen), at: 0)
    scene.happens(.cleared(.frozen), at: 0.1)
    scene.happens(.fault(.frozen), at: 0.2)
    scene.waits(until: 10)
    #expect(changes(scene) == [0])
  }

  @Test func `is all that an alarm between two bursts leaves`() {
    var scene = MonitorScene()
    scene.happens(.fault(.frozen), at: 0)
    scene.happens(.cleared(.frozen), at: 5)
    #expect(changes(scene) == [0, 5], "nothing plays then")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `is never a sliver, whatever begins and ends`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var scene = MonitorScene()
    let faults: [ConditionID] = [.frozen, .diskFull, .adapterGone, .sounderFailed, .clockUnset]
    var time = 0.0
    for _ in 0..<200 {
      let longest = Bool.random(using: &random) ? 0.5 : 6
      time += Double.random(in: 0...longest, using: &random)
      let fault = faults.randomElement(using: &random) ?? .frozen
      scene.happens(Bool.random(using: &random) ? .fault(fault) : .cleared(fault), at: time)
    }
    scene.waits(until: time + 60)
    var last: (at: Double, signal: SoundSignal)?
    for (at, action) in scene.done {
      guard case .sound(let signal) = action else { continue }
      if let last, (signal?.priority ?? .low) <= last.signal.priority {
        #expect(at - last.at >= last.signal.rhythm.length.inSeconds - 0.001, "at \(at) s")
      }
      last = signal.map { (at, $0) }
    }
  }
}
