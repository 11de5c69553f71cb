import Alarms
import Readings
import TestSupport
import Testing

/// One condition at one sensor that reports every second unless a test says otherwise, with all that follows.
private struct CountScene {
  var count = ShareCount()
  let rule: ShareRule
  private(set) var turns: [(at: Double, turn: ShareCount.Turn)] = []

  /// - Parameter holds: whether a report holds on its own.
  init(_ bounds: Bounds, holds: Bool = false) {
    rule = holds ? ShareRule(bounds).countingHeldTime : ShareRule(bounds)
  }

  mutating func waits(until end: Double) { turn(before: end, isIncluded: true) }

  private mutating func turn(before end: Double, isIncluded: Bool) {
    while let due = count.deadline(rule), isIncluded ? due.seconds <= end : due.seconds < end {
      if let turn = count.turn(at: due, rule) { turns.append((due.seconds, turn)) }
    }
  }

  mutating func receives(
    _ isBeyond: Bool, inside isInside: Bool? = nil, at second: Double, fresh: Double = 5, measured: Double? = nil
  ) {
    turn(before: second, isIncluded: false)
    count.take(
      ShareCount.Sample(
        isBeyond: isBeyond, isInside: isInside ?? !isBeyond, measuredAt: .at(measured ?? second),
        freshUntil: .at(second + fresh)), at: .at(second), rule)
    waits(until: second)
  }

  mutating func receives(_ isBeyond: Bool, inside isInside: Bool? = nil, during seconds: Range<Int>) {
    for second in seconds { receives(isBeyond, inside: isInside, at: Double(second)) }
  }

  var begins: [Double] { turns.compactMap { if case .begins = $0.turn { $0.at } else { nil } } }
  var ends: [Double] { turns.compactMap { if case .ends = $0.turn { $0.at } else { nil } } }
  var calms: [Double] { turns.compactMap { if case .isCalm = $0.turn { $0.at } else { nil } } }
}

@Suite struct `An alarm by the share rule` {
  @Test func `begins at its not-before time where two measurements confirm it`() {
    var scene = CountScene(Bounds(5, 10))
    scene.receives(true, during: 0..<20)
    #expect(scene.begins == [5])
  }

  @Test func `begins by its must-by time where one measurement is all that there is`() {
    var scene = CountScene(Bounds(30, 90))
    scene.receives(true, at: 0, fresh: 150)
    scene.waits(until: 200)
    #expect(scene.begins == [90])
  }

  @Test func `takes a measurement that is sent again for no confirmation`() {
    var scene = CountScene(Bounds(5, 10))
    for second in 0..<20 { scene.receives(true, at: Double(second), measured: 0) }
    #expect(scene.begins == [10])
  }

  @Test(arguments: [1, 2, 3, 5, 8])
  func `on a value that flickers begins by one and a half of its must-by time`(beats: Int) {
    // Two thirds of the time beyond: M in all within W.
    var scene = CountScene(Bounds(30, 60))
    for second in 0..<120 { scene.receives(second / beats % 3 != 2, at: Double(second), measured: 0) }
    #expect(scene.begins.first.map { (60...90).contains($0) } == true, "\(scene.begins)")
  }

  @Test(arguments: [1, 4, 9])
  func `on a value that is beyond half of the time begins when that is half of ten must-by times`(seconds: Int) {
    var scene = CountScene(Bounds(15, 20))
    for second in 0..<240 { scene.receives(second / seconds % 2 == 0, at: Double(second), measured: 0) }
    // M is 20 s of any 30 s, which half of the time is not; half of 200 s is reached before they are over, and while it
    // is beyond.
    #expect(scene.begins.first.map { (199 - 2 * Double(seconds)...200).contains($0) } == true, "\(scene.begins)")
  }

  @Test func `on a value that is beyond for less than that never begins`() {
    var scene = CountScene(Bounds(15, 20))
    for second in 0..<2_000 { scene.receives(second % 10 < 4, at: Double(second), measured: 0) }
    #expect(scene.begins.isEmpty)
  }

  @Test func `with short bounds looks back for two minutes at least`() {
    var scene = CountScene(Bounds(5, 10))
    for second in 0..<200 { scene.receives(second % 2 == 0, at: Double(second), measured: 0) }
    #expect(scene.begins.first.map { (118...120).contains($0) } == true, "\(scene.begins)")
  }

