import Alarms
import Flight
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `Volatile organic compounds` {
  /// A sensor that measures every five minutes sends each value every ten seconds.
  private func play(
    _ values: [Double], profile: BoxProfile = .cabin, phase: Phase? = nil, phaseAt: Double = 0, latches: Bool = false
  ) -> MonitorScene {
    var scene = MonitorScene(profile: profile, latchesSound: latches)
    var isSet = phase == nil
    for (number, value) in values.enumerated() {
      for second in stride(from: 0.0, to: 300, by: 10) {
        let now = Double(number) * 300 + second
        if !isSet, let phase, now >= phaseAt {
          scene.happens(.phase(phase), at: now)
          isSet = true
        }
        scene.reads(
          .airthingsWavePlus, [.vocPartsPerBillion: value, .co2PartsPerMillion: 600], at: now, sensor: 0)
      }
    }
    return scene
  }

  private func priorities(_ scene: MonitorScene) -> [Priority] {
    scene.changes(of: .vocHigh).map(\.alarm.priority)
  }

  @Test(arguments: [BoxProfile.cabin, .bedside]) func `of a living room are a medium alarm`(profile: BoxProfile) {
    let scene = play([411, 420, 556, 600, 700, 900], profile: profile)
    #expect(!scene.onsets(of: .vocHigh).isEmpty)
    #expect(priorities(scene).allSatisfy { $0 == .medium })
  }

  @Test(arguments: [Phase.taxi, .takeOff, .climb, .cruise, .descent, .landing])
  func `are a high alarm from the same limit on in flight`(phase: Phase) {
    let scene = play([200, 320, 320], phase: phase)
    #expect(scene.onsets(of: .vocHigh).count == 1)
    #expect(priorities(scene) == [.high])
  }

  @Test func `rise to a high alarm when the flight begins, and in a cockpit always are`() {
    #expect(priorities(play([320, 320, 320], phase: .taxi, phaseAt: 400)).last == .high)
    #expect(priorities(play([320, 320], profile: .cockpit)).last == .high)
  }

  @Test func `stay a high alarm while their data are missing, and when they are back, though the flight is over`() {
    var scene = play([320, 320, 320], phase: .descent)
    scene.happens(.phase(.arrived), at: 900)
    let values = [Quantity.vocPartsPerBillion: 320.0, .co2PartsPerMillion: 600]
    scene.reads(.airthingsWavePlus, values, at: 901, sensor: 0)
    scene.waits(until: 2_000)
    #expect(scene.changes(of: .noData).map(\.alarm.priority) == [.high])
    scene.reads(.airthingsWavePlus, values, at: 2_000, sensor: 0)
    scene.waits(until: 2_010)
    let last = scene.changes(of: .vocHigh).last?.alarm
    #expect(last?.presence == .on && last?.priority == .high)
  }

  @Test func `do not become less urgent by beginning again while the sound of a high alarm is latched`() {
    let scene = play([100, 950, 100, 350, 350], profile: .bedside, latches: true)
    let last = scene.changes(of: .vocHigh).last?.alarm
    #expect(scene.onsets(of: .vocHigh).count == 2)
    #expect(last?.presence == .on && last?.priority == .high)
  }

  @Test func `that jump are a high alarm anywhere`() {
    #expect(priorities(play([100, 120, 950, 950], profile: .bedside)).contains(.high))
    #expect(priorities(play([400, 420, 1_300])).last == .high)
  }

  @Test func `that rise slowly, or fall and come back, are no jump`() {
    let slow = stride(from: 100.0, through: 2_100, by: 100).map { $0 }
    #expect(priorities(play(slow)).allSatisfy { $0 == .medium })
    #expect(priorities(play([900, 700, 900, 700, 900])).allSatisfy { $0 == .medium })
  }
}
