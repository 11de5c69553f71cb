import Alarms

/// Speech between the bursts of a signal, in one stream of samples: never over a burst, and never delaying one. A signal that
/// begins cuts what is spoken.
package struct SpeakingRenderer: Sendable {
  private var tone: ToneRenderer
  private var player: SpeechPlayer
  /// The samples since the last sound of a signal.
  private var quiet = longest

  /// The silence after a burst, so that the first word is not masked by it: 60 ms. The first word comes within 150 ms.
  private static let before = ToneRenderer.sampleRate * 60 / 1000
  /// The silence before the next burst, so that it begins as it always does: 100 ms.
  private static let after = ToneRenderer.sampleRate / 10
  /// What of a pause cannot be spoken in; a period of the sound card more than the two.
  package static let margin = before + after + 1024
  /// Longer than any pause.
  private static let longest = ToneRenderer.sampleRate * 3600

  package init(level: SoundLevel = .standard, player: SpeechPlayer = SpeechPlayer()) {
    tone = ToneRenderer(level: level)
    self.player = player
  }

  package var level: SoundLevel {
    get { tone.level }
    set { tone.level = newValue }
  }

  package var language: SpokenLanguage {
    get { player.language }
    set { player.language = newValue }
  }

  package var clips: ClipStore { player.clips }

  package var isSpeaking: Bool { player.isSpeaking }

  /// Whether all samples are 0 until the next call.
  package var isSilent: Bool { tone.isSilent && !player.isSpeaking }

  /// Whether a signal that begins now begins a stream that plays nothing but silence or speech.
  package func mayTakeBack(for signal: SoundSignal) -> Bool {
    tone.isSilent || (player.isSpeaking && tone.signal != signal)
  }

  package mutating func play(_ signal: SoundSignal?) {
    tone.play(signal)
    if tone.pause == 0 { player.cut() }
  }

  /// The samples in which a part may be spoken from now on; 0 if none may.
  package var room: Int {
    guard quiet >= Self.before || tone.pause == .max, !player.isSpeaking else { return 0 }
    return max(0, min(tone.pause, Self.longest) - Self.after)
  }

  /// The longest part that can be spoken between two bursts of this signal.
  package var longestPart: Int { max(0, min(tone.wholePause, Self.longest) - Self.margin) }

  package func length(of clips: some Collection<Clip>) -> Int? { player.length(of: clips) }

  /// Speaks a part, in place of what is spoken now.
  /// - Parameter decibels: relative to the level of the alarms.
  package mutating func say(_ clips: some Collection<Clip>, decibels: Double = 0) {
    player.say(clips, decibels: tone.level.decibels - SoundLevel.standard.decibels + decibels)
  }

  package mutating func stopSpeaking() { player.cut() }

  package mutating func render(into samples: inout MutableSpan<Int16>) {
    let count = min(tone.pause, samples.count)
    tone.render(into: &samples)
    player.mix(into: &samples, first: count)
    if count == samples.count {
      quiet = min(quiet + count, Self.longest)
    } else {
      player.cut()
      quiet = 0
    }
  }
}
