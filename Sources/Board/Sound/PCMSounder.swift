import Alarms
import CALSA
import Glibc
import Readings
import Speech

/// A sound card that plays alarms, through ALSA. Its stream never stops: between alarms it plays silence, so that an
/// alarm begins within one period, and the loss of the card is detected before the next alarm. After a loss, such as a
/// card that is pulled out, a new value must be made: `BoardControl.loseCard` and `BoardOpener` (Appliance) do that.
///
/// `@unchecked`: one thread creates it and passes it to the critical loop, which is the only user from then on.
package final class PCMSounder: SounderDriver, @unchecked Sendable {
  /// Why the card cannot be opened, or is lost. The message is one English sentence.
  package struct Failure: Error, Sendable, Equatable {
    package let message: String
  }

  /// Samples per period: 10.7 ms at 48 kHz.
  package static let period = 512
  /// The periods in the buffer of the device: a turn of the loop may be late by two or three periods.
  private static let periods: UInt32 = 4

  private let pcm: OpaquePointer
  private let name: String
  private var renderer: SpeakingRenderer
  private var samples = [Int16](repeating: 0, count: period)
  private var isLost = false
  private var standstill = StallDetector()

  /// The number of samples that the device has accepted.
  package private(set) var played = 0
  /// How often the buffer ran empty and the device was restarted.
  package private(set) var underruns = 0
  /// How many of ``underruns`` happened at the beginning of an alarm, on a stream that was running before.
  package private(set) var underrunsAtOnset = 0

  /// Opens the card, unmutes it and sets its mixer to the maximum; the samples alone determine the loudness. It may
  /// wait for the kernel, so never call it in the critical loop.
  package init(_ device: SoundDevice, level: SoundLevel) throws(Failure) {
    name = device.name
    if let card = device.card {
      let muted = calsa_unmute(card)
      if muted > 0 { throw Failure(message: "the sound card \(device.name) cannot be unmuted") }
      // A negative result means a card without a mixer, which is no fault.
    }
    guard let definition = device.definition else {
      throw Failure(message: "there is no sound card; plug one in, or write board.sound.device: none")
    }
    var error: Int32 = 0
    let opened = calsa_open(
      definition, UInt32(ToneRenderer.sampleRate), UInt32(Self.period), Self.periods, &error)
    guard let opened else {
      throw Failure(
        message: "the sound card \(device.name) cannot be opened: \(String(cString: calsa_text(error)))")
    }
    pcm = opened
    renderer = SpeakingRenderer(level: level)
  }

  deinit { calsa_close(pcm) }

  /// The descriptor and the events to poll for; `nil` if the device cannot be polled.
  package var poll: (descriptor: Int32, events: UInt32)? {
    var events: Int16 = 0
    let descriptor = calsa_descriptor(pcm, &events)
    return descriptor < 0 ? nil : (descriptor, UInt32(UInt16(bitPattern: events)))
  }

  /// The level of the pulses that begin from now on.
  package var level: SoundLevel {
    get { renderer.level }
    set { renderer.level = newValue }
  }

  /// The clips that are damaged, by name.
  package var damagedClips: [String] { SpokenLanguage.allCases.flatMap { ClipStore.of($0).damaged } }

  package var language: SpokenLanguage {
    get { renderer.language }
    set { renderer.language = newValue }
  }

  /// Whether something may be spoken now: in a pause of the signal, or while there is none.
  package var mayBeginToSpeak: Bool { !isLost && renderer.room > 0 }

  /// Speaks what is due, from the next period on.
  package func speak(by announcer: inout Announcer, _ heard: HeardAlarm?, at instant: Instant, decibels: Double) {
    announcer.speak(heard, at: instant, decibels: decibels, with: &renderer)
  }

  /// Ends what is spoken, within a period.
  package func stopSpeaking() {
    guard renderer.isSpeaking else { return }
    _ = calsa_take_back(pcm, UInt32(Self.period))
    renderer.stopSpeaking()
    // A card that is lost is found by the next turn.
    try? fill()
  }

  /// Repeats a signal, from the next period on if nothing sounds now or only speech does. The same signal again changes nothing.
  package func play(_ signal: SoundSignal) throws(BoardFault) {
    let isRunning = renderer.mayTakeBack(for: signal) && calsa_take_back(pcm, UInt32(Self.period)) >= 0
    let before = underruns
    renderer.play(signal)
    do throws(Failure) { try fill() } catch { throw .sounder }
    if isRunning, underruns > before { underrunsAtOnset += 1 }
  }

  /// Fades out and falls silent.
  package func stop() throws(BoardFault) {
    renderer.play(nil)
    if isLost { throw .sounder }
  }

  /// Fills the free part of the device's buffer. Call it whenever the descriptor is ready; it never waits.
  package func fill() throws(Failure) {
    if isLost || calsa_is_gone(pcm) != 0 { throw lost(-ENODEV) }
    // Far more periods than the buffer holds.
    for _ in 0..<16 {
      var room = calsa_room(pcm)
      if room < 0 {
        try recover(Int32(clamping: room))
        room = calsa_room(pcm)
      }
      guard room >= Self.period else { return }
      var span = samples.mutableSpan
      renderer.render(into: &span)
      try write()
    }
  }

  /// Detects a card that is still present but no longer accepts samples. Call it in every turn of the loop.
  package func check(at instant: Instant) throws(Failure) {
    guard standstill.isStill(after: played, at: instant) else { return }
    isLost = true
    throw Failure(
      message: "the sound card \(name) has played nothing for \(StallDetector.longest.components.seconds) s")
  }

  package var nextCheck: Instant { standstill.deadline }

  private func write() throws(Failure) {
    var begun = 0
    while begun < samples.count {
      let taken = samples.withUnsafeBufferPointer { buffer -> Int in
        guard let start = buffer.baseAddress else { return 0 }
        return calsa_write(pcm, start + begun, UInt32(buffer.count - begun))
      }
      if taken == -Int(EAGAIN) || taken == 0 { return }
      if taken < 0 { try recover(Int32(clamping: taken)) } else { begun += taken }
      played += max(0, taken)
    }
  }

  /// Restarts the stream after an underrun. Any other error is a loss of the card.
  private func recover(_ error: Int32) throws(Failure) {
    guard error == -EPIPE || error == -ESTRPIPE || error == -EINTR, calsa_recover(pcm, error) == 0 else {
      throw lost(error)
    }
    underruns += 1
  }

  private func lost(_ error: Int32) -> Failure {
    isLost = true
    return Failure(message: "the sound card \(name) is lost: \(String(cString: calsa_text(error)))")
  }
}

/// Detects that a count which should grow all the time has stopped growing.
struct StallDetector {
  /// The longest time without growth. Much longer than the buffer of a sound card (43 ms) and than any delay of a busy
  /// box, but short enough for a high-priority alarm, which must be signalled within 10 s.
  static let longest = Duration.seconds(2)

  private var latest = -1
  private var grewAt = Instant.start

  /// - Returns: whether the count has not grown for longer than ``longest``.
  mutating func isStill(after count: Int, at instant: Instant) -> Bool {
    if count != latest {
      latest = count
      grewAt = instant
    }
    return grewAt.duration(to: instant) > Self.longest
  }

  /// The earliest instant at which ``isStill(after:at:)`` can return `true`.
  var deadline: Instant { grewAt.advanced(by: Self.longest + .milliseconds(1)) }
}
