import Alarms
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `A stuck button` {
  /// Pressed once a second from half a second on, while a high alarm sounds from the start.
  private func pressed(until end: Int, then happen: (inout MonitorScene) -> Void = { _ in }) -> MonitorScene {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    for second in 0..<end { scene.happens(.button(.a, .short), at: Double(second) + 0.5) }
    happen(&scene)
    return scene
  }

  @Test func `is told, and silences nothing more`() {
    let scene = pressed(until: 3600)
    #expect(scene.onsets(of: .buttonStuck) == [40.5], "the eleventh press is at 10.5 s, and it goes on for 30 s")
    #expect(scene.changes(of: .buttonStuck).first?.alarm.priority == .low)
    #expect(scene.changes(of: .adapterGone).map(\.at) == [0, 0.5, 120.5], "a pause that runs ends at its time")
    #expect((121..<3600).allSatisfy { scene.sound(at: Double($0))?.priority == .high })
  }

  @Test func `counts again when it has rested for 10 s`() {
    let scene = pressed(until: 200) { scene in
      scene.happens(.button(.a, .short), at: 209.4)
      scene.happens(.button(.a, .short), at: 219.4)
      scene.waits(until: 230)
    }
    #expect(scene.ends(of: .buttonStuck) == [219.4])
    #expect(scene.sound(at: 219.3)?.priority == .high)
    #expect(scene.changes(of: .adapterGone).last?.at == 219.4)
    #expect(scene.sound(at: 230) == nil)
  }

  @Test func `leaves the orders of the socket and of other buttons as they are`() {
    for order in [Event.pause, .silence, .acknowledge(.adapterGone)] {
      let scene = pressed(until: 200) { $0.happens(order, at: 200) }
      #expect(scene.sound(at: 199)?.priority == .high)
      #expect(scene.sound(at: 200)?.priority != .high)
      #expect(scene.ends(of: .buttonStuck).isEmpty)
    }
  }

  @Test func `is no button that means something else`() {
    var scene = MonitorScene()
    for second in 0..<300 { scene.happens(.button(.b, .long), at: Double(second)) }
    #expect(scene.onsets(of: .buttonStuck).isEmpty)
    #expect(scene.summaries.count == 150, "each second press ends a session")
  }

  @Test func `is told by the box of its own, as long as any is stuck`() {
    var scene = MonitorScene()
    scene.happens(.buttonStuck(.a), at: 10)
    scene.happens(.buttonStuck(.c), at: 20)
    scene.happens(.buttonFree(.a), at: 30)
    scene.happens(.button(.a, .short), at: 35)
    scene.happens(.buttonFree(.c), at: 40)
    #expect(scene.onsets(of: .buttonStuck) == [10])
    #expect(scene.ends(of: .buttonStuck) == [40])
  }
}

@Suite struct `What makes a button stuck` {
  private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64((seconds * 1e9).rounded())) }

  /// When a button is stuck and when it is free again, s, looked at only when it asks for it.
  private func changes(_ presses: [(down: Double, up: Double)], until end: Double) -> [Double] {
    var button = ButtonGuard(), found: [Double] = []
    func note(_ seconds: Double) { if button.isStuck != (found.count % 2 == 1) { found.append(seconds) } }
    func wait(to end: Instant) {
      while let deadline = button.nextDeadline, deadline < end {
        button.advance(to: deadline)
        note(deadline.seconds)
      }
    }
    for press in presses {
      for (isPressed, seconds) in [(true, press.down), (false, press.up)] {
        wait(to: at(seconds))
        button.take(isPressed: isPressed, at: at(seconds))
        note(seconds)
      }
    }
    wait(to: at(end))
    return found
  }

  private func every(_ seconds: Double, times: Int) -> [(down: Double, up: Double)] {
    (0..<times).map { (Double($0) * seconds, Double($0) * seconds + 0.1) }
  }

  @Test func `is that it is held for 30 s, at once`() {
    #expect(changes([(5, 100)], until: 200) == [35, 110])
    #expect(changes([(5, 34.9), (35, 64.9)], until: 200).isEmpty)
  }

  @Test func `is that it is pressed more than ten times a minute for half a minute more`() {
    #expect(changes(every(5.4, times: 60), until: 1000).first == 84, "the eleventh press is at 54 s")
    #expect(changes(every(5.9, times: 60), until: 1000).first == 89, "there are eleven in the minute before each press")
    #expect(changes(every(6.1, times: 60), until: 1000).isEmpty)
  }

  @Test func `is not that somebody pressed in haste and stopped`() {
    #expect(changes(every(0.5, times: 12), until: 200).isEmpty)
    #expect(changes(every(0.5, times: 12) + [(50, 50.1)], until: 200).isEmpty, "it has rested")
    let goesOn = every(9, times: 5).map { ($0.down + 14, $0.up + 14) }
    #expect(changes(every(0.5, times: 12) + goesOn, until: 200).first == 35)
    #expect(changes(every(0.5, times: 12) + [(61, 61.1), (62, 62.1)], until: 200).isEmpty)
  }

  @Test func `is forgotten with its rest`() {
    let again = every(1, times: 11).map { ($0.down + 55, $0.up + 55) }
    #expect(changes(every(1, times: 45) + again, until: 300) == [40, 54.1])
  }

  @Test func `is a press that comes back when the release between was lost`() {
    var button = ButtonGuard()
    button.take(isPressed: true, at: at(0))
    button.take(isPressed: true, at: at(20))
    #expect(button.nextDeadline == at(50))
    button.take(isPressed: false, at: at(21))
    #expect(button.nextDeadline == nil)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `is what the rule says, looked at twice between any two changes`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var button = ButtonGuard(), model = StuckButtonModel()
    var isDown = false, nextChange = 0, pace = 1
    for step in 0..<2400 {
      let time = Double(step) / 4
      // Changes come at half seconds, so that there is an instant between.
      let isChange = step == nextChange
      if isChange {
        isDown.toggle()
        if Int.random(in: 0..<12, using: &random) == 0 { pace = [1, 3, 5, 12, 50].randomElement(using: &random) ?? 1 }
        nextChange = step + 2 * Int.random(in: 1...pace, using: &random)
      }
      if isChange { button.take(isPressed: isDown, at: at(time)) } else { button.advance(to: at(time)) }
      model.look(isChange ? isDown : nil, at: time)
      #expect(button.isStuck == model.isStuck, "at \(time) s")
      guard button.isStuck == model.isStuck else { return }
    }
  }
}

/// The rule word by word, looked at often, seconds.
private struct StuckButtonModel {
  private(set) var isStuck = false
  private var presses: [Double] = []
  private var suspectSince: Double?
  private var heldSince: Double?
  private var touchedAt = 0.0

  mutating func look(_ change: Bool?, at time: Double) {
    func rests() -> Bool { heldSince == nil && time - touchedAt >= 10 }
    func isHeld() -> Bool { heldSince.map { time - $0 >= 30 } ?? false }
    if isHeld() { isStuck = true }
    if isStuck, rests() { self = StuckButtonModel() }
    if rests() { suspectSince = nil }
    if let change {
      (touchedAt, heldSince) = (time, change ? time : nil)
      if change {
        presses.append(time)
        suspectSince = hasTooMany(at: time) ? suspectSince ?? time : nil
      }
    }
    if let suspectSince, time - suspectSince >= 30, hasTooMany(at: time), !rests() { isStuck = true }
  }

  private func hasTooMany(at time: Double) -> Bool { presses.count { $0 >= time - 60 } > 10 }
}
