import Alarms
import Glibc

/// The table of alarm sounds (patterned on IEC 60601-1-8), written independently of the code that makes them.
struct SoundTable: Sendable {
  let pulses: ClosedRange<Int>
  let duration: ClosedRange<Double>
  let spacing: ClosedRange<Double>
  let interval: ClosedRange<Double>
  let melody: [Double]

  /// Time is measured to a millisecond at each end.
  private static let tolerance = 0.003
  private static let floor = -20.5

  /// The bands of a priority, and the notes of a family of alarms.
  init(_ priority: Priority, _ family: SignalFamily) {
    let c4 = 261.63, e4 = 329.63, f4 = 349.23, g4 = 392.0, a4 = 440.0, c5 = 523.25
    let five =
      switch family {
      case .heart: [c4, e4, g4, g4, c5]
      case .air: [c4, a4, f4, a4, f4]
      case .technical: [c4, c4, c4, c4, c4]
      }
    switch priority {
    case .high:
      (pulses, duration, spacing, interval, melody) = (10...10, 0.075...0.2, 0.05...0.125, 2.5...15, five + five)
    case .medium: (pulses, duration, spacing, interval, melody) = (3...3, 0.125...0.25, 0.125...0.25, 2.5...30, five)
    // The standard allows a low burst to come only once; Lapwing repeats it within half a minute.
    case .low: (pulses, duration, spacing, interval, melody) = (1...2, 0.125...0.25, 0.125...0.25, 15...30, five)
    }
  }

  /// Everything in a signal that violates the table. The signal begins with a burst; the last burst may be cut off.
  func faults(in measurement: SoundMeasurement) -> [String] {
    let bursts = measurement.bursts.dropLast()
    guard bursts.count > 1 else { return ["fewer than three bursts"] }
    var faults: [String] = []
    for burst in bursts { judge(burst, &faults) }
    for (burst, next) in zip(measurement.bursts, measurement.bursts.dropFirst()) {
      guard let end = burst.last?.end, let start = next.first?.start else { continue }
      check(start - end, interval, "interval between bursts", &faults)
    }
    // It must not begin late, and must not stop before its end.
    if let first = measurement.bursts.first?.first?.start, first > 0.1 { faults.append("first burst after \(first) s") }
    if let last = measurement.bursts.last?.last?.end, measurement.length - last > interval.upperBound {
      faults.append("nothing for the last \(measurement.length - last) s")
    }
    judgeLoudness(bursts, &faults)
    return faults
  }

  /// All bursts must be equally loud: this finds a sounder that grows weaker long before it reaches the floor.
  private func judgeLoudness(_ bursts: ArraySlice<[SoundMeasurement.Pulse]>, _ faults: inout [String]) {
    let peaks = bursts.compactMap { $0.map(\.peak).max() }
    guard let loudest = peaks.max(), let quietest = peaks.min(), quietest > 0 else { return }
    if 20 * log10(loudest / quietest) > 1 { faults.append("bursts from \(quietest) to \(loudest) of full scale") }
  }

  private func check(_ value: Double, _ band: ClosedRange<Double>, _ name: String, _ faults: inout [String]) {
    let wide = band.lowerBound - Self.tolerance...band.upperBound + Self.tolerance
    if !wide.contains(value) { faults.append("\(name) of \(value) s") }
  }

  private func judge(_ burst: [SoundMeasurement.Pulse], _ faults: inout [String]) {
    guard pulses.contains(burst.count) else {
      faults.append("\(burst.count) pulses")
      return
    }
    let gaps = zip(burst, burst.dropFirst()).map { $1.start - $0.end }
    let x = gaps.first ?? spacing.lowerBound
    for (number, gap) in gaps.enumerated() {
      switch (burst.count, number) {
      case (10, 4): check(gap, 0.35...1.3, "gap between the halves", &faults)
      case (10, 2), (10, 7):
        let expected = 2 * x + burst[0].duration
        if abs(gap - expected) > 0.012 { faults.append("gap of \(gap) s after pulse \(number + 1)") }
      default: check(gap, spacing, "spacing", &faults)
      }
    }
    for (number, pulse) in burst.enumerated() {
      check(pulse.duration, duration, "pulse", &faults)
      // The envelope's resolution of 4 ms lengthens a rise by as much.
      let rise = pulse.duration * 0.1 - 0.004...pulse.duration * 0.2 + 0.004
      if !rise.contains(pulse.rise) { faults.append("rise of \(pulse.rise) s") }
      if pulse.rise + pulse.fall > (gaps.min() ?? 1) + 0.008 { faults.append("rise and fall longer than the spacing") }
      if abs(pulse.fundamental - melody[number]) > melody[number] * 0.03 {
        faults.append("pulse \(number + 1) at \(pulse.fundamental) Hz")
      }
      if pulse.harmonics.count(where: { abs($0) <= 15 }) < 4 { faults.append("harmonics \(pulse.harmonics)") }
      if 20 * log10(pulse.peak) < Self.floor { faults.append("a peak of \(20 * log10(pulse.peak)) dB") }
    }
    let peaks = burst.map(\.peak)
    if let loudest = peaks.max(), let quietest = peaks.min(), 20 * log10(loudest / quietest) > 10 {
      faults.append("pulses of unequal loudness")
    }
  }
}
