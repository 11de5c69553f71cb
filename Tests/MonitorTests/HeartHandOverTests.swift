import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// An alarm on a heart whose data become worth less, or nothing.
@Suite struct `An alarm on a heart` {
  private func alarmed(_ conditions: ConditionTable = .standard) -> MonitorScene {
    var scene = MonitorScene(conditions: conditions)
    scene.beats(150, during: 0..<20)
    return scene
  }

  @Test func `hands over at once, as high as it is, to the loss of its data`() {
    var scene = alarmed()
    scene.waits(until: 300)
    #expect(scene.ends(of: .heartRateHigh) == [24])
    #expect(scene.changes(of: .noData).map(\.at) == [24])
    #expect(scene.changes(of: .noData).map(\.alarm.priority) == [.high])
    #expect(scene.sound(at: 299) == SoundSignal(priority: .high, family: .heart))
  }

  @Test func `hands over at once to a contact that is lost, which alone never ends it`() {
    var scene = alarmed()
    scene.strap(.notDetected, 72, during: 20..<3_600)
    #expect(scene.ends(of: .heartRateHigh) == [20])
    #expect((20..<3_600).allSatisfy { scene.present(at: Double($0))[.noContact] == .high })
    #expect(scene.sound(at: 3_599) == SoundSignal(priority: .high, family: .heart))
  }

