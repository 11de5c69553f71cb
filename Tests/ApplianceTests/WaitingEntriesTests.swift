import Logbook
import Readings
import TestSupport
import Testing
@testable import Appliance

@Suite struct `The entries that wait for the logbook` {
  private func reading(_ number: Int) -> LogEntry {
    .reading(.aranet4(co2: 500), of: "Aranet4", from: .sampleAranet4, at: Int64(number))
  }

  private func times(_ waiting: WaitingEntries) -> [Int64] {
    waiting.all.compactMap { if case .reading(_, _, _, let at, _) = $0 { at } else { nil } }
  }

  @Test func `keep their order, and the beginning of the run comes first`() {
    var waiting = WaitingEntries()
    waiting.append(.clockSet(by: 5))
    waiting.append([reading(1), reading(2)])
    waiting.insertFirst(.runStarted(at: 0, mark: "m", bootedAt: nil))
    guard case .runStarted = waiting.all[0], case .clockSet(by: 5) = waiting.all[1] else {
      Issue.record("\(waiting.all)")
      return
    }
    #expect(times(waiting) == [1, 2])
    waiting.clear()
    #expect(waiting.isEmpty)
  }

  @Test func `add up the corrections of the date`() {
    var waiting = WaitingEntries()
    #expect(waiting.clockShift == 0)
    waiting.append([.clockSet(by: 5), reading(1), .clockSet(by: -2), .clockStepped(by: 100)])
    #expect(waiting.clockShift == 3)
  }

  @Test func `lose the older half of the readings when there are too many, and nothing else`() {
    var waiting = WaitingEntries()
    waiting.append(.runStarted(at: 0, mark: "m", bootedAt: nil))
    for number in 0..<WaitingEntries.mostReadings { waiting.append(reading(number)) }
    waiting.dropReadings()
    #expect(waiting.droppedReadings == 0 && times(waiting).count == WaitingEntries.mostReadings)
    waiting.append(reading(WaitingEntries.mostReadings))
    waiting.dropReadings()
    #expect(waiting.droppedReadings == 10_000)
    #expect(times(waiting) == (10_000...20_000).map { Int64($0) })
    guard case .runStarted = waiting.all[0] else {
      Issue.record("the beginning of the run is gone")
      return
    }
  }
}
