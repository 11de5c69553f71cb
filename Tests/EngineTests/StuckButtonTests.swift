import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import TestSupport
import Testing

/// A button of a timeline, of which only the presses are known.
@Suite struct `A stuck button` {
  /// A box to which a timeline is played, and the changes of its alarms and its sound.
  private struct Scene {
    private(set) var changes: [(at: Double, alarm: AlarmTransition)] = []
    private(set) var summaries = 0
    private var sounds: [(at: Double, signal: SoundSignal?)] = []

    init(_ lines: [String], _ table: ButtonTable = .standard, then order: (event: Event, at: Double)? = nil) throws {
      var timeline = Timeline(bytes: Array(lines.joined(separator: "\n").utf8), buttons: table)
      var engine = Engine(settings: MonitorSettings(latchesSound: false, gradesAir: false))
      while let (instant, input) = try timeline.next() { engine.handle(input, at: instant) { note($0, $1) } }
      if let order { engine.handle(.event(order.event), at: .at(order.at)) { note($0, $1) } }
    }

    private mutating func note(_ record: LoopOutput, _ instant: Instant) {
      switch record {
      case .action(.alarm(let alarm)): changes.append((instant.seconds, alarm))
      case .action(.sound(let signal)): sounds.append((instant.seconds, signal))
      case .action(.sessionEnded): summaries += 1
      default: break
      }
    }

    func changes(of condition: ConditionID, to presence: Presence? = nil) -> [Double] {
      changes.filter { $0.alarm.condition == condition && (presence ?? $0.alarm.presence) == $0.alarm.presence }
        .map(\.at)
    }

    func sound(at seconds: Double) -> SoundSignal? { sounds.last { $0.at <= seconds }?.signal }
  }

  private func press(_ seconds: Double, _ button: String = "A", _ press: String = "short") -> String {
    #"{"t": \#(seconds), "button": "\#(button)", "press": "\#(press)"}"#
  }

  /// Pressed once a second from half a second on, while a high alarm sounds from the start.
  private func pressed(until end: Int, _ button: String = "A") -> [String] {
    [#"{"t": 0, "fault": "adapter-gone"}"#] + (0..<end).map { press(Double($0) + 0.5, button) }
  }

  @Test func `is reported, and silences nothing more`() throws {
    let scene = try Scene(pressed(until: 3600))
    #expect(scene.changes(of: .buttonStuck, to: .on) == [40.5], "the eleventh is at 10.5 s, and it goes on for 30 s")
    #expect(scene.changes.first { $0.alarm.condition == .buttonStuck }?.alarm.priority == .low)
    #expect(scene.changes(of: .adapterGone) == [0, 0.5, 120.5], "a pause that runs ends at its time")
    #expect((121..<3600).allSatisfy { scene.sound(at: Double($0))?.priority == .high })
  }

  @Test func `counts again when it has rested for 10 s`() throws {
    let scene = try Scene(pressed(until: 200) + [press(209.4), press(219.4), #"{"t": 230}"#])
    #expect(scene.changes(of: .buttonStuck, to: .off) == [219.4])
    #expect(scene.sound(at: 219.3)?.priority == .high)
    #expect(scene.changes(of: .adapterGone).last == 219.4)
    #expect(scene.sound(at: 230) == nil)
  }

  @Test func `is reported and free by time alone, with nothing in the timeline meanwhile`() throws {
    let scene = try Scene(pressed(until: 41) + [#"{"t": 100}"#])
    #expect(scene.changes(of: .buttonStuck, to: .on) == [40.5])
    #expect(scene.changes(of: .buttonStuck, to: .off) == [50.5])
    let last = try Scene(pressed(until: 40) + [#"{"t": 40.5}"#])
    #expect(last.changes(of: .buttonStuck, to: .on) == [40.5], "also where that is the last line's time")
  }

  @Test(arguments: [Event.pause, .silence, .acknowledge(.adapterGone)])
  func `leaves the orders of the socket as they are`(order: Event) throws {
    let scene = try Scene(pressed(until: 200), then: (order, 200))
    #expect(scene.sound(at: 199.6)?.priority == .high)
    #expect(scene.sound(at: 200)?.priority != .high)
    #expect(scene.changes(of: .buttonStuck, to: .off).isEmpty)
  }

  @Test func `is no button that means something else`() throws {
    let scene = try Scene((0..<300).map { press(Double($0), "B", "long") })
    #expect(scene.changes(of: .buttonStuck).isEmpty)
    #expect(scene.summaries == 150, "each second press ends a session")
  }

  @Test func `is the one that means silence, where the configuration has swapped them`() throws {
    var table = ButtonTable.standard
    for press in Press.allCases { (table[.a, press], table[.c, press]) = (table[.c, press], table[.a, press]) }
    #expect(try Scene(pressed(until: 60, "C"), table).changes(of: .buttonStuck, to: .on) == [40.5])
    let other = try Scene(pressed(until: 60), table)
    #expect(other.changes(of: .buttonStuck).isEmpty)
    #expect(other.changes(of: .adapterGone) == [0], "it silences nothing")
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
        button.handle(isPressed: isPressed, at: at(seconds))
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
    button.handle(isPressed: true, at: at(0))
    button.handle(isPressed: true, at: at(20))
    #expect(button.nextDeadline == at(50))
    button.handle(isPressed: false, at: at(21))
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
      if isChange { button.handle(isPressed: isDown, at: at(time)) } else { button.advance(to: at(time)) }
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
