import Readings
import TestSupport
import Testing
@testable import Bluetooth

@Suite struct `The recovery that an adapter keeps` {
  private func failure(
    wasInUse: Bool = true, hasOther: Bool = false, isSilent: Bool = false, latestVerdict: Double = 100
  ) -> AdapterRecovery.Failure {
    AdapterRecovery.Failure(
      reason: "it fails", adapter: 0, wasInUse: wasInUse, hasOther: hasOther, isSilent: isSilent,
      latestVerdict: .at(latestVerdict))
  }

  @Test func `doubts an adapter that was in use, and counts it as down after a moment`() {
    var recovery = AdapterRecovery(), outputs: [AdapterOutput] = []
    #expect(recovery.next(after: failure(), at: .at(10), into: &outputs) == .restartDiscovery)
    #expect(outputs == [.note("it fails"), .note("recovery: discovery is started again")])
    #expect(recovery.isInDoubt && !recovery.isDown && !recovery.isIdle)
    #expect(recovery.deadline == .at(11.5))
    outputs = []
    recovery.advance(to: .at(11.4), into: &outputs)
    #expect(outputs.isEmpty)
    recovery.advance(to: .at(11.5), into: &outputs)
    #expect(outputs == [.down("it fails")] && recovery.isDown && !recovery.isInDoubt)
  }

  @Test func `never doubts for longer than the adapter has to be a fault by`() {
    var recovery = AdapterRecovery(), outputs: [AdapterOutput] = []
    _ = recovery.next(after: failure(latestVerdict: 10.5), at: .at(10), into: &outputs)
    #expect(recovery.deadline == .at(10.5))
  }

  @Test func `gives one that is silent or was not in use no benefit of the doubt`() {
    for failure in [failure(isSilent: true), failure(wasInUse: false)] {
      var recovery = AdapterRecovery(), outputs: [AdapterOutput] = []
      _ = recovery.next(after: failure, at: .at(10), into: &outputs)
      #expect(outputs.first == .down("it fails") && recovery.isDown)
    }
  }

  @Test func `reports once that it is down, and once that it is up, when it is received`() {
    var recovery = AdapterRecovery(), outputs: [AdapterOutput] = []
    for second in 10..<13 {
      _ = recovery.next(after: failure(wasInUse: false), at: .at(Double(second)), into: &outputs)
    }
    #expect(outputs.count { $0 == .down("it fails") } == 1)
    outputs = []
    recovery.noteReception(into: &outputs)
    recovery.noteReception(into: &outputs)
    #expect(outputs == [.up] && recovery.isIdle && !recovery.isDown)
  }

  @Test func `asks root for the switch and then for the driver, and once more while no adapter listens`() {
    var recovery = AdapterRecovery(), outputs: [AdapterOutput] = []
    for second in 10..<13 {
      _ = recovery.next(after: failure(wasInUse: false), at: .at(Double(second)), into: &outputs)
    }
    let rebind = AdapterOutput.rescue(RescueRequest(step: .rebind, adapter: 0))
    #expect(outputs.contains(.rescue(RescueRequest(step: .unblock, adapter: 0))) && outputs.last == rebind)
    #expect(recovery.isRebinding(0) && !recovery.isRebinding(1) && recovery.rebindsAt == .at(32))
    outputs = []
    recovery.askAgain(at: .at(31), into: &outputs)
    #expect(outputs.isEmpty)
    recovery.askAgain(at: .at(32), into: &outputs)
    #expect(outputs == [rebind] && recovery.rebindsAt == .at(52))
    recovery.noteListening()
    recovery.askAgain(at: .at(60), into: &outputs)
    #expect(outputs == [rebind] && !recovery.isRebinding)
  }

  @Test func `begins again with an adapter that was set up, unless that is deaf or was not bound again`() {
    for (isSilent, isRebound) in [(false, true), (true, true), (false, false)] {
      var recovery = AdapterRecovery(), outputs: [AdapterOutput] = []
      for second in 0..<(isRebound ? 3 : 2) {
        _ = recovery.next(after: failure(wasInUse: false), at: .at(Double(second)), into: &outputs)
      }
      recovery.noteAdded(isSilent: isSilent)
      #expect(recovery.isIdle == (isRebound && !isSilent))
    }
  }

  @Test func `takes another adapter once, and avoids the first one until one works`() {
    var recovery = AdapterRecovery(), outputs: [AdapterOutput] = []
    _ = recovery.next(after: failure(wasInUse: false, hasOther: true), at: .at(0), into: &outputs)
    #expect(recovery.next(after: failure(wasInUse: false, hasOther: true), at: .at(1), into: &outputs) == .takeAnother)
    #expect(recovery.avoided == 0)
    recovery.finish(into: &outputs)
    #expect(recovery.avoided == nil && recovery.isIdle)
  }

  @Test func `has an adapter switched on again that somebody else switches off, once a minute`() {
    var recovery = AdapterRecovery(), outputs: [AdapterOutput] = []
    func isOnAgain(at second: Double) -> Bool {
      recovery.noteSwitchedOff("off", latestVerdict: .at(1000), at: .at(second), into: &outputs)
    }
    #expect(isOnAgain(at: 10))
    #expect(outputs == [.note("off; it is switched on again")] && recovery.deadline == .at(13))
    #expect(!isOnAgain(at: 69))
    #expect(isOnAgain(at: 129))
  }
}
