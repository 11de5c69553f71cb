import Status
import System
import Testing
@testable import Appliance

@Suite struct `The doctor of the radio` {
  @Test(arguments: [
    ("6.12.107+rpt-rpi-v8", true), ("5.10.0-1", true), ("7.2", true), ("5.4.0-100-generic", false), ("4.19", false),
    ("unknown", false),
  ]) func `knows which kernels have what is needed`(release: String, isGood: Bool) {
    let finding = RadioDoctor.kernel(release: release)
    #expect(finding.isGood == isGood)
    #expect(finding.sentence.contains(release))
  }

  @Test func `reads what the kernel reports of a process`() {
    #expect(SystemFiles.field("Threads", of: "/proc/self/status").flatMap { Int($0) } ?? 0 > 0)
    #expect(SystemFiles.field("NoSuchField", of: "/proc/self/status") == nil)
    #expect(SystemFiles.line(of: "/no/such/file") == nil)
    #expect(SystemFiles.entries(of: "/proc").contains("self"))
    #expect(SystemFiles.entries(of: "/no/such/folder").isEmpty)
  }
}
