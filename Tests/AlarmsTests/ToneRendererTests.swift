import Alarms
import TestSupport
import Testing

@Suite struct `The tone renderer` {
  private let heart = SoundSignal(priority: .high, family: .heart)
  private let air = SoundSignal(priority: .medium, family: .air)

  private func samples(_ count: Int, of renderer: inout ToneRenderer) -> [Int16] {
    var samples = [Int16](repeating: 77, count: count)
    var span = samples.mutableSpan
    renderer.render(into: &span)
    return samples
  }

  private func seconds(_ seconds: Double) -> Int { Int((seconds * Double(ToneRenderer.sampleRate)).rounded()) }

  @Test(arguments: [1, 7, 64, 240, 480, 1024, 4096, 48_001])
  func `gives the same samples whatever the sizes of the buffers`(size: Int) {
    var whole = ToneRenderer()
    whole.play(heart)
    let expected = samples(seconds(11), of: &whole)
    var pieces = ToneRenderer()
    pieces.play(heart)
    var joined: [Int16] = []
    while joined.count < expected.count { joined += samples(min(size, expected.count - joined.count), of: &pieces) }
    #expect(joined == expected)
  }

  @Test func `is silent until it is told to play`() {
    var renderer = ToneRenderer()
    #expect(renderer.isSilent)
    #expect(samples(1000, of: &renderer).allSatisfy { $0 == 0 })
  }

  @Test func `begins at once from silence`() {
    var renderer = ToneRenderer()
    _ = samples(seconds(3), of: &renderer)
    renderer.play(heart)
    #expect(samples(seconds(0.02), of: &renderer).contains { abs(Int($0)) > 5_000 })
  }

  @Test func `falls silent within the fall of a pulse and without a click`() {
    var renderer = ToneRenderer()
    renderer.play(heart)
    let before = samples(seconds(0.06), of: &renderer)
    renderer.play(nil)
    #expect(!renderer.isSilent)
    let after = samples(seconds(1), of: &renderer)
    #expect(after.dropFirst(seconds(0.019)).allSatisfy { $0 == 0 })
    #expect(renderer.isSilent)
    let joined = before + after
    let steepest = zip(joined, joined.dropFirst()).map { abs(Int($1) - Int($0)) }.max() ?? 0
    var undisturbed = ToneRenderer()
    undisturbed.play(heart)
    let pulse = samples(seconds(0.1), of: &undisturbed)
    let steps: [Int] = zip(pulse, pulse.dropFirst()).map { abs(Int($1) - Int($0)) }
    #expect(steepest <= (steps.max() ?? 0) + 1)
  }

  @Test(arguments: [0.01, 0.06, 0.2, 1.1, 2.4, 2.9])
  func `another signal takes over after a pause longer than any within a burst`(moment: Double) throws {
    var renderer = ToneRenderer()
    renderer.play(air)
    _ = samples(seconds(moment), of: &renderer)
    renderer.play(heart)
    let after = samples(seconds(6), of: &renderer)
    var expected = ToneRenderer()
    expected.play(heart)
    let burst = samples(seconds(2.5), of: &expected)
    // Somewhere in what follows stands a whole burst of the new signal, with silence of half a second before it unless
    // there had been silence already.
    let start = try #require((0..<seconds(0.6)).first { Array(after[$0..<$0 + burst.count]) == burst })
    let longestPauseWithin = 0.38
    let lastSound = after[..<start].lastIndex { $0 != 0 }
    if let lastSound { #expect(start - lastSound > seconds(longestPauseWithin)) }
  }

  @Test(arguments: [0.01, 0.09, 0.2, 0.3, 0.82, 0.9])
  func `an alarm does not wait for beeps, whether they sound or have just ended`(moment: Double) throws {
    var renderer = ToneRenderer()
    renderer.play(.beeps(3))
    _ = samples(seconds(moment), of: &renderer)
    if moment > 0.82 { renderer.play(nil) }
    renderer.play(heart)
    let after = samples(seconds(6), of: &renderer)
    var expected = ToneRenderer()
    expected.play(heart)
    let burst = samples(seconds(2.5), of: &expected)
    let start = try #require((0..<seconds(0.6)).first { Array(after[$0..<$0 + burst.count]) == burst })
    #expect(start <= seconds(0.016), "only a pulse that sounds fades out first")
  }

  @Test func `what is left of that pause counts from the end of the sound`() throws {
    var renderer = ToneRenderer()
    renderer.play(air)
    _ = samples(seconds(0.06), of: &renderer)
    renderer.play(nil)
    for _ in 0..<30 { _ = samples(seconds(0.01), of: &renderer) }
    renderer.play(heart)
    let first = try #require(samples(seconds(1), of: &renderer).firstIndex { $0 != 0 })
    #expect((seconds(0.2)...seconds(0.23)).contains(first))
  }

  @Test func `the same signal again does not disturb its rhythm`() {
    var renderer = ToneRenderer()
    var disturbed = ToneRenderer()
    renderer.play(heart)
    disturbed.play(heart)
    let expected = samples(seconds(6), of: &renderer)
    var heard: [Int16] = []
    for _ in 0..<60 {
      disturbed.play(heart)
      heard += samples(seconds(0.1), of: &disturbed)
    }
    #expect(heard == expected)
  }

  @Test(arguments: [(-200, -20), (-20, -20), (-12, -12), (-1, -1), (40, -1), (Double.nan, -1), (-Double.infinity, -20)])
  func `no level lies under the floor or clips`(asked: Double, expected: Double) {
    #expect(SoundLevel(decibels: asked).decibels == expected)
    var renderer = ToneRenderer(level: SoundLevel(decibels: asked))
    renderer.play(heart)
    let peak = samples(seconds(2), of: &renderer).map { abs(Double($0)) }.max() ?? 0
    #expect(abs(Decibels.of(peak / 32_767) - expected) < 0.2)
  }

  @Test func `a change of level takes effect with the next pulse`() {
    var renderer = ToneRenderer(level: .floor)
    renderer.play(heart)
    let first = samples(seconds(0.05), of: &renderer)
    renderer.level = .maximum
    let rest = samples(seconds(0.07), of: &renderer)
    #expect((rest.max() ?? 0) <= (first.max() ?? 0) + 100)
    #expect((samples(seconds(0.2), of: &renderer).max() ?? 0) > 20_000)
  }

  @Test func `the score on the screen has the notes that sound`() {
    #expect(heart.score == "C4 E4 G4 – G4 C5, C4 E4 G4 – G4 C5")
    #expect(air.score == "C4 A4 F4")
    #expect(SoundSignal(priority: .low, family: .technical).score == "C4 C4")
  }
}
