import Readings

/// Turns a ``SoundSignal`` into samples, burst after burst, for the sound device, for a file and for the tests that
/// measure them. It is the only place that does.
///
/// It streams: each call fills the caller's buffer from where the last one ended, so the samples are the same whatever
/// the sizes of the buffers. Time is the number of samples. It allocates nothing after it was made.
package struct ToneRenderer: Sendable {
  /// Samples per second, one channel, signed 16 bits.
  package static let sampleRate = 48_000

  /// How loud the pulses that begin from now on are.
  package var level: SoundLevel
  /// What is repeated; `nil` for silence.
  package private(set) var signal: SoundSignal?

  private let waveform = Timbre.samples
  private var plan = BurstPlan.silence
  /// The sample of the burst's period that comes next, and the pulse that it belongs to or comes before.
  private var position = 0
  private var pulse = 0
  /// For how many samples it has been silent, up to ``changeover``.
  private var silence = changeover
  /// The amplitude of the pulse that sounds, in steps of a sample.
  private var scale: Float = 0
  /// The tone that sounds: how far its period has come, its advance per sample, and its amplitude from 0 to 1.
  private var phase: UInt32 = 0
  private var step: UInt32 = 0
  private var gain: Float = 0
  /// What an interrupted pulse loses per sample until it is silent; 0 where none was interrupted.
  private var decay: Float = 0

  /// From the end of an interrupted burst to the next one: longer than any pause within a burst.
  private static let changeover = 24_000

  /// A renderer that is silent.
  package init(level: SoundLevel = .standard) {
    self.level = level
    _ = (BurstPlan.all, BurstPlan.beeps)
  }

  /// Repeats another signal from the next sample on, or falls silent. One signal sounds at a time: a pulse that is
  /// interrupted fades as fast as every pulse does, and the new burst begins half a second later. From silence it begins
  /// at once. The same signal again changes nothing.
  package mutating func play(_ signal: SoundSignal?) {
    guard signal != self.signal else { return }
    if gain > 0 { decay = 1 / Float(plan.ramp) }
    self.signal = signal
    plan = signal.map(BurstPlan.of) ?? .silence
    position = 0
    pulse = 0
  }

  /// Whether every sample to come is 0 until ``play(_:)`` is called.
  package var isSilent: Bool { signal == nil && gain == 0 }

  /// Fills a buffer with the samples that come next.
  package mutating func render(into samples: inout MutableSpan<Int16>) {
    if isSilent { return rest(in: &samples) }
    for index in samples.indices {
      if decay > 0 {
        fade()
      } else if position > 0 || silence >= Self.changeover {
        advance()
      }
      samples[index] = tone()
    }
  }

  /// A stream that never stops is silent nearly always.
  private mutating func rest(in samples: inout MutableSpan<Int16>) {
    for index in samples.indices { samples[index] = 0 }
    silence = min(silence + samples.count, Self.changeover)
  }

  /// Goes one sample on with the end of an interrupted pulse.
  private mutating func fade() {
    gain = max(0, gain - decay)
    if gain == 0 { decay = 0 }
  }

  /// Goes one sample on in the burst's period.
  private mutating func advance() {
    if pulse < plan.pulses.count, position >= plan.pulses[pulse].start { sound(position - plan.pulses[pulse].start) }
    position += 1
    guard position >= plan.period else { return }
    position = 0
    pulse = 0
  }

  private mutating func sound(_ age: Int) {
    if age == 0 {
      phase = 0
      step = plan.pulses[pulse].step
      scale = Float(level.amplitude * 32_767)
    }
    gain = max(0, Float(min(age, plan.pulseLength - age, plan.ramp)) / Float(plan.ramp))
    if age >= plan.pulseLength { pulse += 1 }
  }

  private mutating func tone() -> Int16 {
    guard gain > 0 else {
      silence = min(silence + 1, Self.changeover)
      return 0
    }
    silence = 0
    defer { phase &+= step }
    // Amplitude and gain are at most 1, so the product fits.
    return Int16((Timbre.sample(of: waveform, at: phase) * gain * scale).rounded())
  }
}

/// A signal's burst in samples.
private struct BurstPlan: Sendable {
  struct Pulse: Sendable {
    /// Its first sample, from the start of the burst.
    let start: Int
    /// The advance of its phase per sample, where 2^32 is a whole period.
    let step: UInt32
  }

  let pulses: [Pulse]
  /// From the first sound of a pulse to its last.
  let pulseLength: Int
  let ramp: Int
  /// From burst to burst.
  let period: Int

  static let silence = BurstPlan(pulses: [], pulseLength: 0, ramp: 1, period: 1)

  /// Every signal's plan, by priority and family.
  static let all = Priority.allCases.map { priority in
    SignalFamily.allCases.map { BurstPlan(SoundSignal(priority: priority, family: $0)) }
  }

  /// The plan of each number of beeps, from 1.
  static let beeps = (1...SoundSignal.mostBeeps).map { BurstPlan(.beeps($0)) }

  static func of(_ signal: SoundSignal) -> BurstPlan {
    if signal.beeps > 0 { return beeps[Int(min(signal.beeps, SoundSignal.mostBeeps)) - 1] }
    return all[Int(signal.priority.rawValue)][Int(signal.family.rawValue)]
  }

  private init(pulses: [Pulse], pulseLength: Int, ramp: Int, period: Int) {
    self.pulses = pulses
    self.pulseLength = pulseLength
    self.ramp = ramp
    self.period = period
  }

  private init(_ signal: SoundSignal) {
    func samples(_ duration: Duration) -> Int {
      Int((duration.inSeconds * Double(ToneRenderer.sampleRate)).rounded())
    }
    let rhythm = signal.rhythm
    pulses = zip(rhythm.onsets, signal.notes).map { onset, note in
      Pulse(start: samples(onset), step: UInt32(note.hertz / Double(ToneRenderer.sampleRate) * 0x1p32))
    }
    // Times are taken at half the amplitude, so half a ramp lies outside on either side.
    pulseLength = samples(rhythm.pulse + rhythm.ramp)
    ramp = samples(rhythm.ramp)
    period = samples(signal.burstPeriod)
  }
}
