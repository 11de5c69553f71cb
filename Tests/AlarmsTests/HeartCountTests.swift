import Alarms
import Readings
import TestSupport
import Testing

/// One heart with limits of 60 and 100 beats a minute that is reported every second, with all that follows.
private struct HeartScene {
  enum Beats { case agree, disagree, absent }

  var count = HeartCount()
  let rule: HeartRule
  private(set) var turns: [(at: Double, turn: HeartCount.Turn)] = []

  init(proved: Bounds = Bounds(5, 10), unproved: Bounds = Bounds(15, 30)) {
    rule = HeartRule(proved: proved, unproved: unproved)
  }

  mutating func waits(until end: Double, isIncluded: Bool = true) {
    while let due = count.deadline(rule), isIncluded ? due.seconds <= end : due.seconds < end {
      if let turn = count.turn(at: due, rule) { turns.append((due.seconds, turn)) }
    }
  }

  mutating func receives(_ rate: Double, _ beats: Beats = .agree, during seconds: Range<Int>) {
    for second in seconds { receives(rate, beats, at: Double(second)) }
  }

  mutating func receives(_ rate: Double, _ beats: Beats = .agree, at second: Double) {
    waits(until: second, isIncluded: false)
    count.take(
      HeartCount.Sample(
        value: rate, beyond: rate < 60 ? .low : rate > 100 ? .high : nil, isInside: 63...97 ~= rate,
        isProved: beats == .agree, agreeingBeats: beats == .agree ? 1 : beats == .absent ? 0 : nil,
        freshUntil: .at(second + 5)), at: .at(second), rule)
    waits(until: second)
  }

  var begins: [Double] { turns.compactMap { if case .begins = $0.turn { $0.at } else { nil } } }
  var ends: [Double] { turns.compactMap { $0.turn == .ends ? $0.at : nil } }
}

@Suite struct `A heart rate beyond its limit` {
  @Test func `that its beats prove is signalled by the bounds of a proved one`() {
    var scene = HeartScene()
    scene.receives(140, during: 0..<20)
    #expect(scene.begins == [5])
  }

  @Test func `that its beats contradict, or that has none, is signalled by those of an unproved one`() {
    for beats in [HeartScene.Beats.disagree, .absent] {
      var scene = HeartScene()
      scene.receives(140, beats, during: 0..<60)
      #expect(scene.begins == [30], "it has no three beats that agree")
    }
  }

  @Test
  func `that three beats confirm and then nothing proves is signalled by the not-before bound of an unproved one`() {
    var scene = HeartScene()
    scene.receives(140, during: 0..<3)
    scene.receives(140, .absent, during: 3..<40)
    #expect(scene.begins == [15])
  }

  @Test func `that two beats confirm is not`() {
    var scene = HeartScene()
    scene.receives(140, during: 0..<2)
    scene.receives(140, .absent, during: 2..<40)
    #expect(scene.begins == [30])
  }

  @Test func `whose beats a contradiction interrupts needs three others`() {
    var scene = HeartScene()
    scene.receives(140, during: 0..<2)
    scene.receives(140, .disagree, during: 2..<4)
    scene.receives(140, during: 4..<20)
    // Two of the first five seconds were proved.
    #expect(scene.begins == [7])
  }

  @Test func `has unproved bounds that are never below the proved ones`() {
    var scene = HeartScene(proved: Bounds(15, 30), unproved: Bounds(5, 10))
    scene.receives(140, .absent, during: 0..<60)
    #expect(scene.begins == [30])
  }

  @Test func `counts with proved time and unproved time together as unproved`() {
    var scene = HeartScene()
    for second in 0..<60 { scene.receives(140, second % 2 == 0 ? .agree : .disagree, at: Double(second)) }
    // Half of the time is proved: never three beats in a row, nor ten seconds in fifteen.
    #expect(scene.begins == [30])
  }
}

@Suite struct `Both limits of a heart rate` {
  @Test func `count together`() {
    var scene = HeartScene()
    for second in 0..<20 { scene.receives(second % 2 == 0 ? 140 : 40, at: Double(second)) }
    #expect(scene.begins == [5])
  }

  @Test func `are signalled on the side with more time`() {
    var scene = HeartScene()
    scene.receives(40, during: 0..<4)
    scene.receives(140, during: 4..<6)
    #expect(scene.turns.map(\.turn) == [.begins(.low)])
    #expect(scene.count.side == .low)
  }

  @Test func `are signalled at a tie on the latest`() {
    for (first, second, side) in [(40.0, 140.0, HeartCount.Side.high), (140, 40, .low)] {
      var scene = HeartScene(proved: Bounds(10, 20), unproved: Bounds(15, 30))
      scene.receives(first, during: 0..<5)
      scene.receives(second, during: 5..<11)
      #expect(scene.turns.map(\.turn) == [.begins(side)])
      #expect(scene.begins == [10])
    }
  }

  @Test func `change the side and not the alarm`() {
    var scene = HeartScene()
    scene.receives(140, during: 0..<20)
    scene.receives(40, during: 20..<60)
    // In the window of 15 s the low rate is there for as long as the high one after 7.5 s.
    #expect(scene.turns.map(\.turn) == [.begins(.high), .changes(.low)])
    #expect(scene.turns.last?.at == 27.5)
    #expect(scene.count.value(beyond: .low) == 40)
    #expect(scene.count.value(beyond: .high) == 140)
  }
}

@Suite struct `The end of an alarm on a heart rate` {
  @Test func `comes five seconds after a proved return`() {
    var scene = HeartScene()
    scene.receives(140, during: 0..<20)
    scene.receives(72, during: 20..<40)
    #expect(scene.ends == [25])
  }

