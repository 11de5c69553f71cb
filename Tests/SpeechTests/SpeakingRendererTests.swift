import Alarms
import Readings
import Speech
import Testing

/// A renderer that is played in periods of the sound card.
struct Scene {
  var renderer = SpeakingRenderer()
  /// The same signal without speech.
  var silent = ToneRenderer()
  var mixed: [Int16] = []
  var tones: [Int16] = []

  static let period = 512

  mutating func play(_ signal: SoundSignal?) {
    renderer.play(signal)
    silent.play(signal)
  }

  mutating func render(_ count: Int = Scene.period) {
    var samples = [Int16](repeating: 0, count: count)
    var span = samples.mutableSpan
    renderer.render(into: &span)
    mixed += samples
    span = samples.mutableSpan
    silent.render(into: &span)
    tones += samples
  }

  /// What was added to the signal.
  var speech: [Int] { zip(mixed, tones).map { Int($0) - Int($1) } }
}

@Suite struct `Speech beside a signal` {
  /// One of each period.
  static let signals = [
    SoundSignal(priority: .high, family: .heart), SoundSignal(priority: .high, family: .air),
    SoundSignal(priority: .medium, family: .air), SoundSignal(priority: .low, family: .technical),
  ]
  static let rate = ToneRenderer.sampleRate

  /// Every signal speaks after each of its bursts, whatever fits.
  private func spoken(_ signal: SoundSignal, _ language: SpokenLanguage) -> Scene {
    // A whole pause, and the burst after it.
    let seconds = Int(signal.burstPeriod.components.seconds) + 3
    var scene = Scene()
    scene.renderer.language = language
    var announcer = Announcer(plan(language))
    let alarm = HeardAlarm(
      condition: .heartRateLow, subject: .room, priority: signal.priority, value: 138, beganAt: .start)
    scene.play(signal)
    while scene.mixed.count < seconds * Self.rate {
      announcer.noteBurst()
      let now = Instant.start.advanced(by: .seconds(Double(scene.mixed.count) / Double(Self.rate)))
      announcer.speak(alarm, at: now, decibels: 0, with: &scene.renderer)
      scene.render()
    }
    return scene
  }

  private func plan(_ language: SpokenLanguage) -> SpeechPlan {
    var plan = SpeechPlan()
    (plan.use, plan.language) = (.alarms, language)
    return plan
  }

  @Test(arguments: signals, SpokenLanguage.allCases)
  func `never lies over a burst, changes no sample of one, and begins within 150 ms after it`(
    signal: SoundSignal, language: SpokenLanguage
  ) throws {
    let scene = spoken(signal, language), speech = scene.speech
    let firstWord = try #require(speech.firstIndex { abs($0) > 300 })
    let burst = try #require(scene.tones[..<firstWord].lastIndex { $0 != 0 })
    #expect(firstWord - burst <= Self.rate * 150 / 1000)
    for (tone, voice) in zip(scene.tones, speech) where tone != 0 && voice != 0 {
      Issue.record("speech over a burst")
      break
    }
    #expect(speech.contains { abs($0) > 3000 })
    // 100 ms before each burst it is over. A burst begins after a second of silence.
    var quiet = 0
    for index in scene.tones.indices {
      if scene.tones[index] != 0, quiet > Self.rate {
        #expect(speech[(index - Self.rate / 10)..<index].allSatisfy { $0 == 0 })
      }
      quiet = scene.tones[index] == 0 ? quiet + 1 : 0
    }
  }

  @Test func `ends within a sample if another signal begins`() {
    var scene = Scene()
    scene.renderer.say(Clip.all.prefix(20))
    for _ in 0..<100 { scene.render() }
    #expect(scene.renderer.isSpeaking)
    let alarm = SoundSignal(priority: .high, family: .air)
    #expect(scene.renderer.mayTakeBack(for: alarm), "the sound card gives back what it has not played")
    scene.play(alarm)
    #expect(!scene.renderer.isSpeaking)
    let start = scene.mixed.count
    for _ in 0..<400 { scene.render() }
    #expect(scene.mixed[start...].elementsEqual(scene.tones[start...]))
  }

  @Test func `takes nothing back from a signal that goes on`() {
    var renderer = SpeakingRenderer()
    let signal = SoundSignal(priority: .medium, family: .heart)
    renderer.play(signal)
    #expect(!renderer.mayTakeBack(for: signal))
    #expect(!renderer.mayTakeBack(for: SoundSignal(priority: .high, family: .heart)))
  }

  @Test(arguments: SpokenLanguage.allCases)
  func `makes no step at a seam of clips`(language: SpokenLanguage) {
    var scene = Scene()
    scene.renderer.language = language
    let clips = Clip.all.filter { scene.renderer.clips.has($0) }
    scene.renderer.say(clips)
    while scene.renderer.isSpeaking { scene.render() }
    // At a seam 20 ms are silent. Its edges are steps of at most 1 % of full scale.
    let voice = scene.speech
    var quiet = 0, seams = 0
    for index in voice.indices {
      if voice[index] != 0, quiet > Self.rate / 100 {
        seams += 1
        #expect(abs(voice[index]) <= 327)
        if index > quiet { #expect(abs(voice[index - quiet - 1]) <= 327) }
      }
      quiet = voice[index] == 0 ? quiet + 1 : 0
    }
    #expect(seams >= clips.count / 2)
  }

  @Test func `follows the level of the alarms, and a volume below it`() {
    func peak(_ decibels: Double, _ volume: Double) -> Double {
      var scene = Scene()
      scene.renderer.level = SoundLevel(decibels: decibels)
      scene.renderer.say([.phrase(.heartRate)], decibels: volume)
      while scene.renderer.isSpeaking { scene.render() }
      return Double(scene.mixed.map { abs(Int($0)) }.max() ?? 0)
    }
    let standard = peak(-6, 0)
    #expect(abs(peak(-16, 0) / standard - 0.316) < 0.01)
    #expect(abs(peak(-6, -10) / standard - 0.316) < 0.01)
    #expect(peak(-1, 0) == standard, "a clip is at full scale, and is never louder")
    #expect(standard <= 32_767)
  }

  @Test(arguments: ConditionID.allCases, SpokenLanguage.allCases)
  func `fits into the shortest pause, part by part, for every condition`(id: ConditionID, language: SpokenLanguage) {
    // An alarm about a sensor may take over the sound of one of the heart.
    let ofSensor: Set<ConditionID> = [.noData, .frozen, .implausible, .noContact, .adapterGone]
    let family = ofSensor.contains(id) ? .heart : ConditionTable.standard[id].family
    let shortest = SoundSignal(priority: .high, family: family)
    let pause = (shortest.burstPeriod - shortest.rhythm.length) / .seconds(1)
    let room = Int(pause * Double(Self.rate)) - SpeakingRenderer.margin
    let player = SpeechPlayer(language: language)
    var parts: [SpeechPart] = [.condition(id), .person(64), .since(.seconds(55)), .since(.seconds(59 * 60))]
    if let advice = SpokenAdvice(id) { parts.append(.advice(advice)) }
    for part in parts {
      var clips: [Clip] = []
      part.append(to: &clips, in: language)
      if let length = player.length(of: clips) { #expect(length <= room, "\(part): \(length * 1000 / Self.rate) ms") }
    }
  }
}
