import Engine
import Readings
import Settings
import TestSupport
import Testing
import Words

@testable import Status

@Suite struct `Supply and heat in a status` {
  private let configuration: Configuration

  init() throws { configuration = try ShownScene.configuration(in: try TemporaryFolder()) }

  private func status(_ power: BoardPower?) -> BoxStatus {
    var status = ApplianceStatus()
    if let power { status.apply(TimedOutput(instant: .start, record: .power(power))) }
    return BoxStatus(status, in: configuration)
  }

  @Test func `are a line for people and numbers in JSON`() {
    let low = status(BoardPower(isSupplyLow: true, lowTimes: 2, celsius: 71))
    #expect(
      StatusText.text(of: low).contains(
        "power     the supply is too low, 2 times too low since the start; the processor is at 71 °C"))
    #expect(
      OrderedJSON.text(of: low).contains(
        "\"power\":{\"supply_low\":true,\"supply_low_times\":2,\"processor_c\":71}"))
    #expect(StatusText.lines(of: low).contains { $0.topic == .warning && $0.line.hasPrefix("power ") })
    let hot = status(BoardPower(celsius: 71))
    #expect(StatusText.text(of: hot).contains("power     the processor is at 71 °C"))
    #expect(OrderedJSON.text(of: hot).contains("\"power\":{\"processor_c\":71}"))
  }

  @Test func `are missing where the board reports nothing`() {
    #expect(!StatusText.text(of: status(nil)).contains("power"))
    #expect(!OrderedJSON.text(of: status(nil)).contains("\"power\""))
  }
}
