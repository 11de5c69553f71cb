import Alarms
import CALSA
import Glibc
import Readings

/// A sound card that plays alarms. Its stream never stops: between alarms it plays silence, so that an alarm begins within
/// a period and a card that is gone is noticed before it is needed.
///
/// `@unchecked`: one thread makes it and hands it to the critical loop, which alone uses it from then on.
package final class PCMSounder: SounderDriver, @unchecked Sendable {
  /// Why the card cannot be had, or is lost.
  package struct Failure: Error, Sendable, Equatable {
    package let message: String
  }

  /// Samples per period: 10.7 ms at 48 kHz.
  package static let period = 512
  /// How many of them the device holds: a turn of the loop may come late by two or three of them.
  private static let periods: UInt32 = 4

  private let pcm: OpaquePointer
  private let name: String
  private var renderer: ToneRenderer
  private var samples = [Int16](repeating: 0, count: period)
  private var isLost = false
  private var standstill = StallDetector()

  /// How many samples have been handed to the device.
  package private(set) var played = 0
  /// How often the device ran dry and was started again.
  package private(set) var underruns = 0
  /// How many of them came as an alarm began, on a stream that had gone on until then.
  package private(set) var underrunsAtOnset = 0

  /// Opens the card, opens its mutes and turns it up fully; how loud alarms are is in the samples alone. It may wait for
  /// the kernel, so never call it in the critical loop.
  package init(_ device: SoundDevice, level: SoundLevel) throws(Failure) {
    name = device.name
    if let card = device.card {
      let muted = calsa_unmute(card)
      if muted > 0 { throw Failure(message: "the sound card \(device.name) stays muted") }
      // A card without a mixer is as loud as it is.
    }
    var error: Int32 = 0
    let opened = calsa_open(
      device.definition, UInt32(ToneRenderer.sampleRate), UInt32(Self.period), Self.periods, &error)
    guard let opened else {
      throw Failure(
        message: "the sound card \(device.name) cannot be opened: \(String(cString: calsa_text(error)))")
    }
    pcm = opened
    renderer = ToneRenderer(level: level)
  }

  deinit { calsa_close(pcm) }

  /// What to poll for; `nil` where the device cannot be polled.
  package var poll: (descriptor: Int32, events: UInt32)? {
    var events: Int16 = 0
    let descriptor = calsa_descriptor(pcm, &events)
    return descriptor < 0 ? nil : (descriptor, UInt32(UInt16(bitPattern: events)))
  }

  /// How loud the pulses that begin from now on are.
  package var level: SoundLevel {
    get { renderer.level }
    set { renderer.level = newValue }
  }

  /// Repeats a signal, from the next period on where nothing sounds. The same signal again changes nothing.
  package func play(_ signal: SoundSignal) throws(BoardFault) {
    let isRunning = renderer.isSilent && calsa_take_back(pcm, UInt32(Self.period)) >= 0
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

  /// Fills all the room that the device has. Call it whenever the descriptor is ready; it never waits.
  package func fill() throws(Failure) {
    if isLost || calsa_is_gone(pcm) != 0 { throw lost(-ENODEV) }
    // More rounds than that the device cannot need at once.
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

  /// Finds a card that is there and has stopped taking samples. Call it in every turn of the loop.
  package func check(at instant: Instant) throws(Failure) {
    guard standstill.isStill(after: played, at: instant) else { return }
    isLost = true
    throw Failure(
      message: "the sound card \(name) has taken no sound for \(StallDetector.longest.components.seconds) s")
  }

  /// When ``check(at:)`` has something to find.
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

  /// An under-run is no loss: the stream begins again. Anything else is.
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
