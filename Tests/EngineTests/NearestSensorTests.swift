import Bluetooth
import BoxSupport
import Engine
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `Both buttons held` {
  private let strap = DeviceAddress.sampleStrap
  private let bothHeld = EngineInput.button(ButtonOrder(.hold(.ab), .adopt))
  private let other = DeviceAddress(value: 0xA09E_1A00_0002)

  /// Straps and Aranets with these signals are there for 10 s, and the buttons are held.
  private func held(
    straps: [(DeviceAddress, Int8)] = [], aranets: [(DeviceAddress, Int8)] = [], in start: Street = Street()
  ) -> Street {
    var street = start
    for second in 0..<10 {
      for (address, rssi) in straps { street.polar(70, at: Double(second), from: address, rssi: rssi) }
      for (address, rssi) in aranets { street.aranet(600, at: Double(second), from: address, rssi: rssi) }
    }
    street.takes(bothHeld, at: 10)
    return street
  }

  @Test func `adopt the nearest of each kind`() {
    let street = held(
      straps: [(strap, -50), (other, -60)], aranets: [(.sampleAranet4, -65), (.otherAranet4, -80)])
    #expect(street.news == ["10 adopted \(strap)", "10 adopted \(DeviceAddress.sampleAranet4)"])
    #expect(street.lists.last?.map(\.way) == [.person, .person])
  }

  @Test func `adopt none that is too far, or not nearer than the next by 10 dB`() {
    #expect(held(straps: [(strap, -66)]).news == ["10 refused none-near"])
    #expect(held(straps: [(strap, -51), (other, -60)]).news == ["10 refused not-nearest"])
    #expect(held().news == ["10 refused none-near"])
  }

  @Test func `adopt what can be told apart, and say of the rest why not`() {
    let street = held(straps: [(strap, -50), (other, -52)], aranets: [(.sampleAranet4, -40)])
    #expect(street.news == ["10 adopted \(DeviceAddress.sampleAranet4)", "10 refused not-nearest"])
  }

  @Test func `do not go by what was received a while ago`() {
    var street = Street()
    street.polar(70, at: 0, from: strap, rssi: -40)
    street.takes(bothHeld, at: 61)
    #expect(street.news == ["61 refused none-near"])
  }

  @Test func `adopt none that changes its address`() {
    var street = Street()
    street.polar(70, at: 0, from: DeviceAddress(value: 0x4A00_0000_0001), rssi: -40, type: .random)
    street.takes(bothHeld, at: 1)
    #expect(street.news == ["1 refused rotating-address"])
  }

  @Test func `change nothing about a sensor that is adopted already`() {
    let known = AdoptedSensor(address: strap, model: .polar, name: "left strap", way: .person)
    let street = held(straps: [(strap, -40)], in: Street(stored: [known]))
    #expect(street.news == [])
    #expect(street.engine.registry.adoption[strap]?.name == "left strap")
  }

  @Test func `confirm what the box adopted by itself, wherever it is`() {
    let known = AdoptedSensor(address: .sampleAranet4, model: .aranet4, way: .itself)
    let street = held(straps: [(strap, -40)], in: Street(stored: [known]))
    #expect(street.news == ["10 adopted \(strap)", "10 adopted \(DeviceAddress.sampleAranet4)"])
    #expect(street.engine.registry.adoption[.sampleAranet4]?.way == .person)
  }

  @Test func `do not confirm it where another one of its kind is held near`() {
    let known = AdoptedSensor(address: other, model: .polar, way: .itself)
    let street = held(straps: [(strap, -40)], in: Street(stored: [known]))
    #expect(street.news == ["10 adopted \(strap)"])
    #expect(street.engine.registry.adoption[other]?.way == .itself)
  }

  @Test func `find the nearest also in a crowd`() {
    var street = Street()
    street.polar(70, at: 0, from: strap, rssi: -40)
    for number in 0..<2_000 {
      let passerBy = DeviceAddress(value: 0xC100_0000_0000 + UInt64(number))
      street.polar(70, at: 1 + Double(number) / 100, from: passerBy, rssi: -60)
    }
    street.takes(bothHeld, at: 22)
    #expect(street.news == ["22 adopted \(strap)"])
  }

  @Test func `find a strap by what it sent before it was connected to`() {
    var street = Street()
    let offer = Advertisement(address: strap, rssi: -45, data: [3, 0x03, 0x0D, 0x18])
    street.takes(.radio(.advertisement(offer)), at: 0)
    for second in 1..<300 { street.strap(70, at: Double(second), from: strap, rssi: nil) }
    street.takes(bothHeld, at: 300)
    #expect(street.news == ["300 adopted \(strap)"])
  }
}
