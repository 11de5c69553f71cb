import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A strap that touches the skin and finds no beat.
@Suite struct `No pulse` {
  private func bedside(latches: Bool = true) -> MonitorScene {
    MonitorScene(
      settings: MonitorSettings(
        profile: .bedside, latchesSound: latches, gradesAir: false, proved: Bounds(5, 10), unproved: Bounds(15, 30)))
  }

  @Test func `is a high alarm within the unproved bounds`() {
    var scene = bedside()
    scene.beats(72, during: 0..<60)
    scene.strap(.detected, 0, during: 60..<120)
    #expect(scene.onsets(of: .noPulse).first.map { (75...90).contains($0) } == true)
    #expect(scene.changes(of: .noPulse).first?.alarm.priority == .high)
    #expect(scene.onsets(of: .heartRateLow).isEmpty)
    #expect(scene.present(at: 119) == [.noPulse: .high])
  }

  @Test func `is none where the strap says that it does not touch the skin, or cannot tell`() {
    for contact in [SkinContact.notDetected, .notSupported] {
      var scene = bedside()
      scene.beats(72, during: 0..<60)
      scene.strap(contact, 0, during: 60..<120)
      #expect(scene.onsets(of: .noPulse).isEmpty)
      #expect(!scene.present(at: 119).isEmpty)
    }
  }

  @Test func `counts the good rate that an earlier run received since the strap was put on`() {
    var scene = bedside()
    let before = (-60 ... -5).map { (seconds: Double($0), value: 72.0) }
    scene.recalls(before, of: .heartRateBeatsPerMinute, .heartRateService, sensor: 1, contact: .detected, at: 0)
    scene.beats(72, during: 0..<10)
    scene.strap(.detected, 0, during: 10..<70)
    #expect(scene.onsets(of: .noPulse).first.map { (25...40).contains($0) } == true)
  }

  @Test func `counts none of it where the strap has been off since`() {
    var scene = bedside()
    let before = (-60 ... -5).map { (seconds: Double($0), value: 72.0) }
    scene.strap(.notDetected, 0, during: 0..<6)
    scene.recalls(before, of: .heartRateBeatsPerMinute, .heartRateService, sensor: 1, contact: .detected, at: 6)
    scene.beats(72, during: 7..<17)
    scene.strap(.detected, 0, during: 17..<74)
    #expect(scene.onsets(of: .noPulse).isEmpty)
  }

  @Test func `is none before half a minute of a good rate: then nobody is watched`() {
    var scene = bedside()
    scene.beats(72, during: 0..<29)
    scene.strap(.detected, 0, during: 29..<200)
    #expect(scene.onsets(of: .noPulse).isEmpty)
    // Data that are missing for a minute are reported as well, and one of both is enough.
    #expect([.notWatched, .noData].contains { scene.present(at: 100).keys.contains($0) })
    #expect(scene.pattern(of: .green, at: 60) == .off)
  }

  @Test func `needs that half a minute again each time that the strap is put on`() {
    var scene = bedside()
    scene.beats(72, during: 0..<100)
    scene.strap(.notDetected, nil, during: 100..<110)
    scene.beats(72, during: 110..<120)
    scene.strap(.detected, 0, during: 120..<200)
    #expect(scene.onsets(of: .noPulse).isEmpty)
    scene.beats(72, during: 200..<235)
    scene.strap(.detected, 0, during: 235..<300)
    #expect(scene.onsets(of: .noPulse).count == 1)
  }

  @Test(arguments: [24, 62, 65]) func `is told though one message before or in it says that contact is lost`(off: Int) {
    var scene = bedside()
    for second in 0..<120 {
      let isOff = second == off
      if second < 60, !isOff {
        scene.beats(72, during: second..<second + 1)
      } else {
        scene.strap(isOff ? .notDetected : .detected, 0, during: second..<second + 1)
      }
    }
    #expect(scene.onsets(of: .noPulse).first.map { (75...92).contains($0) } == true)
  }

