import Alarms
import Board
import BoxSupport
import Control
import Engine
import Monitor
import Readings
import Settings
import System
import TestSupport
import Testing

@testable import Appliance

@Suite struct `An order to start again` {
  /// What a loop answers.
  private func answer(alarm: Bool) throws -> (code: ErrorCode?, isStopping: Bool) {
    let inward = try BoundedRing<LoopInput>(capacity: 16), ring = try BoundedRing<TimedOutput>(capacity: 512)
    let sleeper = try Sleeper(), plan = BoardPlan()
    let loop = try CriticalLoop(
      feed: .live, radio: FakeRadio(), engine: Engine(settings: MonitorSettings(latchesSound: false, gradesAir: true)),
      clock: MonotonicClock(movedBy: { .start }), signals: nil, sleeper: sleeper, inward: inward,
      outboxes: Outboxes(logbook: ring, others: [], list: nil, snapshots: nil),
      board: BoardControl(plan: plan, opener: try BoardOpener(plan: plan, inward: inward), sleeper: sleeper))
    loop.begin()
    if alarm { _ = inward.push(.event(.fault(.diskFull))) }
    _ = inward.push(.order(.restart(7), before: nil))
    loop.turn()
    while let output = ring.pop() {
      if case .answer(7, .refused(let error)) = output.record { return (error.code, loop.isStopping) }
      if case .answer(7, .done) = output.record { return (nil, loop.isStopping) }
    }
    return (.noAnswer, loop.isStopping)
  }

  @Test func `is refused while an alarm stands`() throws {
    let (code, isStopping) = try answer(alarm: true)
    #expect(code == .alarmStands && !isStopping)
  }

  @Test func `is refused where nothing would start the box again`() throws {
    let (code, isStopping) = try answer(alarm: false)
    #expect(code == .noService && !isStopping)
  }

  @Test func `is refused while an alarm is beginning`() {
    #expect(RestartRule(isBeginning: true, running: .seconds(600)).refusal?.code == .alarmBegins)
  }

  @Test(arguments: [(0, ErrorCode.justStarted), (59, .justStarted), (60, nil)])
  func `is refused in the first minute, so that one after the other keeps no alarm from beginning`(
    seconds: Int, code: ErrorCode?
  ) {
    #expect(RestartRule(running: .seconds(seconds)).refusal?.code == code)
  }
}
