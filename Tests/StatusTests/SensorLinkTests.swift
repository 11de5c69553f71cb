import Engine
import Readings
import SensorProtocols
import Settings
import TestSupport
import Testing
import Words
@testable import Status

@Suite struct `The connection to a sensor in a status` {
  private let configuration: Configuration
  private let strap = DeviceAddress(value: 0xE7A1_3C58_0B42)

  init() throws { configuration = try ShownScene.configuration(in: try TemporaryFolder()) }

  private func status(_ states: SensorLink.State...) -> BoxStatus {
    var status = ApplianceStatus()
    let sensor = SensorRegistry.Sensor(address: strap, model: .heartRateService)
    status.apply(TimedOutput(instant: .start, record: .sensor(SensorIndex(0), sensor)))
    for state in states { status.apply(TimedOutput(instant: .start, record: .link(SensorLink(strap, state)))) }
    return BoxStatus(status, in: configuration)
  }

  @Test func `is a word, with the reason where it has ended`() {
    #expect(OrderedJSON.text(of: status(.connecting)).contains(#""link":"connecting""#))
    #expect(OrderedJSON.text(of: status(.connecting, .connected)).contains(#""link":"connected""#))
    let ended = OrderedJSON.text(of: status(.connected, .disconnected("the device hung up")))
    #expect(ended.contains(#""link":"disconnected","link_fault":"the device hung up""#))
    #expect(!OrderedJSON.text(of: status(.disconnected("x"), .connected)).contains("link_fault"))
  }

  @Test func `is missing of a sensor that only advertises, and where the box wants none`() {
    #expect(!OrderedJSON.text(of: status()).contains("link"))
    #expect(!OrderedJSON.text(of: status(.connected, .unwanted)).contains("link"))
  }

  @Test func `stands behind the values for people`() {
    #expect(StatusText.text(of: status(.connected)).contains("0 s old, connected."))
    let ended = StatusText.text(of: status(.disconnected("the device hung up")))
    #expect(ended.contains(", not connected (the device hung up)"))
  }

  @Test func `stays when its sensor gets another place`() {
    var status = ApplianceStatus()
    let sensor = SensorRegistry.Sensor(address: strap, model: .heartRateService)
    for record in [
      LoopOutput.stranger(SensorIndex(7), sensor), .link(SensorLink(strap, .connected)), .left(SensorIndex(7)),
      .sensor(SensorIndex(0), sensor),
    ] { status.apply(TimedOutput(instant: .start, record: record)) }
    #expect(BoxStatus(status, in: configuration).sensors.first?.identity.link == "connected")
  }

  @Test func `of many devices that change their addresses does not grow for ever`() {
    var status = ApplianceStatus()
    let sensor = SensorRegistry.Sensor(address: strap, model: .heartRateService)
    status.apply(TimedOutput(instant: .start, record: .sensor(SensorIndex(0), sensor)))
    status.apply(TimedOutput(instant: .start, record: .link(SensorLink(strap, .disconnected("own")))))
    for number in 1...1_000 as ClosedRange<UInt64> {
      let link = SensorLink(DeviceAddress(value: number), .disconnected("gone"))
      status.apply(TimedOutput(instant: .start, record: .link(link)))
    }
    #expect(status.links.count <= 64 && status.links[strap] == .disconnected("own"))
  }
}
