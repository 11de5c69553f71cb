import Alarms
import Board
import TestSupport
import Testing

@Suite struct `A microphone` {
  /// The sounder's first pulse, from its middle.
  private func heard(_ level: SoundLevel = .standard, noise: Double = 0) -> [Double] {
    var renderer = ToneRenderer(level: level)
    renderer.play(SoundSignal(priority: .low, family: .technical))
    var samples = [Int16](repeating: 0, count: 6000)
    var span = samples.mutableSpan
    renderer.render(into: &span)
    var random = SplitMix64(seed: 1)
    return samples.suffix(2048).map { Double($0) + noise * Double.random(in: -1...1, using: &random) }
  }

  @Test func `hears the sounder at every level, and over noise`() {
    #expect(ToneDetector.isTone(heard(), hertz: Note.c4.hertz))
    #expect(ToneDetector.isTone(heard(.floor), hertz: Note.c4.hertz))
    #expect(ToneDetector.isTone(heard(.standard, noise: 4000), hertz: Note.c4.hertz))
  }

  @Test func `hears a sounder that is far away`() {
    #expect(ToneDetector.isTone(heard(.floor).map { $0 / 30 }, hertz: Note.c4.hertz))
  }

  @Test func `does not take silence, noise or another note for the tone`() {
    #expect(!ToneDetector.isTone([Double](repeating: 0, count: 2048), hertz: Note.c4.hertz))
    #expect(!ToneDetector.isTone([Double](repeating: 900, count: 2048), hertz: Note.c4.hertz), "a constant")
    #expect(!ToneDetector.isTone(heard().map { _ in 0 }, hertz: Note.c4.hertz))
    var random = SplitMix64(seed: 2)
    let noise = (0..<2048).map { _ in Double.random(in: -9000...9000, using: &random) }
    #expect(!ToneDetector.isTone(noise, hertz: Note.c4.hertz))
    #expect(!ToneDetector.isTone(heard(), hertz: Note.e4.hertz))
    #expect(!ToneDetector.isTone([], hertz: Note.c4.hertz))
  }
}
