import Bluetooth
import Readings
import Testing

@Suite struct `An adapter without an address` {
  private static let own = DeviceAddress(value: 0xC2AB_CDEF_0123)
  private static let publicCode = ManagementCommand.setPublicAddress(own).code
  private static let staticCode = ManagementCommand.setStaticAddress(own).code
  private static let ownBytes: [UInt8] = [0x23, 0x01, 0xEF, 0xCD, 0xAB, 0xC2]

  private func notes(of scene: AdapterScene) -> [String] {
    scene.outputs.compactMap { if case .note(let text) = $0.output { text } else { nil } }
  }

  /// A Raspberry Pi 3 B whose firmware gave its chip no address: Linux lists it as unconfigured only.
  @Test func `that the kernel does not use gets that of the box, and listens`() {
    var scene = AdapterScene(ownAddress: Self.own)
    scene.adapters = []
    scene.unconfigured = [0: 2]
    scene.pass(until: 4)
    #expect(scene.givenAddresses.map(\.code) == [Self.publicCode])
    #expect(scene.givenAddresses.first?.address == Self.ownBytes)
    #expect(scene.control.isListening)
    #expect(scene.downs.isEmpty)
    #expect(
      notes(of: scene).first == "hci0 has no address of its own: it gets C2:AB:CD:EF:01:23, the same at each start")
  }

  @Test func `that comes later gets it too`() {
    var scene = AdapterScene(ownAddress: Self.own)
    scene.adapters = []
    scene.pass(until: 20)
    #expect(scene.downs.count == 1)
    scene.unconfigured = [1: 2]
    scene.report(.unconfiguredAdded, from: 1)
    scene.pass(until: 21)
    #expect(scene.control.isListening)
    #expect(scene.control.adapter == 1)
  }

  @Test func `that takes none is named by the message, and the next one is used`() {
    var scene = AdapterScene(ownAddress: Self.own)
    scene.adapters = []
    scene.unconfigured = [0: 2]
    scene.endings[Self.publicCode] = .notSupported
    scene.pass(until: 7)
    #expect(
      scene.downs.first?.reason
        == "the Bluetooth adapter hci0 cannot be used: it has no address, and its driver takes none: "
        + "not supported by this adapter")
    #expect(!scene.control.isListening)
    scene.endings[Self.publicCode] = .success
    scene.nextEndings[Self.publicCode] = .notSupported
    scene.unconfigured = [0: 2, 3: 2]
    scene.pass(until: 12)
    #expect(scene.control.adapter == 3)
    #expect(scene.control.isListening)
  }

  @Test func `that waits for something else too is left alone`() {
    var scene = AdapterScene(ownAddress: Self.own)
    scene.adapters = []
    scene.unconfigured = [0: 3]
    scene.pass(until: 7)
    #expect(scene.givenAddresses.isEmpty)
    #expect(scene.downs.first?.reason.hasSuffix("its driver waits for a program of its maker") == true)
  }

  @Test func `is not looked for while another one works, or where another one is to be used`() {
    var scene = AdapterScene(ownAddress: Self.own)
    scene.unconfigured = [1: 2]
    scene.pass(until: 5)
    #expect(scene.control.isListening)
    #expect(scene.givenAddresses.isEmpty)
    var other = AdapterScene(.index(2), ownAddress: Self.own)
    other.adapters = []
    other.unconfigured = [1: 2]
    other.pass(until: 7)
    #expect(other.givenAddresses.isEmpty)
    #expect(other.downs.first?.reason == "no Bluetooth adapter hci2: plug one in, or check that its driver is loaded")
  }

  @Test func `that the kernel lists all the same gets a static address before it is switched on`() throws {
    var scene = AdapterScene(ownAddress: Self.own)
    scene.withoutAddress = [0]
    scene.pass(until: 2)
    #expect(scene.givenAddresses.map(\.code) == [Self.staticCode])
    #expect(scene.givenAddresses.first?.address == Self.ownBytes)
    let given = try #require(scene.commands.firstIndex(of: Self.staticCode))
    let on = try #require(scene.commands.firstIndex(of: ManagementCommand.setPowered(true).code))
    #expect(given < on)
    #expect(scene.control.isListening)
  }

  @Test func `with an address is given none`() {
    var scene = AdapterScene(ownAddress: Self.own)
    scene.pass(until: 2)
    #expect(scene.control.isListening)
    #expect(scene.givenAddresses.isEmpty)
  }
}
