import Glibc
import Readings

/// Turns a ``SoundSignal`` into samples, burst after burst: 48 kHz, one channel, signed 16 bits. The sound device, the
/// WAV files and the tests all use it.
///
/// It is a stream: each call continues where the last one ended, so the samples do not depend on the sizes of the
/// buffers. Its time is the number of samples. It allocates only in its initializer.
package struct ToneRenderer: Sendable {
  /// Samples per second, one channel, signed 16 bits.
  package static let sampleRate = 48_000

  /// The level of the pulses that begin from now on.
  package var level: SoundLevel
  /// The signal that is repeated; `nil` for silence.
  package private(set) var signal: SoundSignal?

  private let waveform = Timbre.samples
  private var plan = BurstPlan.silence
  /// The index of the next sample in the burst period, and of the pulse to which it belongs or which comes next.
  private var position = 0
  private var pulse = 0
  /// The number of silent samples so far, up to ``changeover``.
  private var silence = changeover
  /// Whether ``signal`` is an alarm, and whether the latest pulse was a beep: an alarm does not wait after beeps, which are none.
  private var isAlarm = false
  private var isAfterBeep = false
  /// The amplitude of the current pulse, in units of a sample value.
  private var scale: Float = 0
  /// The current tone: its phase, the advance of the phase per sample, and its envelope from 0 to 1.
  private var phase: UInt32 = 0
  private var step: UInt32 = 0
  private var gain: Float = 0
  /// How much the envelope of an interrupted pulse falls per sample; 0 if no pulse was interrupted.
  private var decay: Float = 0

  /// ``SoundSignal/changeover`` in samples.
  private static let changeover = Int(SoundSignal.changeover.inSeconds * Double(sampleRate))

  package init(level: SoundLevel = .standard) {
    self.level = level
    _ = (BurstPlan.all, BurstPlan.beeps)
  }

  /// Repeats another signal from the next sample on, or falls silent. An interrupted pulse fades as fast as every
  /// pulse, and the new burst begins half a second later; an alarm that interrupts beeps begins after the fade. After silence
  /// the burst begins at once. If the signal is the same, nothing changes.
  package mutating func play(_ signal: SoundSignal?) {
    guard signal != self.signal else { return }
    if gain > 0 { decay = 1 / Float(plan.ramp) }
    self.signal = signal
    isAlarm = signal?.beeps == 0
    plan = signal.map(BurstPlan.of) ?? .silence
    position = 0
    pulse = 0
  }

  /// Whether all samples are 0 until the next call of ``play(_:)``.
  package var isSilent: Bool { signal == nil && gain == 0 }

  /// The samples that are silent for sure from the next one on, if ``play(_:)`` is not called: to the next burst, `Int.max` without
  /// a signal, and 0 within a burst or before one.
  package var pause: Int {
    guard gain == 0, decay == 0 else { return 0 }
    guard signal != nil else { return .max }
    return pulse == plan.pulses.count ? plan.period - position : 0
  }

  /// The samples of a whole pause between two bursts; `Int.max` without a signal.
  package var wholePause: Int {
    guard signal != nil, let last = plan.pulses.last else { return .max }
    return plan.period - last.start - plan.pulseLength
  }

  package mutating func render(into samples: inout MutableSpan<Int16>) {
    if isSilent { return rest(in: &samples) }
    for index in samples.indices {
      if decay > 0 {
        fade()
      } else if position > 0 || silence >= Self.changeover || (isAlarm && isAfterBeep) {
        advance()
      }
      samples[index] = tone()
    }
  }

  /// A shortcut, since the stream is silent nearly all of the time.
  private mutating func rest(in samples: inout MutableSpan<Int16>) {
    for index in samples.indices { samples[index] = 0 }
    silence = min(silence + samples.count, Self.changeover)
  }

  /// One sample of the fade of an interrupted pulse.
  private mutating func fade() {
    gain = max(0, gain - decay)
    if gain == 0 { decay = 0 }
  }

  /// One sample of the burst period.
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
      isAfterBeep = !isAlarm
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

/// One burst of a signal, with all times in samples. The plans of all signals are made before the first sound.
private struct BurstPlan: Sendable {
  struct Pulse: Sendable {
    /// The index of the first sample, from the start of the burst.
    let start: Int
    /// The advance of the phase per sample; 2^32 is a whole period.
    let step: UInt32
  }

  let pulses: [Pulse]
  /// From the first sound of a pulse to the last.
  let pulseLength: Int
  let ramp: Int
  /// From the start of one burst to the start of the next.
  let period: Int

  static let silence = BurstPlan(pulses: [], pulseLength: 0, ramp: 1, period: 1)

  static let all = Priority.allCases.map { priority in
    SignalFamily.allCases.map { BurstPlan(SoundSignal(priority: priority, family: $0)) }
  }

  /// By number of beeps, from 1.
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
    // Times are measured at half amplitude, so half a ramp is added on either side.
    pulseLength = samples(rhythm.pulse + rhythm.ramp)
    ramp = samples(rhythm.ramp)
    period = samples(signal.burstPeriod)
  }
}

/// The waveform of every note: a fundamental with five harmonics, all within 8 dB of it. So even the highest note, C5,
/// has the four harmonics between 300 and 4000 Hz that IEC 60601-1-8 requires; they make an alarm audible over noise
/// and easy to locate.
enum Timbre {
  /// The amplitudes of the fundamental and the harmonics.
  private static let partials = [1.0, 0.8, 0.7, 0.6, 0.5, 0.4]
  /// The number of samples is a power of two, so that the upper bits of a phase are an index.
  private static let indexBits: UInt32 = 11

  /// One period with a peak of 1, followed by its first value.
  private static let period: [Float] = {
    let count = 1 << Int(indexBits)
    let samples = (0...count).map { index in
      partials.enumerated().reduce(0) { sum, partial in
        let number = Double(partial.offset + 1)
        // Phases after Schroeder 1970: they spread the peaks of the partials, so that the same peak sounds louder.
        let phase = -Double.pi * number * (number - 1) / Double(partials.count)
        return sum + partial.element * sin(2 * .pi * number * Double(index) / Double(count) + phase)
      }
    }
    let peak = samples.map(abs).max() ?? 1
    return samples.map { Float($0 / peak) }
  }()

  /// The samples of one period, for ``sample(of:at:)``. The first access allocates, so it must come before the first
  /// sound.
  static var samples: [Float] { period }

  /// The interpolated value at a phase; 2^32 is a whole period.
  @inline(__always) static func sample(of samples: [Float], at phase: UInt32) -> Float {
    let index = Int(phase >> (32 - indexBits))
    let fraction = Float(phase << indexBits) * 0x1p-32
    return samples[index] + (samples[index + 1] - samples[index]) * fraction
  }
}
