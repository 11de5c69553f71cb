import Alarms
import Control
import Engine
import Logbook
import Monitor
import Readings
import Settings
import Status
import Synchronization
import System
import TestSupport
import Testing
@testable import Appliance

@Suite struct `A pause over the socket` {
  private func alarm(
    _ condition: ConditionID, sensor: UInt16?, sequence: UInt64, activation: Activation = .on,
    presence: Presence = .on
  ) -> AlarmTransition {
    AlarmTransition(
      sequence: sequence, condition: condition, sensor: sensor.map { SensorIndex($0) },
      priority: ConditionTable.standard[condition].priority, isTechnical: false, presence: presence, isOnset: true,
      activation: activation, limit: nil, value: nil)
  }

  private func at(_ seconds: Int) -> Instant { .start.advanced(by: .seconds(seconds)) }

  @Test func `is taken once per alarm, client and 10 s`() {
    var limit = PauseLimit()
    let first = alarm(.heartRateHigh, sensor: 0, sequence: 1), other = alarm(.heartRateHigh, sensor: 1, sequence: 2)
    #expect(limit.refusal(of: [first], from: 1000, at: at(0)) == nil)
    limit.note([first], from: 1000, at: at(0))
    #expect(
      limit.refusal(of: [first], from: 1000, at: at(3))
        == "you have just silenced heart-rate-high, which is possible only once in 10 s; try again in 7 s")
    #expect(limit.refusal(of: [first], from: 1001, at: at(3)) == nil, "another client")
    #expect(limit.refusal(of: [first, other], from: 1000, at: at(3)) == nil, "another alarm beside it")
    limit.note([first, other], from: 1000, at: at(3))
    #expect(limit.refusal(of: [first], from: 1000, at: at(12)) != nil)
    #expect(limit.refusal(of: [first], from: 1000, at: at(13)) == nil)
    #expect(limit.refusal(of: [], from: 1000, at: at(3)) == nil, "nothing sounds that is an alarm")
  }

  @Test func `is refused to a program that orders it again and again, until it has stopped for 10 s`() {
    var limit = PauseLimit()
    func isRefused(_ user: UInt32, at seconds: Double) -> Bool {
      limit.refusalOfRepeats(from: user, at: .start.advanced(by: .seconds(seconds))) != nil
    }
    let half = stride(from: 0.0, through: 150, by: 0.5).map { isRefused(1000, at: $0) }
    #expect(half[..<60].allSatisfy { !$0 }, "a hand in haste is believed for half a minute")
    #expect(half[80...].allSatisfy { $0 }, "also when the pause has ended")
    #expect(!isRefused(1001, at: 150))
    #expect(isRefused(1000, at: 155))
    #expect(!isRefused(1000, at: 166))
    #expect((0..<10).allSatisfy { !isRefused(1002, at: 200 + 5 * Double($0)) }, "ten answers in 50 s")
  }

  /// A loop that carries out every order and says so, and says which conditions it could not silence.
  private final class WillingLoop: OrderTaker {
    private struct State {
      var orders: [String] = []
      var ring: BoundedRing<TimedOutput>?
    }

    private let state = Mutex(State())

    func answers(through ring: BoundedRing<TimedOutput>) { state.withLock { $0.ring = ring } }
    var orders: [String] { state.withLock { $0.orders } }

    func post(_ order: BoxOrder, before deadline: Int64?) -> Bool {
      guard case .event(let event, let number) = order else { return false }
      return state.withLock { state in
        state.orders.append("\(event)")
        let answer = OrderAnswer.done([])
        _ = state.ring?.push(TimedOutput(instant: .start, record: .answer(number, answer)))
        state.ring?.bell.ring()
        return true
      }
    }
  }

  /// A box that gets what its loop does, and what it hands to the loop.
  private final class Bench {
    let folder: TemporaryFolder
    let loop = WillingLoop()
    let server: ControlServer

    init() throws {
      folder = try TemporaryFolder()
      let configuration = try Configuration(
        path: try folder.write("profile: bedside\n", to: "lapwing.yaml"), profile: nil)
      server = try ControlServer(
        path: folder.file("control"), box: loop, health: LogbookHealth(), configuration: configuration,
        reload: { () throws(LapwingError) in configuration }, manager: nil)
      loop.answers(through: server.ring)
      server.start()
    }

    func end() {
      report(.finished)
      server.join(within: .seconds(60))
    }

    func report(_ record: LoopOutput) {
      _ = server.ring.push(TimedOutput(instant: .start, record: record))
      server.ring.bell.ring()
    }

    /// Reports an alarm and waits until a client can know it.
    func report(_ alarm: AlarmTransition, sound: SoundSignal?) throws {
      report(.action(.alarm(alarm)))
      report(.action(.sound(sound)))
      var isKnown = false
      while !isKnown {
        var client = try ControlClient(path: folder.file("control"))
        let status = try client.status()
        isKnown = status.alarmTransitions == alarm.sequence && status.sound == Priority.high.name
      }
    }

    /// Asks as a command line does: over a connection of its own.
    func ask(_ request: ControlRequest) throws(LapwingError) {
      var client = try ControlClient(path: folder.file("control"))
      _ = try client.order(request)
    }

    var run: String? {
      get throws {
        var client = try ControlClient(path: folder.file("control"))
        return try client.status().run
      }
    }

    var orders: [String] { loop.orders }
  }

  private func refusal(_ body: () throws(LapwingError) -> Void) -> LapwingError? {
    do throws(LapwingError) {
      try body()
      return nil
    } catch { return error }
  }

  @Test func `is refused to a client that connects again, with a sentence and an exit status`() throws {
    let bench = try Bench()
    defer { bench.end() }
    let sound = SoundSignal(priority: .high, family: .heart)
    try bench.report(alarm(.heartRateHigh, sensor: 0, sequence: 1), sound: sound)
    try bench.ask(.pause)
    // Something has broken the pause: the alarm sounds as before.
    for order in [ControlRequest.pause, .acknowledge(nil), .acknowledge("heart-rate-high")] {
      let refused = try #require(refusal { () throws(LapwingError) in try bench.ask(order) })
      #expect(refused.code == "too-soon")
      #expect(refused.message.hasPrefix("you have just silenced heart-rate-high"))
      #expect(refused.status == .usage)
    }
    #expect(bench.orders == ["pause"])
  }

  @Test func `is taken for another alarm at once`() throws {
    let bench = try Bench()
    defer { bench.end() }
    let sound = SoundSignal(priority: .high, family: .heart)
    try bench.report(alarm(.heartRateHigh, sensor: 0, sequence: 1), sound: sound)
    try bench.ask(.acknowledge(nil))
    try bench.report(alarm(.heartRateHigh, sensor: 1, sequence: 2), sound: sound)
    try bench.ask(.pause)
    #expect(refusal { () throws(LapwingError) in try bench.ask(.pause) }?.code == "too-soon")
    #expect(bench.orders == ["silence", "pause"])
  }

  @Test func `and an answer are refused for an alarm that the person has not seen`() throws {
    let bench = try Bench()
    defer { bench.end() }
    let sound = SoundSignal(priority: .high, family: .heart)
    try bench.report(alarm(.heartRateLow, sensor: 0, sequence: 1), sound: sound)
    let run = try bench.run
    try bench.report(alarm(.heartRateLow, sensor: 1, sequence: 2), sound: sound)
    for (name, since) in [("heart-rate-low", UInt64(1)), (nil, 1), ("heart-rate-low", 0)] {
      let refused = refusal { () throws(LapwingError) in
        try bench.ask(.acknowledge(name, seen: SeenAlarms(run: run, last: since)))
      }
      #expect(refused?.code == "unseen-alarm")
    }
    let another = SeenAlarms(run: "another", last: 9)
    #expect(refusal { () throws(LapwingError) in try bench.ask(.acknowledge("heart-rate-low", seen: another)) } != nil)
    #expect(bench.orders == [])
    try bench.ask(.acknowledge("heart-rate-low", seen: SeenAlarms(run: run, last: 2)))
    #expect(bench.orders == ["acknowledge(Alarms.ConditionID.heartRateLow)"])
  }

  @Test func `is no news to a person who answers what another has just silenced`() throws {
    let bench = try Bench()
    defer { bench.end() }
    let sound = SoundSignal(priority: .high, family: .heart)
    try bench.report(alarm(.heartRateLow, sensor: 0, sequence: 2, activation: .paused), sound: sound)
    try bench.ask(.acknowledge("heart-rate-low", seen: SeenAlarms(run: try bench.run, last: 1)))
    #expect(bench.orders.count == 1)
  }

  @Test func `is about what is heard, and about one direction of a quantity`() {
    var status = ApplianceStatus()
    func report(_ action: Action) { status.apply(TimedOutput(instant: .start, record: .action(action))) }
    report(.sound(SoundSignal(priority: .high, family: .heart)))
    report(.alarm(alarm(.heartRateLow, sensor: 0, sequence: 1)))
    report(.alarm(alarm(.co2High, sensor: 1, sequence: 2)))
    report(.alarm(alarm(.heartRateHigh, sensor: 2, sequence: 3, activation: .paused)))
    #expect(status.heard(by: .standard).map(\.condition) == [.heartRateLow])
    report(.alarm(alarm(.heartRateHigh, sensor: 3, sequence: 4)))
    #expect(status.heard(by: .standard).map(\.condition) == [.heartRateHigh])
  }
}
