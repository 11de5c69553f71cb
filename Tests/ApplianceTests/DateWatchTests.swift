@testable import Appliance
import Foundation
import Readings
import TestSupport
import Testing

@Suite struct `A box that does not know the date` {
  private let hour = Instant(nanoseconds: 3_600_000_000_000)
  private let noon: Int64 = 1_800_000_000_000
  private let oneHour: Int64 = 3_600_000

  @Test func `is one whose date lies before the appliance was made, whatever speaks for it`() {
    #expect(!DateWatch(start: 3_600_000).isSet)
    #expect(!DateWatch(start: DateEvidence.earliest - 1).isSet)
    #expect(DateWatch(start: DateEvidence.earliest).isSet)
  }

  @Test func `is one for whose date nothing speaks, however good it looks`() {
    var watch = DateWatch(start: noon, evidence: .none)
    #expect(!watch.isSet)
    #expect(watch.look(at: noon + oneHour, hour, .none) == nil)
    #expect(!watch.isSet, "a network that never comes")
  }

  @Test func `learns how far its stamps were off when the date is set`() {
    var watch = DateWatch(start: 5_000)
    #expect(watch.look(at: 5_000 + oneHour, hour) == nil)
    #expect(watch.look(at: noon, hour) == .learned(shift: noon - oneHour - 5_000))
    #expect(watch.start == noon - oneHour)
    #expect(watch.isSet)
  }

  @Test func `learns that its old clock was right`() {
    var watch = DateWatch(start: noon, evidence: .none)
    #expect(watch.look(at: noon + oneHour + 300, hour, DateEvidence(timesyncd: 1)) == .learned(shift: 0))
    #expect(watch.source == .network)
    #expect(watch.start == noon, "0.3 s are no step")
  }

  @Test(arguments: [DateEvidence.none, DateEvidence(timesyncd: 1)])
  func `believes the person who sets the clock, and the network after that`(_ evidence: DateEvidence) {
    var watch = DateWatch(start: noon, evidence: .none)
    #expect(watch.look(at: noon + 6 * oneHour, hour, evidence) == .learned(shift: 5 * oneHour))
    #expect(watch.source == (evidence == .none ? .hand : .network))
    guard evidence == .none else { return }
    // By hand it was ten minutes wrong.
    #expect(watch.look(at: noon + 6 * oneHour + 600_000, hour, DateEvidence(timesyncd: 1)) == .learned(shift: 600_000))
    #expect(watch.start == noon + 5 * oneHour + 600_000)
  }

  @Test func `moves nothing where a clock that was right is set, and only what came since when it is right again`() {
    var watch = DateWatch(start: noon, evidence: DateEvidence(timesyncd: 1))
    #expect(watch.look(at: noon + 4 * oneHour, hour, DateEvidence(timesyncd: 1)) == .stepped(by: 3 * oneHour))
    #expect(watch.source == .hand, "what timesyncd said was of before")
    #expect(watch.look(at: noon + 4 * oneHour, hour, DateEvidence(timesyncd: 1)) == nil)
    #expect(watch.source == .hand)
    #expect(watch.look(at: noon + oneHour, hour, DateEvidence(timesyncd: 2)) == .learned(shift: -3 * oneHour))
    #expect(watch.start == noon)
    #expect(watch.source == .network)
  }

  @Test func `ignores a clock that is set to no date`() {
    var watch = DateWatch(start: noon)
    #expect(watch.look(at: 5_000, hour) == nil)
    #expect(watch.start == noon)
  }

  // MARK: What speaks for a date

  @Test func `believes a clock with a battery that says the same, and no other`() {
    #expect(DateEvidence(battery: noon - 20_000).source(at: noon, outdated: nil) == .battery)
    #expect(DateEvidence(battery: noon - 5 * oneHour).source(at: noon, outdated: nil) == .none)
    #expect(DateEvidence(battery: 60_000).source(at: noon, outdated: nil) == .none)
  }

  @Test func `reads it from the system's files`() throws {
    let folder = try TemporaryFolder()
    #expect(DateEvidence.now(root: folder.path).timesyncd == nil)
    for name in ["run/systemd/timesync", "sys/class/rtc/rtc0", "sys/class/rtc/rtc1"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    _ = try folder.write("", to: "run/systemd/timesync/synchronized")
    _ = try folder.write("0\n", to: "sys/class/rtc/rtc0/hctosys")
    _ = try folder.write("5\n", to: "sys/class/rtc/rtc0/since_epoch")
    _ = try folder.write("1\n", to: "sys/class/rtc/rtc1/hctosys")
    _ = try folder.write("1800000000\n", to: "sys/class/rtc/rtc1/since_epoch")
    let evidence = DateEvidence.now(root: folder.path)
    #expect(evidence.timesyncd != nil)
    #expect(evidence.battery == noon, "the one that has set the system's clock")
  }
}
