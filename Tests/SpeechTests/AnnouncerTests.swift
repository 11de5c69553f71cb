import Alarms
import Readings
import Speech
import Testing

@Suite struct `An announcement` {
  /// An alarm that sounds, by a clock that the test moves.
  private final class Night {
    var announcer: Announcer
    var renderer = SpeakingRenderer()
    var now = Instant.start
    var alarm: HeardAlarm?

    init(_ use: SpeechPlan.Use = .alarms, persons: Int = 0) {
      var plan = SpeechPlan()
      (plan.use, plan.persons) = (use, persons)
      announcer = Announcer(plan)
    }

    /// A burst that is over, and its pause; or a moment without a signal.
    /// - Returns: whether something is spoken in it.
    func pause(at seconds: Double, burst: Bool = true) -> Bool {
      now = .start.advanced(by: .seconds(seconds))
      if announcer.follow(alarm) { renderer.stopSpeaking() }
      renderer.stopSpeaking()
      if burst { announcer.noteBurst() }
      var isSpoken = false
      // Part by part, each to its end.
      while announcer.isWaiting {
        announcer.speak(alarm, at: now, decibels: 0, with: &renderer)
        guard renderer.isSpeaking else { break }
        isSpoken = true
        renderer.stopSpeaking()
      }
      return isSpoken
    }

    /// - Returns: whether what is spoken ends with the alarm.
    func endsAlarm() -> Bool {
      alarm = nil
      return announcer.follow(nil)
    }
  }

  private func heart(_ value: Double?, _ subject: Subject = .room, _ priority: Priority = .high) -> HeardAlarm {
    HeardAlarm(condition: .heartRateLow, subject: subject, priority: priority, value: value, beganAt: .start)
  }

  @Test func `comes after the first burst, again after a minute, and then every two minutes`() {
    let night = Night()
    night.alarm = heart(38)
    let spoken = stride(from: 0.0, through: 420, by: 5).filter { night.pause(at: $0) }
    #expect(spoken == [0, 60, 180, 300, 420])
  }

  @Test func `comes again if the value differs by a tenth, and not within 20 s`() {
    let night = Night()
    night.alarm = heart(40)
    #expect(night.pause(at: 0))
    night.alarm = heart(36)
    #expect(!night.pause(at: 15))
    #expect(night.pause(at: 20))
    night.alarm = heart(37)
    #expect(!night.pause(at: 45))
  }

  @Test func `comes again for another alarm, another person and a higher priority`() {
    let night = Night(persons: 2)
    night.alarm = heart(38, .person(PersonIndex(0)), .medium)
    #expect(night.pause(at: 0))
    #expect(!night.pause(at: 15))
    night.alarm = heart(38, .person(PersonIndex(1)), .medium)
    #expect(night.pause(at: 30))
    night.alarm = heart(38, .person(PersonIndex(1)), .high)
    #expect(night.pause(at: 35))
    night.alarm = HeardAlarm(condition: .noPulse, subject: .person(PersonIndex(1)), priority: .high, beganAt: .start)
    #expect(night.pause(at: 40))
  }

  @Test func `comes only after a burst: an alarm that is silent is not spoken`() {
    let night = Night()
    night.alarm = heart(38)
    #expect(!night.pause(at: 0, burst: false))
    #expect(night.pause(at: 5))
  }

  @Test func `of an alarm that ends or is silenced ends with it`() {
    let night = Night()
    night.alarm = heart(38)
    #expect(night.pause(at: 0))
    #expect(night.endsAlarm())
    #expect(!night.endsAlarm())
    #expect(!night.announcer.isFollowing)
  }

  @Test func `is not made if alarms are not to be spoken, and a request is`() {
    let night = Night(.onRequest)
    night.alarm = heart(38)
    #expect(!night.pause(at: 0))
    night.announcer.request([.phrase(.noAlarm)], at: night.now)
    #expect(night.announcer.isWaiting)
    #expect(night.pause(at: 5))
    #expect(!night.announcer.isWaiting)
  }

  @Test func `of what was requested is not ended by the end of an alarm`() {
    let night = Night()
    night.alarm = heart(38)
    #expect(night.pause(at: 0))
    #expect(night.endsAlarm())
    night.announcer.request([.phrase(.noAlarm)], at: night.now)
    #expect(night.pause(at: 5, burst: false))
    #expect(!night.endsAlarm())
  }

  @Test func `that does not fit into one pause goes on in the next one`() {
    var scene = Scene(), plan = SpeechPlan(), words: [Int] = []
    (plan.use, plan.persons) = (.alarms, 2)
    var announcer = Announcer(plan)
    scene.play(SoundSignal(priority: .high, family: .heart))
    let alarm = HeardAlarm(
      condition: .heartRateHigh, subject: .person(PersonIndex(1)), priority: .high, value: 178,
      beganAt: .start.advanced(by: .seconds(-40)))
    for burst in 0..<5 {
      announcer.noteBurst()
      let start = scene.mixed.count
      while scene.mixed.count < (burst + 1) * 5 * ToneRenderer.sampleRate {
        announcer.speak(alarm, at: .start, decibels: 0, with: &scene.renderer)
        scene.render()
      }
      words.append(scene.speech[start...].count { $0 != 0 })
    }
    #expect(words.prefix(2).allSatisfy { $0 > 0 })
    #expect(words.last == 0)
  }

  @Test func `of many parts loses none beside a signal`() {
    var scene = Scene(), spoken = 0
    var announcer = Announcer()
    scene.play(SoundSignal(priority: .high, family: .heart))
    announcer.request([SpeechPart](repeating: .person(2), count: 7) + [.value(2777, .partsPerMillion)], at: .start)
    for burst in 0..<6 {
      announcer.noteBurst()
      while scene.mixed.count < (burst + 1) * 5 * ToneRenderer.sampleRate {
        let wasSpeaking = scene.renderer.isSpeaking
        announcer.speak(nil, at: .start, decibels: 0, with: &scene.renderer)
        if !wasSpeaking, scene.renderer.isSpeaking { spoken += 1 }
        scene.render()
      }
    }
    #expect(spoken == 7, "and the number fits into no pause")
    #expect(!announcer.isWaiting)
  }

  @Test func `that was requested half a minute ago is of no use any more`() {
    var announcer = Announcer()
    var renderer = SpeakingRenderer()
    announcer.request([.phrase(.noAlarm)], at: .start)
    announcer.speak(nil, at: .start.advanced(by: .seconds(31)), decibels: 0, with: &renderer)
    #expect(!renderer.isSpeaking)
    #expect(!announcer.isWaiting)
  }

  @Test func `leaves out what has no clip`() {
    let night = Night()
    night.renderer = SpeakingRenderer(player: SpeechPlayer([ClipStore([])]))
    night.alarm = heart(38)
    #expect(!night.pause(at: 0))
  }

  @Test func `is quieter at night`() {
    var plan = SpeechPlan()
    (plan.volume, plan.nightVolume, plan.night) = (0, -10, (22 * 60, 7 * 60))
    #expect(plan.decibels(at: 22 * 60) == -10)
    #expect(plan.decibels(at: 7 * 60 - 1) == -10)
    #expect(plan.decibels(at: 7 * 60) == 0)
    #expect(plan.decibels(at: 22 * 60 - 1) == 0)
    #expect(plan.decibels(at: nil) == 0)
  }
}