  @Test func `sounds on where its contact is lost and somebody has acknowledged a lost contact before it`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<40)
    scene.strap(.notDetected, 72, during: 40..<60)
    scene.happens(.acknowledge(.noContact), at: 60)
    #expect(scene.present(at: 60)[.noContact] == .low)
    scene.beats(150, during: 61..<69)
    #expect(scene.sound(at: 68)?.priority == .high)
    scene.strap(.notDetected, 72, during: 69..<100)
    #expect(scene.present(at: 99)[.noContact] == .high)
    #expect(scene.sound(at: 99) == SoundSignal(priority: .high, family: .heart))
  }

  @Test func `hands over at once to a heart rate of 0 of a strap that cannot tell whether it touches the skin`() {
    var scene = alarmed()
    scene.beats(72, during: 20..<22)
    scene.strap(.notSupported, 0, during: 22..<100)
    #expect(scene.ends(of: .heartRateHigh) == [22])
    #expect((22..<99).allSatisfy { scene.present(at: Double($0))[.noData] == .high })
  }

  @Test func `does not begin on a value that a heart rate of 0 has followed`() {
    var scene = MonitorScene()
    scene.beats(150, during: 0..<4)
    scene.strap(.notSupported, 0, during: 4..<30)
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
  }

  @Test func `does not end on a rate that is sent no more`() {
    var scene = alarmed()
    scene.beats(72, during: 20..<25)
    scene.waits(until: 100)
    #expect(scene.ends(of: .heartRateHigh) == [29], "four seconds from one rate to the next are too few")
    #expect((29..<100).allSatisfy { scene.present(at: Double($0))[.noData] == .high })
  }

  @Test func `of the oxygen does not end on a value that messages without a number follow`() {
    var scene = MonitorScene(profile: .bedside)
    scene.oximeter(80, pulse: 70, during: 0..<60)
    scene.oximeter(97, pulse: 70, during: 60..<66)
    scene.oximeter(nil, pulse: nil, during: 66..<120)
    #expect((30..<119).allSatisfy { scene.present(at: Double($0)).values.contains(.high) })
  }

  @Test(arguments: [10, 60])
  func `that is a loss with high priority does not end with a heart rate of 0 on the skin`(worn: Int) {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(72, during: 0..<worn)
    scene.waits(until: Double(worn + 60))
    scene.strap(.detected, 0, during: worn + 60..<worn + 200)
    #expect((worn + 40..<worn + 199).allSatisfy { scene.present(at: Double($0)).values.contains(.high) })
    // Only of a strap that was worn is it a missing pulse, which is reported at once then.
    #expect(scene.onsets(of: .noPulse) == (worn > 30 ? [Double(worn + 60)] : []))
    scene.beats(72, during: worn + 200..<worn + 240)
    #expect(scene.present(at: Double(worn + 239)).isEmpty)
  }

  @Test func `stays where it was raised while another sensor of its person is received and well`() {
    let role = SensorRole(isAdopted: true, person: PersonIndex(0))
    var scene = MonitorScene(
      settings: MonitorSettings(latchesSound: false, gradesAir: false, persons: [PersonSettings(name: "Ada")]))
    for sensor in [UInt16(1), 3] { scene.assigns(role, to: sensor, at: 0) }
    scene.beats(150, during: 0..<20)
    scene.oximeter(97, pulse: 71, during: 20..<90)
    let reported = scene.changes(of: .heartRateHigh).filter { $0.alarm.presence == .on }
    #expect(reported.allSatisfy { $0.alarm.sensor == SensorIndex(1) }, "\(reported.map(\.alarm.sensor))")
    #expect(scene.ends(of: .heartRateHigh).count == 1)
  }

  @Test func `hands over at once to values that no heart has and no limit is about`() {
    var conditions = ConditionTable.standard
    _ = conditions.setEnabled(false, of: .heartRateLow)
    var scene = alarmed(conditions)
    scene.heartRate(1, during: 20..<60)
    #expect(scene.changes(of: .implausible).map(\.at) == [20])
    #expect(scene.changes(of: .implausible).map(\.alarm.priority) == [.high])
  }

  @Test func `hands over at once to a heart that is not found any more, which is reported as that`() {
    var scene = MonitorScene()
    scene.beats(150, during: 0..<60)
    scene.strap(.detected, 0, during: 60..<80)
    #expect(scene.onsets(of: .noPulse) == [60])
    #expect(scene.ends(of: .heartRateHigh) == [60])
  }

  @Test func `keeps its last value and its limit, reported as such, whatever stands for it`() {
    var scene = alarmed()
    scene.strap(.notDetected, 72, during: 20..<30)
    scene.waits(until: 60)
    for id in [ConditionID.noContact, .noData] {
      let first = scene.changes(of: id).first?.alarm
      #expect(first?.value == 150)
      #expect(first?.limit == 100)
      #expect(first?.isLastValue == true)
    }
    #expect(scene.changes(of: .heartRateHigh).allSatisfy { !$0.alarm.isLastValue })
  }

  @Test func `takes over from what stood for it as soon as its data are back, with the value that raised it`() {
    var scene = alarmed()
    scene.waits(until: 60)
    scene.beats(72, during: 60..<62)
    #expect(scene.onsets(of: .heartRateHigh) == [5, 60])
    #expect(scene.changes(of: .heartRateHigh).last?.alarm.value == 150)
    #expect(scene.ends(of: .noData) == [60])
  }

  @Test func `ends when its data are back and well by the share rule, and not before`() {
    var scene = alarmed()
    scene.waits(until: 60)
    scene.beats(72, during: 60..<70)
    #expect(scene.ends(of: .heartRateHigh) == [24, 65])
    #expect(scene.sound(at: 69) == nil)
  }

  @Test func `that falls silent with one good value in a while goes on`() {
    var scene = alarmed()
    for second in stride(from: 40, to: 1_000, by: 20) { scene.beats(72, during: second..<second + 1) }
    // Five good seconds in seven and a half of fresh time: each value counts for five.
    #expect((5..<40).allSatisfy { scene.present(at: Double($0)).values.contains(.high) })
  }

  @Test func `that goes on at the other limit is one and the same`() {
    var scene = MonitorScene()
    scene.beats(150, during: 0..<40)
    scene.waits(until: 50)
    scene.beats(40, during: 50..<100)
    #expect((5..<100).allSatisfy { scene.present(at: Double($0)).values.contains(.high) })
    #expect(scene.present(at: 99).keys.contains(.heartRateLow))
    #expect(scene.changes(of: .heartRateLow).first?.alarm.value == 40)
    #expect(scene.changes(of: .heartRateLow).first?.alarm.limit == 60)
    #expect(scene.loudness(at: 99) == .loudest, "it grows on")
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `is never weaker while nothing good is received, whatever becomes of its data`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var scene = MonitorScene(profile: .bedside, latchesSound: Bool.random(using: &random))
    scene.beats(150, during: 0..<40)
    var second = 40
    while second < 1_200 {
      let longest = Bool.random(using: &random) ? 8 : 150
      let end = second + Int.random(in: 1...longest, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: scene.beats(150, during: second..<end)
      case 1: scene.beats(40, during: second..<end, .disagree)
      case 2: scene.strap(.notDetected, Bool.random(using: &random) ? 72 : nil, during: second..<end)
      case 3: scene.strap(.detected, 0, during: second..<end)
      case 4: scene.strap(.notSupported, 0, during: second..<end)
      case 5: scene.heartRate(255, during: second..<end)
      default: break
      }
      second = end
    }
    scene.waits(until: Double(second))
    for time in stride(from: 5, to: Double(second), by: 0.5) {
      #expect(scene.present(at: time).values.contains(.high), "at \(time) s")
      #expect(scene.sound(at: time)?.priority == .high, "at \(time) s")
    }
    #expect(scene.loudness(at: Double(second)) == .loudest)
  }
}