  @Test func `comes half a minute after an unproved one`() {
    for beats in [HeartScene.Beats.disagree, .absent] {
      var scene = HeartScene()
      scene.receives(140, during: 0..<20)
      scene.receives(72, beats, during: 20..<80)
      #expect(scene.ends == [50])
    }
  }

  @Test func `comes with half a minute of forty-five seconds where an unproved return is interrupted`() {
    var scene = HeartScene()
    scene.receives(140, during: 0..<20)
    for second in 20..<120 { scene.receives(second % 4 == 3 ? 140 : 72, .absent, at: Double(second)) }
    #expect(scene.ends == [60], "three seconds of four")
  }

  @Test func `does not come within the hysteresis`() {
    var scene = HeartScene()
    scene.receives(140, during: 0..<20)
    scene.receives(99, during: 20..<300)
    #expect(scene.ends.isEmpty)
  }
}

@Suite struct `A heart on random series` {
  /// low, high, proved and beyond, inside, proved and inside.
  private static let things = 5

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `is signalled only where it may be, where it must be, and ends where it must`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let proved = Bounds.settable.randomElement(using: &random) ?? Bounds(5, 10)
    let given = Bounds.settable.randomElement(using: &random) ?? Bounds(15, 30)
    let unproved = Bounds(
      notBefore: max(proved.notBefore, given.notBefore), mustBy: max(proved.mustBy, given.mustBy))
    let rule = HeartRule(proved: proved, unproved: given)
    func window(_ bounds: Bounds) -> Double { 1.5 * bounds.mustBy.inSeconds }
    func long(_ bounds: Bounds) -> Double { max(120, 10 * bounds.mustBy.inSeconds) }
    let provedEnd = proved.notBefore.inSeconds
    var count = HeartCount(), plain = PlainCount(things: Self.things)
    var rate = 72.0, isProved = false, freshUntil = -1.0, next = 0.0, side: HeartCount.Side?
    var isWild = false, proof = 0.5
    for step in 0..<4_800 {
      let time = Double(step) / Double(PlainCount.perSecond)
      if time >= next {
        if Int.random(in: 0..<20, using: &random) == 0 { isWild.toggle() }
        if Int.random(in: 0..<30, using: &random) == 0 { proof = [0, 0.5, 1].randomElement(using: &random) ?? 0 }
        if freshUntil >= 0, time - freshUntil > 120 { plain.clear(0..<Self.things) }
        plain.settle(3..<5, isInTime: time <= freshUntil)
        rate = (isWild ? [40, 72, 98, 140] : [72]).randomElement(using: &random) ?? 72
        isProved = Double.random(in: 0..<1, using: &random) < proof
        freshUntil = time + 5
        let low = rate < 60, high = rate > 100
        count.take(
          HeartCount.Sample(
            value: rate, beyond: low ? .low : high ? .high : nil, isInside: rate == 72, isProved: isProved,
            agreeingBeats: isProved ? 1 : nil, freshUntil: .at(freshUntil)), at: .at(time), rule)
        next = time + (Int.random(in: 0..<150, using: &random) == 0 ? 127 : 1)
      }
      // The other side may overtake between two quarters.
      while let due = count.deadline(rule), due < .at(time) { if let turn = count.turn(at: due, rule) { note(turn) } }
      let wasOn = side != nil
      while let turn = count.turn(at: .at(time), rule) { note(turn) }
      func note(_ turn: HeartCount.Turn) {
        switch turn {
        case .begins(let begun): side = begun
        case .changes(let changed): side = changed
        case .ends: side = nil
        case .isCalm: break
        }
      }
      let isFresh = time < freshUntil, isBeyond = isFresh && rate != 72 && rate != 98
      func beyond(_ seconds: Double) -> Double { plain.seconds(0, in: seconds) + plain.seconds(1, in: seconds) }
      let isMust =
        isBeyond
        && (beyond(window(unproved)) >= unproved.mustBy.inSeconds || beyond(long(unproved)) >= long(unproved) / 2
          || plain.seconds(2, in: window(proved)) >= proved.mustBy.inSeconds
          || plain.seconds(2, in: long(proved)) >= long(proved) / 2)
      let isMay =
        isMust
        || isBeyond
          && (beyond(window(unproved)) >= unproved.notBefore.inSeconds
            || plain.seconds(2, in: window(proved)) >= proved.notBefore.inSeconds)
      let unprovedEnd = max(30, provedEnd)
      let isOver =
        isFresh && rate == 72
        && (plain.seconds(3, in: 1.5 * unprovedEnd) >= unprovedEnd
          || plain.seconds(4, in: 1.5 * provedEnd) >= provedEnd)
      if !wasOn && side != nil {
        #expect(isMay, "begins at \(time) s")
        let own = isProved ? window(proved) : window(unproved)
        let low = plain.seconds(0, in: own), high = plain.seconds(1, in: own)
        let leading = low == high ? (rate < 60 ? HeartCount.Side.low : .high) : low > high ? .low : .high
        #expect(side == leading, "begins at \(time) s")
      }
      if isMust { #expect(side != nil, "not begun at \(time) s") }
      if wasOn { #expect((side == nil) == isOver, "ended or not at \(time) s") }
      if wasOn && side == nil { plain.clear(0..<Self.things) }
      // What was inside before an alarm ends nothing of it.
      if !wasOn && side != nil { plain.clear(3..<5) }
      if isFresh {
        plain.pass([rate == 40, rate == 140, isProved && isBeyond])
        plain.wait(3..<5, [rate == 72, isProved && rate == 72])
      }
    }
  }
}