  @Test func `is told of a strap that loses contact in one message of twenty`() {
    var scene = bedside()
    for second in 0..<600 where second % 20 != 10 { scene.beats(72, during: second..<second + 1) }
    for second in 0..<30 { scene.strap(.notDetected, 0, during: 20 * second + 10..<20 * second + 11) }
    scene.strap(.detected, 0, during: 600..<640)
    #expect(scene.onsets(of: .noPulse).count <= 1)
  }

  @Test func `needs the half minute again after a strap was silent since it said that it was off`() {
    var scene = bedside()
    scene.beats(72, during: 0..<100)
    scene.strap(.notDetected, nil, during: 100..<101)
    scene.beats(72, during: 130..<140)
    scene.strap(.detected, 0, during: 140..<200)
    #expect(scene.onsets(of: .noPulse).isEmpty)
  }

  @Test func `is reported by the share rule where it comes and goes`() {
    var scene = bedside()
    scene.beats(72, during: 0..<60)
    for second in 60..<200 {
      if second % 5 == 0 {
        scene.beats(72, during: second..<second + 1)
      } else {
        scene.strap(.detected, 0, during: second..<second + 1)
      }
    }
    #expect(scene.onsets(of: .noPulse).first.map { (75...105).contains($0) } == true)
    #expect(scene.ends(of: .noPulse).isEmpty)
  }

  @Test func `ends when a proved pulse is back, and half a minute after an unproved one`() {
    for (beats, end) in [(MonitorScene.Beats.agree, 135.0), (.absent, 150)] {
      var scene = bedside()
      scene.beats(72, during: 0..<60)
      scene.strap(.detected, 0, during: 60..<120)
      for second in 120..<180 { scene.beats(73 - Double(second % 2), during: second..<second + 1, beats) }
      #expect(scene.changes(of: .noPulse).last?.alarm.presence == .latched)
      #expect(scene.changes(of: .noPulse).last?.at == end)
    }
  }

  @Test func `is not ended by a pulse that is beyond a limit`() {
    var scene = bedside(latches: false)
    scene.beats(72, during: 0..<60)
    scene.strap(.detected, 0, during: 60..<100)
    scene.beats(33, during: 100..<104)
    scene.beats(72, during: 104..<140)
    #expect(scene.ends(of: .noPulse).first.map { (119...120).contains($0) } == true, "\(scene.ends(of: .noPulse))")
    #expect(scene.onsets(of: .heartRateLow).isEmpty)
  }

