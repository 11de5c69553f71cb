import Alarms
import Readings
import TestSupport
import Testing

@testable import Monitor

/// The box decides by a belief about the sounder, which plays by its own rule (`ToneRenderer`). Both must agree in every order of
/// alarms, beeps and hands, or a burst is cut.
@Suite struct `What the box believes of its sounder` {
  enum Step: CaseIterable {
    case high, medium, low, beeps, hand
    var signal: SoundSignal? {
      switch self {
      case .high: SoundSignal(priority: .high, family: .heart)
      case .medium: SoundSignal(priority: .medium, family: .air)
      case .low: SoundSignal(priority: .low, family: .technical)
      case .beeps: .beeps(3)
      case .hand: nil
      }
    }
  }

  private static func samples(_ seconds: Double) -> Int { Int((seconds * Double(ToneRenderer.sampleRate)).rounded()) }

  /// A sounder that receives what the box has decided.
  private struct Bench {
    var keeper = BurstSchedule(), renderer = ToneRenderer(), heard: [Int16] = []

    mutating func waits(until seconds: Double) {
      var part = [Int16](repeating: 0, count: max(0, samples(seconds) - heard.count))
      var span = part.mutableSpan
      renderer.render(into: &span)
      heard += part
    }

    mutating func happens(_ step: Step, at seconds: Double) {
      waits(until: seconds)
      let instant = Instant.start.advanced(by: .nanoseconds(Int64(seconds * 1e9)))
      if keeper.want(step.signal, isByHand: step == .hand, at: instant) { renderer.play(keeper.sound) }
    }
  }

  /// Where a whole burst of the signal stands in the sound after a time, s.
  private func start(of signal: SoundSignal, in heard: [Int16], after seconds: Double) -> Double? {
    var expected = ToneRenderer()
    expected.play(signal)
    var burst = [Int16](repeating: 0, count: Self.samples(signal.rhythm.length.inSeconds))
    var span = burst.mutableSpan
    expected.render(into: &span)
    let first = Self.samples(seconds)
    guard heard.count >= first + burst.count else { return nil }
    for place in first...(heard.count - burst.count)
    where heard[place + 1] == burst[1] && heard[place + 2000] == burst[2000] {
      if heard[place..<place + burst.count].elementsEqual(burst) {
        return Double(place) / Double(ToneRenderer.sampleRate)
      }
    }
    return nil
  }

  /// Plays the steps with a pause after each, and then an alarm.
  private func check(_ steps: [(Step, pause: Double)], _ last: Step) throws {
    var bench = Bench(), time = 1.0
    for (step, pause) in steps {
      bench.happens(step, at: time)
      time += pause
    }
    bench.happens(last, at: time)
    let signal = try #require(last.signal)
    // A burst of the same or a higher priority goes on.
    guard bench.keeper.sound == signal, bench.keeper.deadline == nil, let nextEnd = bench.keeper.nextEnd else { return }
    let believed = nextEnd.advanced(by: .nanoseconds(-(signal.rhythm.length + .milliseconds(50)).wholeNanoseconds))
    guard Instant.start.duration(to: believed).inSeconds >= time - 0.001 else { return }
    bench.waits(until: time + 0.7 + signal.rhythm.length.inSeconds)
    let heard = try #require(start(of: signal, in: bench.heard, after: time - 0.001), "\(steps) \(last)")
    #expect(abs(heard - Instant.start.duration(to: believed).inSeconds) < 0.001, "\(steps) \(last)")
  }

  @Test(arguments: [0.05, 0.2, 0.45, 0.6], [0.05, 0.16, 0.3, 0.7])
  func `holds for an alarm, a hand, beeps and an alarm again`(toBeeps: Double, toAlarm: Double) throws {
    try check([(.high, 0.1), (.hand, toBeeps), (.beeps, toAlarm)], .medium)
  }

  @Test func `holds for an alarm that a hand has cut off a moment ago`() throws {
    try check([(.high, 0.13), (.hand, 0.2)], .high)
  }

  @Test func `holds for an alarm that takes over between two bursts`() throws {
    try check([(.medium, 5)], .high)
  }

  @Test func `holds for an alarm that takes over in the middle of a pulse and between two`() throws {
    for pause in [0.05, 0.19, 0.21, 0.3] { try check([(.medium, pause)], .high) }
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func `holds in every order`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let steps = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      (
        Step.allCases.randomElement(using: &random) ?? .hand,
        pause: Bool.random(using: &random)
          ? Double.random(in: 0.005...0.3, using: &random) : .random(in: 0.3...1.5, using: &random)
      )
    }
    try check(steps, [.high, .medium, .low].randomElement(using: &random) ?? .high)
  }
}

/// A person counts beeps: two for done, four for refused.
@Suite struct `Beeps that are counted` {
  /// How many pulses of beeps sound, and no part of one.
  private func heard(_ events: [(Double, Event)]) -> [Int] {
    var scene = MonitorScene()
    scene.happens(.tick, at: 0)
    for (time, event) in events { scene.happens(event, at: time) }
    let end = (events.last?.0 ?? 0) + 6
    scene.waits(until: end)
    var renderer = ToneRenderer(), now = 0, isBeeps = false, pulses: [Int] = []
    func listen(until seconds: Double) {
      var part = [Int16](repeating: 0, count: max(0, Int(seconds * Double(ToneRenderer.sampleRate)) - now))
      var span = part.mutableSpan
      renderer.render(into: &span)
      now += part.count
      guard isBeeps else { return }
      var silent = 2000
      for sample in part {
        silent = abs(Int(sample)) > 200 ? 0 : silent + 1
        if silent == 0 { pulses[pulses.count - 1] += 1 }
      }
    }
    for (time, action) in scene.done {
      guard case .sound(let signal) = action else { continue }
      listen(until: time)
      renderer.play(signal)
      isBeeps = signal.map { $0.beeps > 0 } ?? false
      if isBeeps { pulses.append(0) }
    }
    listen(until: end)
    // A beep sounds for a tenth of a second.
    return pulses.map { Int((Double($0) / Double(ToneRenderer.sampleRate) / 0.1).rounded()) }
  }

  @Test func `are all heard from silence`() { #expect(heard([(5, .beeps(4))]) == [4]) }

  @Test(arguments: [0.02, 0.1, 0.3, 0.45, 0.6]) func `are all heard after an alarm that a hand has silenced`(
    pause: Double
  ) {
    #expect(heard([(5, .fault(.frozen)), (5.3, .silence), (5.3 + pause, .beeps(4))]) == [4])
  }

  @Test func `are all heard after others, also as many`() {
    #expect(heard([(5, .beeps(2)), (5.1, .beeps(4))]) == [2, 4])
    #expect(heard([(5, .beeps(2)), (5.1, .beeps(2))]) == [2, 2])
    #expect(heard([(5, .beeps(2)), (5.1, .beeps(3)), (5.2, .beeps(4))]) == [2, 4], "the latest waits")
  }
}