  @Test(arguments: [6.0, 60, 120, 125])
  func `cuts out a gap of up to two minutes after its data have gone stale`(gap: Double) {
    var scene = CountScene(Bounds(5, 10))
    scene.receives(true, at: 0, measured: 0)
    for second in 0..<20 { scene.receives(true, at: gap + Double(second), measured: 0) }
    // Five seconds were fresh before it.
    #expect(scene.begins == [gap + 5])
  }

  @Test func `begins its count again after a longer gap`() {
    var scene = CountScene(Bounds(5, 10))
    scene.receives(true, during: 0..<4)
    for second in 0..<20 { scene.receives(true, at: 128.1 + Double(second), measured: 0) }
    #expect(scene.begins == [138.1])
  }

  @Test func `never begins on data that are stale`() {
    var scene = CountScene(Bounds(5, 10))
    scene.receives(true, at: 0)
    scene.waits(until: 300)
    #expect(scene.begins.isEmpty, "it is stale when its time would be over")
    for place in 0..<40 { scene.receives(true, at: 300 + Double(place) * 20, fresh: 0.25, measured: 0) }
    #expect(scene.begins.isEmpty)
  }

  @Test func `never begins on a value that is not beyond, however long it was`() {
    var scene = CountScene(Bounds(30, 60))
    for second in 0..<59 { scene.receives(true, at: Double(second), measured: 0) }
    scene.receives(false, inside: false, during: 59..<70)
    #expect(scene.begins.isEmpty)
    scene.receives(true, at: 70, measured: 0)
    scene.waits(until: 72)
    #expect(scene.begins == [71], "a minute beyond in all")
  }

  @Test func `ends when its value was inside for its not-before time in all within one and a half of that`() {
    var scene = CountScene(Bounds(20, 40))
    scene.receives(true, during: 0..<60)
    for second in 60..<120 { scene.receives(second % 6 == 5, at: Double(second)) }
    // Five seconds of six: twenty in twenty-four.
    #expect(scene.ends == [84], "it is beyond at 83 s")
  }

  @Test func `does not end on a value that is inside for less than that`() {
    var scene = CountScene(Bounds(20, 40))
    scene.receives(true, during: 0..<60)
    for second in 60..<600 { scene.receives(second % 2 == 1, at: Double(second)) }
    #expect(scene.ends.isEmpty)
  }

  @Test func `does not end within its hysteresis`() {
    var scene = CountScene(Bounds(5, 10))
    scene.receives(true, during: 0..<10)
    scene.receives(false, inside: false, during: 10..<300)
    #expect(scene.ends.isEmpty)
  }

  @Test(arguments: [(0, 5.0), (5, 5), (30, 30), (120, 60)])
  func `ends after its not-before time, but five seconds to a minute`(notBefore: Int, end: Double) {
    var scene = CountScene(Bounds(notBefore, 3 * notBefore + 10))
    scene.receives(true, during: 0..<400)
    scene.receives(false, during: 400..<500)
    #expect(scene.ends == [400 + end])
  }

  @Test func `does not end while its data are stale`() {
    var scene = CountScene(Bounds(30, 60))
    scene.receives(true, during: 0..<60)
    scene.receives(false, during: 60..<66)
    scene.waits(until: 170)
    #expect(scene.ends.isEmpty)
    scene.receives(false, during: 170..<220)
    #expect(scene.ends == [195], "what was held after the last value does not count, the five seconds before it do")
  }

  @Test func `does not end on a value that is only held`() {
    var scene = CountScene(Bounds(5, 10))
    scene.receives(true, during: 0..<20)
    scene.receives(false, during: 20..<24)
    scene.waits(until: 60)
    #expect(scene.ends.isEmpty)
    scene.receives(false, at: 60)
    #expect(scene.ends.isEmpty, "nothing is known of the time before it")
  }

  @Test func `does not end on the time before and after a message without a number`() {
    var scene = CountScene(Bounds(5, 10))
    scene.receives(true, during: 0..<20)
    for second in stride(from: 20.0, to: 60, by: 2) {
      scene.receives(false, at: second)
      scene.count.interrupt()
    }
    #expect(scene.ends.isEmpty)
    scene.receives(false, during: 60..<66)
    #expect(scene.ends == [65])
  }

  @Test func `ends with a report that holds on its own`() {
    var scene = CountScene(Bounds(5, 10), holds: true)
    scene.receives(true, during: 0..<20)
    scene.receives(false, at: 20, fresh: 600)
    scene.waits(until: 30)
    #expect(scene.ends == [25])
  }

