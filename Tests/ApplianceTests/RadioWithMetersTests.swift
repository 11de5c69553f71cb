import Bluetooth
import BoxSupport
import Engine
import Glibc
import Radio
import Readings
import SensorProtocols
import System
import TestSupport
import Testing
import USBMeter

@testable import Appliance

@Suite struct `The radio and the meters on USB cables` {
  /// A meter that is plugged in, with a socket in place of its node.
  private func meters(in folder: TemporaryFolder, sending report: [UInt8]) throws -> USBMeters {
    #expect(mkdir(folder.file("hidraw0"), 0o755) == 0 && mkdir(folder.file("hidraw0/device"), 0o755) == 0)
    _ = try folder.write("HID_ID=0003:000004D9:0000A052\nHID_PHYS=usb-1\n", to: "hidraw0/device/uevent")
    return try USBMeters(list: folder.path) { (path) throws(LapwingError) in
      var pair: [Int32] = [0, 0]
      #expect(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue), 0, &pair) == 0)
      #expect(write(pair[1], report, report.count) == report.count)
      return try Descriptor(pair[0], path)
    }
  }

  @Test func `are served in one turn, the radio first`() throws {
    let folder = try TemporaryFolder()
    let report: [UInt8] = [0x50, 0x04, 0x65, 0xB9, 0x0D, 0, 0, 0]
    let meters = try meters(in: folder, sending: report)
    let fake = FakeRadio()
    let both = RadioWithMeters(fake, meters)
    #expect(both.descriptors == [meters.descriptor])
    meters.start()
    fake.parts = [[.note("first")], [.note("second")]]
    fake.always = [.note("radio")]
    var outputs: [RadioOutput] = []
    #expect(both.serve(at: .start, into: &outputs))
    #expect(both.serve(at: .start, into: &outputs))
    func found() -> [[UInt8]] {
      outputs.compactMap { if case .input(.radio(.attributeValue(let value))) = $0 { value.data } else { nil } }
    }
    while found().isEmpty {
      var request = pollfd(fd: meters.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 60_000) > 0 else { break }
      #expect(!both.serve(at: .start, into: &outputs))
    }
    #expect(found() == [report])
    #expect(outputs.first.map { if case .note("first") = $0 { true } else { false } } == true)
    both.end()
    #expect(fake.hasEnded)
  }
}
