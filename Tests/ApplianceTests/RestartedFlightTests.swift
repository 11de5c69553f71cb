import Flight
import Logbook
import Readings
import TestSupport
import Testing
@testable import Appliance

@Suite struct `The phase of flight in the file of open alarms` {
  private func snapshot(_ phase: String, since: Int64, end: String? = nil) -> RestartSnapshot {
    RestartSnapshot(
      run: "x", sequence: 1, end: end, alarms: [],
      phase: RestartSnapshot.PhaseEntry(phase: phase, since: since, probability: 0.97, source: "detected"))
  }

  private let now: Int64 = 1_795_000_000_000

  @Test func `is read back with its age`() throws {
    let folder = try TemporaryFolder()
    let file = RestartSnapshotFile(besideLogbook: folder.file("lapwing.db"))
    try file.write(snapshot("cruise", since: now - 3_600_000))
    guard case .sound(let read) = file.read() else {
      Issue.record("the file is not read")
      return
    }
    let change = try #require(read.phaseChange(now: now))
    #expect(change.phase == .cruise)
    #expect(change.since == Instant(nanoseconds: -3_600_000_000_000))
    #expect(change.source == .detected)
  }

  @Test func `is not gone on with after a day, from the future, or after a recording`() {
    #expect(snapshot("cruise", since: now - 86_400_000).phaseChange(now: now) == nil)
    #expect(snapshot("cruise", since: now + 1).phaseChange(now: now) == nil)
    #expect(snapshot("cruise", since: .min).phaseChange(now: now) == nil)
    #expect(snapshot("cruise", since: now, end: "finished").phaseChange(now: now) == nil)
  }

  @Test func `is left out if nobody knows it`() {
    #expect(snapshot("orbit", since: now).phaseChange(now: now) == nil)
    #expect(snapshot("unknown", since: now).phaseChange(now: now) == nil)
  }
}