  @Test func `begins its count again at an end`() {
    var scene = CountScene(Bounds(5, 10))
    scene.receives(true, during: 0..<10)
    scene.receives(false, during: 10..<16)
    for second in 16..<40 { scene.receives(true, at: Double(second), measured: 16) }
    #expect(scene.begins == [5, 26])
    #expect(scene.ends == [15])
  }

  @Test func `leaves its episode when all was well for ten seconds, or its must-by time, in all within one and a half`()
  {
    for (bounds, calm) in [(Bounds(0, 5), 10.0), (Bounds(5, 10), 10), (Bounds(30, 90), 90)] {
      var scene = CountScene(bounds)
      scene.receives(true, during: 0..<100)
      scene.receives(false, during: 100..<300)
      #expect(scene.calms == [100 + calm])
      #expect(scene.count.isCalm)
    }
  }

  @Test func `with a must-by time of half an hour begins at that time, and no dip begins it again`() {
    var scene = CountScene(Bounds(1_800, 1_800))
    for minute in stride(from: 0.0, to: 3_000, by: 60) {
      scene.receives(!(600..<720).contains(minute), at: minute, fresh: 150)
    }
    #expect(scene.begins == [1_920])
  }
}

@Suite struct `The share rule on random series` {
  private static let bounds = [Bounds(0, 10), Bounds(5, 10), Bounds(10, 20), Bounds(30, 60), Bounds(60, 60)]

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `begins only where it may, has begun where it must, and ends where it must`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bounds = Self.bounds.randomElement(using: &random) ?? Bounds(5, 10)
    let rule = ShareRule(bounds)
    let not = bounds.notBefore.inSeconds, must = bounds.mustBy.inSeconds
    let end = min(max(not, 5), 60), long = max(120, 10 * must)
    var count = ShareCount(), plain = PlainCount(things: 2)
    var isOn = false, isBeyond = false, isInside = false, freshUntil = -1.0, next = 0.0
    var share = 0.5, pause = 1.0
    for step in 0..<4_800 {
      let time = Double(step) / Double(PlainCount.perSecond)
      // What is due before this instant, looked at as a box does.
      while let due = count.deadline(rule), due < .at(time) {
        Issue.record("due at \(due.seconds) s, between two quarters, or not reported at its own")
        return
      }
      if time >= next {
        if Int.random(in: 0..<30, using: &random) == 0 { share = Double.random(in: 0...1, using: &random) }
        if Int.random(in: 0..<30, using: &random) == 0 {
          pause = [0.25, 1, 1, 4, 30].randomElement(using: &random) ?? 1
        }
        if freshUntil >= 0, time - freshUntil > 120 { plain.clear(0..<2) }
        plain.settle(1..<2, isInTime: time <= freshUntil)
        isBeyond = Double.random(in: 0..<1, using: &random) < share
        isInside = !isBeyond && Int.random(in: 0..<4, using: &random) > 0
        freshUntil = time + (pause > 4 ? 7.5 : 5)
        count.take(
          ShareCount.Sample(
            isBeyond: isBeyond, isInside: isInside, measuredAt: .at(time), freshUntil: .at(freshUntil)), at: .at(time),
          rule)
        next = time + (Int.random(in: 0..<150, using: &random) == 0 ? 126 : pause)
      }
      let wasOn = isOn, isFresh = time < freshUntil
      while let turn = count.turn(at: .at(time), rule) {
        if case .begins = turn { isOn = true }
        if case .ends = turn { isOn = false }
      }
      let beyond = plain.seconds(0, in: 1.5 * must)
      let isMust = isFresh && isBeyond && (beyond >= must || plain.seconds(0, in: long) >= long / 2)
      let isOver = isFresh && isInside && plain.seconds(1, in: 1.5 * end) >= end
      if isOn != wasOn {
        if isOn { #expect(isFresh && isBeyond && (beyond >= not || isMust), "begins at \(time) s") }
        if !isOn { #expect(isOver, "ends at \(time) s") }
      }
      if isMust { #expect(isOn, "not begun at \(time) s") }
      if wasOn && isOver { #expect(!isOn, "not ended at \(time) s") }
      if wasOn && !isOn { plain.clear(0..<2) }
      // What was inside before an alarm ends nothing of it.
      if !wasOn && isOn { plain.clear(1..<2) }
      if isFresh {
        plain.pass([isBeyond])
        plain.wait(1..<2, [isInside])
      }
    }
  }
}
