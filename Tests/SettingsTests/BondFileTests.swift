import Bluetooth
import Glibc
import Readings
import Settings
import TestSupport
import Testing

@Suite struct `The file of the keys` {
  private static let address = DeviceAddress(value: 0xF200_0000_0002)

  private func bonds() throws -> Bonds {
    // As the kernel reports a new key: event, adapter, length, hint, address, kind; then what is left of the structure.
    let name: [UInt8] = [2, 0, 0, 0, 0, 0xF2, 2]
    let body: [UInt8] = [1] + name + [1, 0, 16] + [UInt8](repeating: 9, count: 26)
    let message: [UInt8] = [0x0A, 0, 0, 0, UInt8(body.count), 0] + body
    var bonds = Bonds()
    guard case .newLongTermKey(let key, _)? = ManagementEvent.parse(message.span.bytes)?.event else {
      Issue.record("the event is not understood")
      return bonds
    }
    bonds.add([key], [])
    return bonds
  }

  @Test func `gives back what was written, and nobody but its owner may read it`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("new/bonds.json")
    let bonds = try bonds()
    try BondFile(path: path).write(bonds)
    #expect(try BondFile(path: path).read() == bonds)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(access(path + ".new", F_OK) != 0)
  }

  @Test func `holds nothing where it is not there`() throws {
    let folder = try TemporaryFolder()
    #expect(try BondFile(path: folder.file("none")).read() == Bonds())
  }

  private static let shortKey =
    #"{"longTermKeys": [{"device": {"address": "F2:00:00:00:00:02", "type": 2}, "rest": [1]}], "identityKeys": []}"#

  @Test(arguments: ["", "{}", shortKey])
  func `refuses what is no file of keys`(content: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(content, to: "bonds.json")
    #expect(throws: LapwingError.self) { try BondFile(path: path).read() }
  }

  @Test func `asks for a link as safe as the keys are`() throws {
    var bonds = try bonds()
    #expect(bonds.security(for: LEAddress(Self.address, .random)) == .authenticated)
    #expect(bonds.security(for: LEAddress(Self.address, .public)) == .none)
    bonds.remove(Self.address)
    #expect(bonds.devices == [])
  }
}
