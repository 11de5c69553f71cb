import Alarms
import BoxSupport
import Engine
import Foundation
import Logbook
import Monitor
import Readings
import Settings
import System
import TestSupport
import Testing
@testable import Appliance

@Suite struct `The time of day` {
  private let folder: TemporaryFolder
  private let inward: BoundedRing<LoopInput>
  private let noon: Int64 = 1_800_000_000_000

  init() throws {
    folder = try TemporaryFolder()
    inward = try BoundedRing(capacity: 64)
  }

  @Test(
    arguments: [
      ("00:00", 0), ("7:05", 425), ("07:05", 425), ("23:59", 1439), ("24:00", nil), ("7:5", nil), ("22", nil),
      ("1320", nil),
      ("-1:00", nil), ("07:60", nil), ("7:00:00", nil), ("", nil), (":", nil), ("٧:٠٠", nil), ("007:00", nil),
    ] as [(String, Int?)])
  func `is hours and minutes`(text: String, minutes: Int?) { #expect(DayTime.minutes(text) == minutes) }

  @Test func `goes on by itself, over midnight too`() {
    var clock = DayClock()
    #expect(clock.nextMinute == nil)
    #expect(clock.advance(to: .at(1000)) == nil)
    clock.set(to: 1438, at: .at(1000))
    #expect(clock.nextMinute == .at(1060))
    #expect(clock.advance(to: .at(1059)) == nil)
    #expect(clock.advance(to: .at(1060)) == 1439)
    #expect(clock.advance(to: .at(1120)) == 0)
    #expect(clock.advance(to: .at(1310)) == 3)
    #expect(clock.nextMinute == .at(1360))
    clock.set(to: nil, at: .at(1311))
    #expect(clock.nextMinute == nil)
  }

  @Test func `is not put off by getting the same minute again`() {
    var clock = DayClock()
    clock.set(to: 600, at: .at(0))
    clock.set(to: 600, at: .at(50))
    #expect(clock.nextMinute == .at(60))
    clock.set(to: 601, at: .at(55))
    #expect(clock.nextMinute == .at(115))
  }

  @Test func `wakes the core every minute, and after two days without an input once`() {
    var engine = Engine(settings: MonitorSettings(latchesSound: false, gradesAir: true))
    engine.handle(.event(.timeOfDay(600)), at: .at(10)) { _, _ in }
    #expect(engine.nextDeadline == .at(70))
    engine.advance(to: .at(100)) { _, _ in }
    #expect(engine.nextDeadline == .at(130))
    engine.advance(to: .at(100 + 2 * 86_400)) { _, _ in }
    #expect(engine.nextDeadline == .at(130 + 2 * 86_400))
    engine.handle(.event(.timeOfDay(nil)), at: .at(200_000)) { _, _ in }
    #expect(engine.nextDeadline == nil)
  }

  // MARK: Where it comes from

  /// What the loop gets of the time of day.
  private var reported: [Int16?] {
    var reported: [Int16?] = []
    while let record = inward.pop() { if case .event(.timeOfDay(let minute)) = record { reported.append(minute) } }
    return reported
  }

  private final class Clock { var date: Int64 = 0 }

  private func keeper(_ clock: Clock, minuteOfDay: ((Int64) -> Int16?)?) -> LogbookWriter {
    LogbookWriter(
      .init(
        path: folder.file("lapwing.db"), settings: MonitorSettings(latchesSound: false, gradesAir: false),
        inward: inward,
        health: LogbookHealth(), clock: MonotonicClock(), startedAtUnixMilliseconds: clock.date, date: { clock.date },
        minuteOfDay: minuteOfDay, refusedReadings: { 0 }))
  }

  @Test func `is reported at the start, every minute, and when somebody sets the clock back`() {
    let clock = Clock()
    clock.date = noon
    let keeper = keeper(clock) { Int16(($0 - noon) / 60_000 + 720) }
    #expect(reported == [720])
    for _ in 0..<59 {
      clock.date += 1000
      keeper.receive([])
    }
    #expect(reported == [])
    clock.date += 1000
    keeper.receive([])
    #expect(reported == [721])
    clock.date -= 3_600_000
    keeper.receive([])
    #expect(reported == [661])
  }

  @Test func `is said to be unknown until the clock is set`() {
    let clock = Clock()
    clock.date = 1000
    let keeper = keeper(clock) { _ in 90 }
    keeper.receive([])
    #expect(reported == [nil])
    clock.date = noon
    keeper.receive([])
    #expect(reported == [90])
  }

  @Test func `of a recording is the recording's own`() {
    let clock = Clock()
    clock.date = noon
    keeper(clock, minuteOfDay: nil).receive([])
    #expect(reported == [])
  }

  @Test func `is that of the place`() throws {
    let parts = Calendar.current.dateComponents([.hour, .minute], from: Date(timeIntervalSince1970: 1_800_000_000))
    let minute = 60 * (try #require(parts.hour)) + (try #require(parts.minute))
    #expect(LocalTime.minuteOfDay(atUnixMilliseconds: noon) == Int16(minute))
  }
}
