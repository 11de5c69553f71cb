import Board
import BoxSupport
import Engine
import Monitor
import Radio
import Readings
import Settings
import Status
import System
import TestSupport
import Testing

@testable import Appliance

@Suite struct `A box in flight mode` {
  private let radio = FakeRadio()
  private let inward: BoundedRing<LoopInput>
  private let ring: BoundedRing<TimedOutput>
  private let loop: CriticalLoop

  init() throws {
    inward = try BoundedRing(capacity: 16)
    ring = try BoundedRing(capacity: 512)
    let sleeper = try Sleeper(), plan = BoardPlan()
    loop = try CriticalLoop(
      feed: .live, radio: radio, engine: Street(named: [.sampleStrap]).engine,
      clock: MonotonicClock(movedBy: { .start }), signals: nil, sleeper: sleeper, inward: inward,
      outboxes: Outboxes(logbook: ring, others: [], list: nil, snapshots: nil),
      board: BoardControl(plan: plan, opener: try BoardOpener(plan: plan, inward: inward), sleeper: sleeper))
    loop.begin()
  }

  /// The system reports a mode; what follows is given as `lapwing status` has it, and as lines of the log.
  private func told(_ mode: NetworkMode) -> (status: NetworkMode?, notes: [String]) {
    _ = inward.push(.network(mode))
    loop.turn()
    var status = ApplianceStatus(), notes: [String] = []
    while let output = ring.pop() {
      status.apply(output)
      if case .note(let text) = output.record, text.hasPrefix("network") { notes.append(text) }
    }
    return (status.network, notes)
  }

  @Test func `lets its radio connect to adopted sensors only, from the turn in which it is known`() {
    _ = told(.flight)
    #expect(radio.guests.last?.isInFlight == true)
    #expect(radio.guests.last?.isOwn(.sampleStrap) == true)
    let count = radio.guests.count
    _ = told(.flight)
    #expect(radio.guests.count == count)
    _ = told(.normal)
    #expect(radio.guests.last?.isInFlight == false)
  }

  @Test func `shows it and logs it, and says nothing at a start with the network as configured`() {
    let first = told(.normal)
    #expect(first.status == .normal)
    #expect(first.notes == [])
    let (status, notes) = told(.flight)
    #expect(status == .flight)
    #expect(notes == ["network  \(NetworkMode.flight.sentence)"])
    #expect(told(.hotSpot).notes == ["network  \(NetworkMode.hotSpot.sentence)"])
    #expect(told(.normal).notes == ["network  \(NetworkMode.normal.sentence)"])
  }
}
