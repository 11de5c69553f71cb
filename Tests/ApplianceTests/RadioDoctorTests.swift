import Bluetooth
import Readings
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
      ([], "does not say"),
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

  @Test func `says which adapter has no address of its own, and what is done about it`() {
    let own = DeviceAddress(value: 0xC2AB_CDEF_0123)
    func finding(_ address: RadioDoctor.Address, _ own: DeviceAddress?) -> DoctorFinding {
      RadioDoctor.adapters(["hci0 (driver btusb)"], [address], own)
    }
    #expect(finding(.address(DeviceAddress(value: 0xB827_EB12_3456)), own).sentence == "hci0 (driver btusb)")
    #expect(finding(.address(own), own).sentence.hasSuffix("with C2:AB:CD:EF:01:23, which Lapwing gave it"))
    #expect(finding(.address(DeviceAddress(value: 0)), nil).sentence.hasSuffix("Lapwing gives it one when it starts"))
    #expect(finding(.unknown, own).isGood)
    let unconfigured = finding(.unconfigured, own)
    #expect(!unconfigured.isGood)
    #expect(unconfigured.sentence.contains("has no address of its own; Lapwing gives it C2:AB:CD:EF:01:23"))
  }
}
