import Foundation
import Readings
import TestSupport
import Testing

@testable import Settings

@Suite struct `The address for an adapter without one` {
  private let folder: TemporaryFolder
  private var file: AdapterAddressFile { AdapterAddressFile(beside: folder.file("bonds.json")) }

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [0, UInt64.max, 0x1234_5678_9ABC_DEF0])
  func `is a static random one, of no maker and of one device`(random: UInt64) {
    let first = UInt8(file.keep(random: random).address.value >> 40)
    #expect(first & 0b1100_0011 == 0b1100_0010)
  }

  @Test func `stays the same over restarts`() {
    #expect(file.read() == nil)
    let address = file.keep().address
    #expect(file.read() == address)
    #expect(file.keep().address == address)
  }

  @Test(arguments: ["", "C2:AB", "C2:AB:CD:EF:01:23\n", "\0\0\0\0"])
  func `comes from the copy if a loss of power has damaged the file`(content: String) throws {
    let address = file.keep(random: 7).address
    _ = try folder.write(content, to: "adapter-address")
    #expect(file.read() == address)
    #expect(file.keep(random: 8).address == address)
    try FileManager.default.removeItem(atPath: folder.file("adapter-address.good"))
    #expect(file.read() == address, "the file is mended")
  }

  @Test func `with one wrong digit does not count`() throws {
    let address = file.keep(random: 7).address
    for name in ["adapter-address", "adapter-address.good"] {
      let text = try String(contentsOfFile: folder.file(name), encoding: .utf8)
      _ = try folder.write(text.replacingOccurrences(of: "C2:", with: "C6:"), to: name)
    }
    #expect(file.read() == nil)
    #expect(file.keep(random: 8).address != address)
  }

  @Test func `is used although it cannot be kept, with a sentence`() {
    let nowhere = AdapterAddressFile(beside: "/proc/no-such-folder/bonds.json")
    let (address, fault) = nowhere.keep()
    #expect(address.value != 0)
    #expect(fault?.message.contains("/proc/no-such-folder/adapter-address") == true)
  }
}
