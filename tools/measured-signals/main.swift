import Alarms
import Glibc

/// Prints a message on standard error.
func complain(_ sentence: String) {
  var text = "measured-signals: \(sentence)\n"
  text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Renders ten minutes of every alarm's sound and lamp, measures samples and edges, and compares them with the table of
/// the standard that they are patterned on. It then damages them and checks that each damage is refused.
enum MeasuredSignals {
  static let seconds = 600

  static func samples(_ signal: SoundSignal, _ level: SoundLevel, seconds: Int) -> [Int16] {
    var renderer = ToneRenderer(level: level)
    renderer.play(signal)
    var samples = [Int16](repeating: 0, count: seconds * ToneRenderer.sampleRate)
    var span = samples.mutableSpan
    renderer.render(into: &span)
    return samples
  }

  static let signals = Priority.allCases.flatMap { priority in
    SignalFamily.allCases.map { SoundSignal(priority: priority, family: $0) }
  }

  static func range(_ values: [Double], _ scale: Double = 1) -> String {
    func text(_ value: Double) -> String { "\((value * scale * 10).rounded() / 10)" }
    guard let least = values.min(), let most = values.max() else { return "none" }
    return text(least) == text(most) ? text(least) : "\(text(least))–\(text(most))"
  }

  static func row(_ name: String, _ measurement: SoundMeasurement) -> String {
    let bursts = measurement.bursts.dropLast()
    let pulses = bursts.flatMap { $0 }
    let pauses = zip(bursts, bursts.dropFirst()).compactMap { burst, next -> Double? in
      guard let end = burst.last?.end, let start = next.first?.start else { return nil }
      return start - end
    }
    let harmonics = pulses.flatMap { $0.harmonics.filter { abs($0) <= 15 } }
    let fewest = pulses.map { $0.harmonics.count { abs($0) <= 15 } }.min() ?? 0
    return
      "| \(name) | \(bursts.count) | \(range(pulses.map(\.duration), 1000)) | \(range(pulses.map(\.rise), 1000)) | "
      + "\(range(pauses)) | \(range(pulses.map(\.fundamental))) | \(fewest): \(range(harmonics)) | "
      + "\(range(pulses.map { 20 * log10($0.peak) })) |"
  }

  static func main() throws -> Int32 {
    var faults: [String] = []
    print("| signal, level | bursts | pulse ms | rise ms | pause s | fundamental Hz | harmonics dB | peak dB |")
    print("|---|---|---|---|---|---|---|---|")
    for signal in signals {
      for level in [SoundLevel.floor, .standard, .maximum] {
        let measurement = SoundMeasurement(samples(signal, level, seconds: seconds))
        let name = "\(signal.priority.name) \(signal.family.name), \(level.decibels) dB"
        print(row(name, measurement))
        faults += SoundTable(signal.priority, signal.family).faults(in: measurement).prefix(5).map { "\(name): \($0)" }
      }
    }
    for (priority, lamp, pattern) in [
      (Priority.high, Lamp.red, LampPattern.highPriority), (.medium, .yellow, .mediumPriority),
      (.low, .yellow, .lowPriority), (.low, .blue, .lowPriority),
    ] {
      let measurement = try LampMeasurement(pattern, on: lamp, seconds: Double(seconds))
      print("lamp \(lamp.name), \(priority.name): \(measurement.summary)")
      faults += measurement.faults(priority, seconds: Double(seconds)).prefix(5).map { "lamp \(lamp.name): \($0)" }
    }
    let refusals = try damaged(&faults)
    for fault in faults { complain(fault) }
    guard faults.isEmpty else { return 1 }
    print(
      "Ten minutes of \(signals.count) sounds at three levels and of 4 lamps are within the table; "
        + "\(refusals) damaged or exchanged ones are refused.")
    return 0
  }

  /// Checks that damaged signals are refused.
  /// - Returns: the number of refusals.
  static func damaged(_ faults: inout [String]) throws -> Int {
    var refusals = 0
    func mustRefuse(_ found: [String], _ name: String) {
      if found.isEmpty { faults.append("not refused: \(name)") } else { refusals += 1 }
    }
    for signal in signals {
      let intact = samples(signal, .standard, seconds: 200)
      let table = SoundTable(signal.priority, signal.family)
      for damage in Damage.allCases {
        mustRefuse(
          table.faults(in: SoundMeasurement(damage(intact))),
          "\(signal.priority.name) \(signal.family.name), \(damage.rawValue)")
      }
      let measurement = SoundMeasurement(intact)
      for asked in signals where asked != signal {
        mustRefuse(
          SoundTable(asked.priority, asked.family).faults(in: measurement),
          "\(signal.priority.name) \(signal.family.name) as \(asked.priority.name) \(asked.family.name)")
      }
    }
    for slowdown in [10.0, 2, 0.5] {
      let slow = try LampMeasurement(.highPriority, on: .red, seconds: Double(seconds), slowdown: slowdown)
      mustRefuse(slow.faults(.high, seconds: Double(seconds)), "a red lamp \(slowdown) times as slow")
    }
    let medium = try LampMeasurement(.mediumPriority, on: .yellow, seconds: Double(seconds), slowdown: 8.333)
    mustRefuse(medium.faults(.medium, seconds: Double(seconds)), "a yellow lamp that blinks every 16.667 s")
    for pattern in [LampPattern.off, .on, .doubleBlink, .allIsWell, .mediumPriority] {
      let other = try LampMeasurement(pattern, on: .red, seconds: Double(seconds))
      mustRefuse(other.faults(.high, seconds: Double(seconds)), "\(pattern.name) instead of high")
    }
    return refusals
  }
}

do {
  exit(try MeasuredSignals.main())
} catch {
  complain("\(error)")
  exit(1)
}
