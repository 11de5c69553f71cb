import Engine
import Foundation
import Readings
import SensorProtocols
import Settings
import TestSupport
import Testing
import Words
@testable import Status

@Suite struct `The text of a status` {
  private let configuration: Configuration

  init() throws { configuration = try ShownScene.configuration(in: try TemporaryFolder()) }

  private func status(after outputs: [TimedOutput], showing values: BoxStatus.Values = .ofLatestReading) -> BoxStatus {
    var status = ApplianceStatus()
    for output in outputs { status.apply(output) }
    return BoxStatus(status, in: configuration, showing: values, logbookFault: "the disk is full")
  }

  private func lines(of status: BoxStatus) -> [String] { StatusText.lines(of: status).map(\.line) }

  @Test func `has alarms by priority first and sensors last`() throws {
    let scene = ShownScene().outputs
    let lines = lines(of: status(after: scene))
    let unwatched = try #require(lines.firstIndex { $0.hasPrefix("unwatched ") })
    #expect(
      Array(lines[..<unwatched]) == [
        "profile   bedside, session running", "phase     cruise, for 0 min, by command",
        "alarm     Heart rate high (heart-rate-high) of Anna high on, sound paused for 106 s more (131, limit 100.5) at E7:A1:3C:58:0B:42",
        "alarm     CO2 high (co2-high) high latched (last value 2600, limit 2500) at C2:DB:C0:DC:E4:55",
        "alarm     No Bluetooth adapter (adapter-gone) high on, test",
        "alarm     No pulse is measured (no-pulse) of B \"x\" ü high ack, silent for 922 s more at D4:5B:9E:17:60:A3",
        "alarm     No data from a sensor (no-data) medium on, withheld",
      ])
    let lamps = try #require(lines.firstIndex { $0.hasPrefix("lamps ") })
    #expect(lines[lamps] == "lamps     red flash, yellow on, blue alternate-first")
    #expect(lines[lamps + 1].hasPrefix("sounder   high (heart, loudest): "))
    #expect(lines[lamps + 1].hasSuffix("; every 5 s"))
    #expect(lines[lamps + 2] == "logbook   the disk is full")
    #expect(lines[lamps + 3].hasPrefix("sensor    the \"air\" \\ ü C2:DB:C0:DC:E4:55 Aranet4 CO2 1234.6 ppm"))
    #expect(lines[lamps + 3].hasSuffix(", 76 s old, adopted by itself"))
    #expect(
      Array(lines[(lamps + 4)...]) == [
        "sensor    strap of Anna E7:A1:3C:58:0B:42 Heart Rate Service heart rate 71 bpm, 15 s old",
        "sensor    00:00:00:00:00:02 not received yet",
        "sensor    left strap D4:5B:9E:17:60:A3 Pulse Oximeter Service SpO2 97.1 %, 14 s old",
        "stranger  00:00:00:00:00:01 Heart Rate Service heart rate 71 bpm, no skin contact, 15 s old, -90 dBm",
      ])
  }

  @Test func `says of a box in which nothing happens that all is quiet`() {
    let status = BoxStatus(ApplianceStatus(), in: configuration)
    let lines = lines(of: status).filter { !$0.hasPrefix("unwatched ") }
    #expect(
      lines == [
        "profile   bedside, no session", "alarm     none", "lamps     all dark", "sounder   silent",
        "logbook   0 of 0 alarm transitions committed", "sensor    none received yet",
      ])
  }

  @Test func `is the same for the receiver of its JSON line`() throws {
    let scene = ShownScene().outputs
    for count in scene.indices {
      let status = status(after: Array(scene[...count]))
      let received = try JSONDecoder().decode(BoxStatus.self, from: Data(OrderedJSON.text(of: status).utf8))
      #expect(StatusText.text(of: received) == StatusText.text(of: status))
    }
  }

  @Test func `says what to do about a sensor that gives no measurement`() {
    let index = SensorIndex(0)
    let sensor = SensorRegistry.Sensor(address: .sampleStrap, model: .heartRateService)
    let outputs = [LoopOutput.sensor(index, sensor), .reading(Reading(model: .heartRateService), from: index)]
    let lines = lines(of: status(after: outputs.map { TimedOutput(instant: .at(1), record: $0) }))
    #expect(
      lines.last == "sensor    of Anna E7:A1:3C:58:0B:42 Heart Rate Service no measurement, 0 s old. "
        + "If it stays so: Moisten the strap and check that it is worn.")
  }

  @Test func `has for a screen the latest value of each quantity that a sensor sends in turn`() {
    let index = SensorIndex(0)
    var first = Reading(model: .aranet4), second = first
    first.measurements[.co2PartsPerMillion] = 600
    second.measurements[.temperatureCelsius] = 21.456
    let sensor = SensorRegistry.Sensor(address: .sampleAranet4, model: .aranet4)
    let outputs = [LoopOutput.sensor(index, sensor), .reading(first, from: index), .reading(second, from: index)]
      .map { TimedOutput(instant: .at(1), record: $0) }
    let start = "sensor    C2:DB:C0:DC:E4:55 Aranet4 "
    #expect(lines(of: status(after: outputs)).last == start + "temperature 21.5 °C, 0 s old")
    #expect(
      lines(of: status(after: outputs, showing: .ofEachQuantity)).last
        == start + "CO2 600 ppm, temperature 21.5 °C, 0 s old")
  }

  @Test func `does not end the process on numbers that no box sends`() throws {
    let line = OrderedJSON.text(of: status(after: ShownScene().outputs))
      .replacing("\"silent_s\":15.53", with: "\"silent_s\":1e300")
      .replacing("\"silent_for_s\":106.23", with: "\"silent_for_s\":-1e300")
    let lines = lines(of: try JSONDecoder().decode(BoxStatus.self, from: Data(line.utf8)))
    #expect(lines.contains { $0.contains("heart rate 71 bpm, 1000000000 s old") })
    #expect(lines.contains { $0.contains("sound paused for 0 s more") })
  }
}