  @Test func `becomes the alarm of a pulse that stays beyond a limit`() {
    var scene = bedside()
    scene.beats(72, during: 0..<60)
    scene.strap(.detected, 0, during: 60..<100)
    scene.beats(33, during: 100..<140)
    #expect(scene.present(at: 115) == [.heartRateLow: .high])
    for second in 80..<140 { #expect(scene.present(at: Double(second)).values.contains(.high)) }
  }

  @Test func `becomes no alarm of the rate beside a rate inside the limits`() {
    var scene = bedside(latches: false)
    scene.beats(72, during: 0..<60)
    scene.beats(33, during: 60..<80)
    scene.strap(.detected, 0, during: 80..<100)
    scene.beats(72, during: 100..<140)
    #expect(scene.onsets(of: .heartRateLow).count == 1)
    #expect(scene.present(at: 110) == [.noPulse: .high])
    #expect(scene.ends(of: .noPulse).last.map { (114...116).contains($0) } == true, "\(scene.ends(of: .noPulse))")
  }

  @Test func `makes what was inside before it too old to end it`() {
    var scene = bedside(latches: false)
    scene.beats(40, during: 0..<60, .absent)
    scene.beats(70, during: 60..<80, .absent)
    scene.strap(.detected, 0, during: 80..<140)
    scene.beats(70, during: 140..<200, .absent)
    #expect(scene.ends(of: .noPulse).last == 170, "half a minute after the pulse is back, and no sooner")
  }

  @Test func `is counted from zero after the alarm that it became has ended`() {
    var scene = bedside(latches: false)
    scene.beats(72, during: 0..<60)
    scene.strap(.detected, 0, during: 60..<100)
    scene.beats(33, during: 100..<110)
    scene.beats(72, during: 110..<150)
    scene.strap(.detected, 0, during: 150..<160)
    scene.beats(72, during: 160..<200)
    #expect(scene.onsets(of: .noPulse) == [75])
  }

  @Test func `goes before every other alarm of its person in what is reported far away`() {
    let person = SensorRole(isAdopted: true, person: PersonIndex(0))
    var scene = MonitorScene(
      settings: MonitorSettings(latchesSound: false, gradesAir: false, persons: [PersonSettings(name: "Ada")]))
    scene.assigns(person, to: 1, at: 0)
    scene.assigns(person, to: 3, at: 0)
    for second in 0..<200 {
      if second < 60 {
        scene.beats(72, during: second..<second + 1)
      } else {
        scene.strap(.detected, 0, during: second..<second + 1)
      }
      scene.oximeter(80, pulse: nil, during: second..<second + 1)
    }
    #expect(scene.present(at: 150)[.spo2High] == .high)
    #expect(scene.present(at: 150)[.noPulse] == .high)
    #expect(scene.notices.last?.notice.condition == .noPulse)
  }

  @Test func `breaks a pause of another alarm of the same heart`() {
    var scene = MonitorScene()
    scene.beats(150, during: 0..<60)
    scene.happens(.pause, at: 60)
    scene.strap(.detected, 0, during: 61..<80)
    #expect(scene.sound(at: 60.5) == nil)
    #expect(scene.sound(at: 70)?.priority == .high)
  }

  @Test func `is a number that a worn strap repeats without a beat for the second bound`() {
    var scene = bedside(latches: false)
    scene.beats(72, during: 0..<60)
    scene.beats(72, during: 60..<200, .absent)
    #expect(scene.onsets(of: .noPulse) == [89], "30 s after the last beat")
    #expect(scene.present(at: 199)[.noPulse] == .high)
    scene.beats(72, during: 200..<240)
    #expect(scene.ends(of: .noPulse) == [215], "with a good rate")
  }

  @Test func `is a number that moves by small steps without a beat for a minute, and stays until a beat`() {
    var flickers = bedside(latches: false), decays = bedside(latches: false)
    flickers.beats(72, during: 0..<60)
    decays.beats(72, during: 0..<60)
    for second in 60..<300 {
      flickers.beats(72 + Double(second / 20 % 2), during: second..<second + 1, .absent)
      decays.beats(72 - Double((second - 60) / 20), during: second..<second + 1, .absent)
    }
    for scene in [flickers, decays] {
      #expect(scene.onsets(of: .noPulse).count == 1)
      #expect(scene.onsets(of: .noPulse).first.map { (115...125).contains($0) } == true)
      #expect((126..<299).allSatisfy { scene.present(at: Double($0))[.noPulse] == .high })
    }
  }

  /// A strap whose beats stop after a minute. Its electrode loses the skin for the first seconds of each period.
  private func loose(lost: Int, of period: Int, number: Double) -> MonitorScene {
    var scene = bedside(latches: false)
    scene.beats(72, during: 0..<60)
    for second in 60..<260 {
      let isLost = second % period < lost
      scene.strap(isLost ? .notDetected : .detected, isLost ? 0 : number, during: second..<second + 1)
    }
    return scene
  }

  @Test func `that is found while the loss of a worn strap is high is an alarm at once`() {
    var scene = bedside(latches: false)
    scene.beats(72, during: 0..<60)
    scene.strap(.detected, 0, during: 100..<110)
    #expect(scene.onsets(of: .noPulse) == [100])
  }

  @Test(arguments: [72.0, 0]) func `is told of a loose strap whose beats have stopped, and changes with no slip of it`(
    number: Double
  ) {
    var scene = loose(lost: 1, of: 15, number: number)
    #expect(scene.onsets(of: .noPulse).count == 1)
    #expect(scene.onsets(of: .noPulse).first.map { (75...96).contains($0) } == true)
    #expect(scene.onsets(of: .noContact).isEmpty && scene.ends(of: .noPulse).isEmpty)
    scene.strap(.notDetected, 0, during: 260..<268)
    #expect(scene.ends(of: .noPulse).count == 1, "it was taken off")
  }

  @Test func `of a looser strap begins again with the fourth second without contact, and the strap is frozen`() {
    let scene = loose(lost: 2, of: 10, number: 72)
    #expect(scene.onsets(of: .noPulse).isEmpty)
    #expect(!scene.onsets(of: .frozen).isEmpty)
  }

  @Test func `that a slip of the electrode interrupts stays paused`() {
    var scene = bedside()
    scene.beats(72, during: 0..<60)
    scene.beats(72, during: 60..<100, .absent)
    scene.happens(.pause, at: 100)
    scene.strap(.notDetected, 0, during: 101..<103)
    scene.beats(72, during: 103..<130, .absent)
    #expect((101..<129).allSatisfy { scene.sound(at: Double($0))?.priority != .high })
  }

  @Test func `is told of a strap whose beats have stopped before a restart`() {
    var scene = bedside(latches: false)
    let before = (-60 ... -3).map { (seconds: Double($0), value: 72.0) }
    scene.recalls(
      before, of: .heartRateBeatsPerMinute, .heartRateService, sensor: 1, contact: .detected, beat: -20, at: 0)
    scene.beats(72, during: 0..<60, .absent)
    #expect(scene.onsets(of: .noPulse).first.map { (29...32).contains($0) } == true)
  }

  @Test func `stays where the number moves on after it was repeated for the second bound`() {
    var scene = bedside(latches: false)
    scene.beats(72, during: 0..<60)
    scene.beats(72, during: 60..<95, .absent)
    scene.beats(71, during: 95..<200, .absent)
    #expect(scene.onsets(of: .noPulse) == [89] && scene.ends(of: .noPulse).isEmpty)
  }

  @Test func `is none where beats come that are too short to prove a rate: an infant's heart at 254`() {
    var scene = bedside()
    for second in 0..<200 {
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: 254], at: Double(second), sensor: 1) {
        $0.contact = .detected
        for beat in 0..<4 { $0.rrIntervals.append(ticks: (second < 20 ? 400 : 240) + UInt16((second + beat) % 5)) }
      }
    }
    #expect(scene.onsets(of: .noPulse).isEmpty && scene.onsets(of: .frozen).isEmpty)
    #expect(scene.present(at: 199)[.heartRateHigh] == .high)
  }

  @Test func `is none where the number jumps, a beat comes, the strap has never sent one or cannot feel the skin`() {
    var changes = bedside(), beats = bedside(), never = bedside(), feels = bedside()
    changes.beats(72, during: 0..<60)
    beats.beats(38, during: 0..<60)
    never.beats(72, during: 0..<60, .absent)
    for second in 60..<200 {
      changes.beats(72 + 8 * Double(second / 20 % 2), during: second..<second + 1, .absent)
      beats.beats(60, during: second..<second + 1, second % 25 == 0 ? .agree : .absent)
      never.beats(72, during: second..<second + 1, .absent)
    }
    feels.heartRate(72, during: 0..<200)
    for scene in [changes, beats, never, feels] { #expect(scene.onsets(of: .noPulse).isEmpty) }
  }

  @Test func `that comes back from a dropout breaks the pause, which a dropout alone does not`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<60)
    scene.strap(.detected, 0, during: 60..<80)
    scene.happens(.pause, at: 80)
    scene.waits(until: 95)
    #expect(scene.ends(of: .noPulse) == [84], "its data are gone")
    #expect((81..<95).allSatisfy { scene.sound(at: Double($0)) == nil })
    scene.strap(.detected, 0, during: 95..<100)
    #expect(scene.sound(at: 97)?.priority == .high)
  }

  @Test func `does not change with each message of a strap that counts down after it was taken off`() {
    var scene = bedside()
    scene.beats(72, during: 0..<60)
    for second in 60..<180 { scene.strap(.detected, second % 2 == 0 ? 0 : 38, during: second..<second + 1) }
    #expect(scene.onsets(of: .noPulse).count + scene.onsets(of: .heartRateLow).count <= 2)
    #expect((100..<179).allSatisfy { scene.present(at: Double($0)).values.contains(.high) })
  }
}
