import Readings
import Testing
@testable import Bluetooth

@Suite struct `The adapter in use` {
  private func adapter() -> AdapterInUse { AdapterInUse(AdapterSetup(ConnectionDefaults(), [], [])) }

  /// Bluetooth 5.0 with Low Energy.
  private func information(isOn: Bool) throws -> ControllerInformation {
    let bytes = AdapterScene.address.bytes + [9, 0, 0, 0, 2, 0, 0, isOn ? 1 : 0, 0, 0, 0]
    let information = ControllerInformation(bytes.span.bytes)
    return try #require(information)
  }

  @Test func `is none until one is asked, and again when that is gone`() throws {
    var adapter = adapter()
    #expect(adapter.isMissing && !adapter.isPowered && adapter.address == DeviceAddress(value: 0))
    adapter.ask(2)
    #expect(adapter.number == 2 && !adapter.isMissing)
    adapter.select(2, try information(isOn: true))
    #expect(adapter.isPowered && adapter.address == AdapterScene.address)
    adapter.forget()
    #expect(adapter.isMissing && !adapter.isPowered)
  }

  @Test func `is switched on where it is off, and off and on where it is set up once more after a fault`() throws {
    for isOn in [true, false] {
      var adapter = adapter()
      adapter.select(0, try information(isOn: isOn))
      #expect(adapter.setUp(isRestart: false).contains(.setPowered(true)) == !isOn)
      #expect(adapter.setUp(isRestart: true).prefix(2) == [.setPowered(false), .setPowered(true)])
      #expect(!adapter.isPowered, "what it said before counts no more")
    }
  }

  @Test func `is set up five times, and then somebody keeps it off`() throws {
    var adapter = adapter()
    adapter.select(0, try information(isOn: true))
    _ = adapter.setUp(isRestart: false)
    for _ in 2...5 {
      #expect(adapter.maySetUpAgain)
      #expect(adapter.setUpAgain().contains(.setPowered(true)))
    }
    #expect(!adapter.maySetUpAgain)
    _ = adapter.setUp(isRestart: false)
    #expect(adapter.maySetUpAgain)
  }

  @Test func `gets a patience once`() {
    var adapter = adapter()
    #expect(adapter.setPatience(.seconds(4)) != nil)
    #expect(adapter.setPatience(.seconds(4)) == nil)
    #expect(adapter.setUp(isRestart: false).contains(.setConnectionDefaults(ConnectionDefaults(patience: .seconds(4)))))
  }

  @Test func `loads no key of a device that is not paired any more`() {
    var adapter = adapter()
    let device = LEAddress(DeviceAddress(value: 0xC0FF_EE00_0002), .random)
    let key = LongTermKey(device: device, rest: [UInt8](repeating: 7, count: LongTermKey.restSize))
    adapter.add(key)
    #expect(adapter.setUp(isRestart: false).contains(.loadLongTermKeys([key])))
    adapter.removeKeys(of: device.address)
    #expect(adapter.setUp(isRestart: false).contains(.loadLongTermKeys([])))
  }
}
