import Readings
import SensorProtocols
import Testing

@Suite struct `What addresses have shown themselves to be` {
  private func address(_ number: UInt64) -> DeviceAddress { DeviceAddress(value: number) }

  @Test func `is remembered where a message does not always say it`() {
    var shown = ShownKinds(capacity: 4)
    for (model, number) in [(SensorModel.switchBotMeterProCO2, UInt64(1)), (.aranet4, 2)] {
      let hasRoom = shown.note(model, of: address(number))
      #expect(hasRoom)
    }
    #expect(shown[address(1)] == .switchBotMeterProCO2)
    #expect(shown[address(2)] == nil)
    #expect(shown.count == 1)
  }

  @Test func `never fills more than its room`() {
    var shown = ShownKinds(capacity: 4)
    let noted = (0..<1_000).map { shown.note(.switchBotMeterProCO2, of: address($0)) }
    #expect(noted.filter { $0 }.count == 4)
    #expect(shown.count == 4)
    let isKnown = shown.note(.switchBotMeterProCO2, of: address(3))
    #expect(isKnown)
  }

  @Test func `is forgotten of all but some`() {
    var shown = ShownKinds(capacity: 4)
    for number in 0..<4 as Range<UInt64> { _ = shown.note(.switchBotMeterProCO2, of: address(number)) }
    shown.forget(allBut: [address(2), address(9)])
    #expect(shown.count == 1)
    #expect(shown[address(2)] == .switchBotMeterProCO2)
  }
}
