import Glibc

/// Measures a signal of samples as an instrument would: independent of the code that generated it.
///
/// Times are taken when the envelope, the largest sample within 4 ms, is at half of the pulse's peak, to a millisecond.
struct SoundMeasurement: Sendable {
  /// One pulse of a burst, with times in seconds from the start of the signal.
  struct Pulse: Sendable {
    let start: Double
    let end: Double
    /// From a tenth of its peak to nine tenths, s.
    let rise: Double
    /// From nine tenths back to a tenth, s.
    let fall: Double
    /// Its largest sample, relative to full scale.
    let peak: Double
    /// Its fundamental, Hz; 0 if there is none between 150 and 1000 Hz.
    let fundamental: Double
    /// The levels of the harmonics between 300 and 4000 Hz relative to the fundamental, dB.
    let harmonics: [Double]
    /// Its duration, s.
    var duration: Double { end - start }
  }

  /// All pulses, by bursts: a pause of more than 2 s separates two bursts.
  let bursts: [[Pulse]]

  private static let sampleRate = 48_000.0
  private static let hop = 48

  /// The length of the signal, s.
  let length: Double

  /// Anything louder than this is a pulse: 12 dB below the quietest peak that an alarm may have.
  private static let audible = 820

  init(_ samples: [Int16]) {
    length = Double(samples.count) / Self.sampleRate
    var peaks: [Int] = []
    samples.withUnsafeBufferPointer { samples in
      var peak = 0
      for index in samples.indices {
        peak = max(peak, abs(Int(samples[index])))
        guard (index + 1) % Self.hop == 0 || index == samples.count - 1 else { continue }
        peaks.append(peak)
        peak = 0
      }
    }
    // The largest of 4 ms: as long as the longest possible period of a fundamental, and shorter than any pause.
    let envelope = peaks.indices.map { index in peaks[max(0, index - 2)...min(index + 1, peaks.count - 1)].max() ?? 0 }
    var bursts: [[Pulse]] = []
    var start: Int?
    for index in 0...envelope.count {
      let isLoud = index < envelope.count && envelope[index] > Self.audible
      if isLoud, start == nil { start = index }
      guard !isLoud, let first = start else { continue }
      start = nil
      let pulse = Self.pulse(first..<index, envelope, samples)
      if let last = bursts.last?.last, pulse.start - last.end <= 2 {
        bursts[bursts.count - 1].append(pulse)
      } else {
        bursts.append([pulse])
      }
    }
    self.bursts = bursts
  }

  private static func pulse(_ audible: Range<Int>, _ envelope: [Int], _ samples: [Int16]) -> Pulse {
    let peak = audible.map { envelope[$0] }.max() ?? 0
    // The points at which it has half of its own peak.
    let first = audible.first { envelope[$0] * 2 > peak } ?? audible.lowerBound
    let last = audible.last { envelope[$0] * 2 > peak } ?? first
    let range = first..<last + 1
    func crossing(from index: Int, by step: Int, below part: Double) -> Int {
      var index = index
      while envelope.indices.contains(index), Double(envelope[index]) > part * Double(peak) { index += step }
      return index
    }
    let middle = (range.lowerBound + range.upperBound) / 2
    let rise = crossing(from: middle, by: -1, below: 0.9) - crossing(from: range.lowerBound, by: -1, below: 0.1)
    let fall = crossing(from: range.upperBound - 1, by: 1, below: 0.1) - crossing(from: middle, by: 1, below: 0.9)
    let quarter = range.count / 4
    let inner = (range.lowerBound + quarter) * hop..<(range.upperBound - quarter) * hop
    let (fundamental, harmonics) = Spectrum(samples[inner.clamped(to: samples.indices)]).tone()
    return Pulse(
      start: Double(range.lowerBound) / 1000, end: Double(range.upperBound) / 1000, rise: Double(rise) / 1000,
      fall: Double(fall) / 1000, peak: Double(peak) / 32_767, fundamental: fundamental, harmonics: harmonics)
  }

  /// The spectrum of a piece of sound: a fast Fourier transform with a Hann window, padded with zeros so that a line is
  /// found to within 3 Hz.
  struct Spectrum {
    private let magnitudes: [Double]
    private static let size = 16_384
    private static let resolution = sampleRate / Double(size)

    init(_ samples: ArraySlice<Int16>) {
      var real = [Double](repeating: 0, count: Self.size)
      var imaginary = real
      let count = min(samples.count, Self.size)
      for (index, sample) in samples.prefix(count).enumerated() {
        real[index] = Double(sample) * (0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(count)))
      }
      Self.transform(&real, &imaginary)
      magnitudes = (0..<Self.size / 2).map { (real[$0] * real[$0] + imaginary[$0] * imaginary[$0]).squareRoot() }
    }

    /// The lowest strong line between 150 and 1000 Hz, and the levels of its multiples from 300 to 4000 Hz, dB.
    func tone() -> (fundamental: Double, harmonics: [Double]) {
      let low = bin(140), high = bin(1_010)
      let strongest = magnitudes[low...high].max() ?? 0
      guard strongest > 0,
        let line = (low...high).first(where: { index in
          magnitudes[index] > strongest / 4 && magnitudes[index] >= magnitudes[index - 1]
            && magnitudes[index] >= magnitudes[index + 1]
        })
      else { return (0, []) }
      let fundamental = Double(line) * Self.resolution
      var levels: [Double] = []
      var number = 2.0
      while fundamental * number <= 4_000 {
        if fundamental * number >= 300 {
          let around = bin(fundamental * number)
          let level = magnitudes[max(0, around - 6)...min(around + 6, magnitudes.count - 1)].max() ?? 0
          levels.append(20 * log10(max(level, 1e-9) / magnitudes[line]))
        }
        number += 1
      }
      return (fundamental, levels)
    }

    private func bin(_ hertz: Double) -> Int { Int((hertz / Self.resolution).rounded()) }

    private static let cosines = (0..<size / 2).map { cos(-2 * Double.pi * Double($0) / Double(size)) }
    private static let sines = (0..<size / 2).map { sin(-2 * Double.pi * Double($0) / Double(size)) }

    /// In place, decimation in time (Cooley and Tukey 1965).
    private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
      var reversed = 0
      for index in 1..<size {
        var bit = size >> 1
        while reversed & bit != 0 {
          reversed ^= bit
          bit >>= 1
        }
        reversed |= bit
        if index < reversed { real.swapAt(index, reversed) }
      }
      var length = 2
      while length <= size {
        for offset in 0..<length / 2 {
          let cosine = cosines[offset * (size / length)], sine = sines[offset * (size / length)]
          for first in stride(from: offset, to: size, by: length) {
            let second = first + length / 2
            let product = (
              real[second] * cosine - imaginary[second] * sine, real[second] * sine + imaginary[second] * cosine
            )
            real[second] = real[first] - product.0
            imaginary[second] = imaginary[first] - product.1
            real[first] += product.0
            imaginary[first] += product.1
          }
        }
        length *= 2
      }
    }
  }
}
