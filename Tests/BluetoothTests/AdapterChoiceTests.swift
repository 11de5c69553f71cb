import Bluetooth
import Readings
import Testing

@Suite struct `The choice of an adapter` {
  private func taken(_ choice: AdapterChoice, versions: [UInt16: UInt8] = [:]) -> UInt16? {
    var scene = AdapterScene(choice)
    scene.adapters = [2, 0, 1]
    scene.versions = versions
    scene.pass(until: 1)
    return scene.control.isListening ? scene.control.adapter : nil
  }

  @Test func `is the one with the newest Bluetooth, and of equals the first`() {
    #expect(taken(.best) == 0)
    #expect(taken(.best, versions: [0: 6, 1: 10, 2: 9]) == 1)
    #expect(taken(.best, versions: [0: 6]) == 1)
  }

  @Test func `may be a name or an address`() {
    #expect(taken(.index(1)) == 1)
    #expect(taken(.address(AdapterScene.address(of: 2)), versions: [2: 6]) == 2)
    #expect(taken(.index(7)) == nil)
    #expect(taken(.address(DeviceAddress(value: 1))) == nil)
  }

  @Test func `that is not there is named`() {
    var scene = AdapterScene(.index(7))
    scene.pass(until: 10)
    #expect(
      scene.downs.map(\.reason) == ["no Bluetooth adapter hci7: plug one in, or check that its driver is loaded"])
  }

  @Test(arguments: ["best", "hci0", "hci12", "B8:27:EB:12:34:56"])
  func `is written as it is read`(text: String) {
    #expect(AdapterChoice(text)?.description == text)
  }

  @Test(arguments: ["", "any", "hci", "hci-1", "hci+1", "hci65535", "hci99999", "hci0 ", "B8:27:EB:12:34"])
  func `is refused where it is none`(text: String) { #expect(AdapterChoice(text) == nil) }
}
