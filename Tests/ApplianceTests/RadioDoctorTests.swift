import Bluetooth
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

  @Test(
    arguments: [
      ([0x1FFF, 0x19FE, 0x07FF], "cannot"), ([0x7FFF, 0x79FE, 0x1FFF], "can receive"),
      ([0x7FFF, 0x79FE, 0x5FFF], "too"),
      ([], "does not tell"),
    ] as [([UInt32], String)])
  func `says whether an adapter receives long-range sensors`(layers: [UInt32], words: String) {
    let bytes = layers.flatMap { layers in (0..<4).map { UInt8(truncatingIfNeeded: layers >> (8 * UInt32($0))) } }
    #expect(RadioDoctor.sentence(of: PHYConfiguration(bytes.span.bytes)).contains(words))
  }

  @Test func `reads what the kernel reports of a process`() {
    #expect(SystemFiles.field("Threads", of: "/proc/self/status").flatMap { Int($0) } ?? 0 > 0)
    #expect(SystemFiles.field("NoSuchField", of: "/proc/self/status") == nil)
    #expect(SystemFiles.line(of: "/no/such/file") == nil)
    #expect(SystemFiles.entries(of: "/proc").contains("self"))
    #expect(SystemFiles.entries(of: "/no/such/folder").isEmpty)
  }
}
