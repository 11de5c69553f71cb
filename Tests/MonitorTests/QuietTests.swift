import Alarms
import Monitor
import Readings
import TestSupport
import Testing

/// How often alarms of low and medium priority sound (docs/alarms.md, "How often it sounds").
@Suite struct `A quiet box` {
  private func scene(low: SoundWay = .repeat, medium: SoundWay = .repeat) -> MonitorScene {
    MonitorScene(
      settings: MonitorSettings(
        latchesSound: false, sounds: SoundWays(low: low, medium: medium), gradesAir: true))
  }

  /// When the sounder begins to play a signal, and for how long.
  private func sounds(_ scene: MonitorScene, until end: Double) -> [(at: Double, priority: Priority, seconds: Double)] {
    var found: [(at: Double, priority: Priority, seconds: Double)] = []
    for (at, action) in scene.done {
      guard case .sound(let signal) = action else { continue }
      if let last = found.last, last.seconds < 0 { found[found.count - 1].seconds = at - last.at }
      if let signal { found.append((at, signal.priority, -1)) }
    }
    if let last = found.last, last.seconds < 0 { found[found.count - 1].seconds = end - last.at }
    return found
  }

  @Test func `never sounds for a low value, whose lamp is lit`() {
    var scene = scene(low: .never)
    scene.co2(900, during: 0..<1_000)
    #expect(scene.onsets(of: .co2Low).count == 1)
    #expect(sounds(scene, until: 1_000).isEmpty)
    #expect(scene.pattern(of: .yellow, at: 900) == .lowPriority)
  }

  @Test func `sounds one burst for a low value at each onset`() {
    var scene = scene(low: .once)
    scene.co2(900, during: 0..<1_000)
    scene.co2(600, during: 1_000..<1_400)
    scene.co2(900, during: 1_400..<2_000)
    let found = sounds(scene, until: 2_000)
    #expect(scene.onsets(of: .co2Low).count == 2)
    #expect(found.map(\.at) == scene.onsets(of: .co2Low))
    #expect(found.allSatisfy { $0.priority == .low && $0.seconds < 1.5 })
  }

  @Test func `sounds for a medium value at its onset and then every five minutes`() {
    var scene = scene(low: .never, medium: .every(.seconds(300)))
    scene.co2(1_600, during: 0..<1_000)
    let found = sounds(scene, until: 1_000)
    let onset = scene.onsets(of: .co2Medium).first ?? -1
    #expect(found.map { ($0.at - onset).rounded() } == [0, 300, 600, 900])
    #expect(found.allSatisfy { $0.priority == .medium && $0.seconds < 1.5 })
    #expect(scene.pattern(of: .yellow, at: 900) == .mediumPriority)
  }

  @Test func `lets every onset of a medium value sound, whatever the interval`() {
    var scene = scene(medium: .never)
    scene.co2(700, during: 0..<300)
    scene.co2(1_600, during: 300..<500)
    scene.co2(700, during: 500..<900)
    scene.co2(1_600, during: 900..<1_100)
    let mediums = sounds(scene, until: 1_100).filter { $0.priority == .medium }
    #expect(mediums.map(\.at) == scene.onsets(of: .co2Medium))
  }

  /// Missing data repeat with the same signal. Their last burst was over when the value came back.
  @Test(arguments: [1, 4, 9, 14])
  func `sounds for a medium value that comes back between two bursts of its missing data`(_ second: Int) throws {
    var scene = scene(low: .never, medium: .every(.seconds(300)))
    scene.co2(1_600, during: 0..<300)
    scene.waits(until: 700)
    let lost = try #require(scene.onsets(of: .noData).first)
    let back = Int(lost) + 30 + second
    scene.co2(1_600, during: back..<back + 120)
    let onset = try #require(scene.onsets(of: .co2Medium).last)
    #expect(onset >= Double(back))
    let after = sounds(scene, until: onset + 100).filter { $0.priority == .medium && $0.at + $0.seconds > onset + 0.5 }
    #expect(after.count == 1)
    // What repeats every 15 s is played once more, or begins with the alarm.
    #expect(after.allSatisfy { $0.at + $0.seconds - onset < 17 })
  }

  @Test func `repeats a high alarm whatever is set, and tells a medium one when it is over`() {
    var scene = scene(low: .never, medium: .once)
    scene.co2(2_600, during: 0..<400)
    let high = sounds(scene, until: 400).filter { $0.priority == .high }
    #expect(high.first?.seconds ?? 0 > 300)
    // The burst of the medium alarm, which began behind the high one, sounds once that is over.
    scene.co2(1_700, during: 400..<700)
    let later = sounds(scene, until: 700).filter { $0.priority == .medium && $0.at > 100 }
    #expect(later.count == 1 && later.first?.seconds ?? 9 < 2)
  }

  @Test func `sounds once for a fault of the box of low priority, and repeats a medium one`() {
    var scene = scene(low: .never, medium: .every(.seconds(300)))
    scene.happens(.fault(.clockUnset), at: 0)
    scene.waits(until: 600)
    #expect(sounds(scene, until: 600).map(\.priority) == [.low])
    var other = self.scene(low: .never, medium: .every(.seconds(300)))
    other.co2(500, during: 0..<60)
    other.waits(until: 600)
    #expect(sounds(other, until: 600).contains { $0.priority == .medium && $0.seconds > 100 })
  }

  @Test func `is silenced between two bursts as if it sounded`() {
    var scene = scene(medium: .every(.seconds(300)))
    scene.co2(1_600, during: 0..<200)
    scene.happens(.silence, at: 200)
    #expect(scene.changes(of: .co2Medium).last?.alarm.presence == .ack)
    // It sounds again when the acknowledgement is over.
    scene.co2(1_600, during: 201..<1_200)
    let mediums = sounds(scene, until: 1_200).filter { $0.priority == .medium }
    #expect(mediums.count == 2 && abs((mediums.last?.at ?? 0) - 1_100) < 2)
  }

  @Test func `sounds as it always did where nothing is set`() {
    var scene = scene()
    scene.co2(900, during: 0..<600)
    #expect(sounds(scene, until: 600).first?.seconds ?? 0 > 400)
  }
}
