import Engine
import Readings
import Status
import SensorProtocols
import TestSupport
import Testing

@Suite struct `A CO2 value that was corrected by the air pressure` {
  private static let tag = DeviceAddress(value: 0xC0FF_EE00_0006)

  private func reading(_ correction: CO2Correction) -> Reading {
    var reading = Reading(model: .sensirionCO2)
    reading.measurements[.co2PartsPerMillion] = 1_000
    if case .corrected = correction { reading.measurements.correctCO2(by: .gas, hectopascals: 753.1) }
    reading.co2Correction = correction
    return reading
  }

  private func text(_ correction: CO2Correction) -> String { EventText.values(of: ReadingReport(reading(correction))) }
  private func json(_ correction: CO2Correction) -> String { OrderedJSON.text(of: ReadingReport(reading(correction))) }

  @Test func `is shown with what was sent, the pressure and its sensor`() {
    #expect(text(.corrected(by: nil)) == "CO2 1345 ppm (1000 sent, at 753.1 hPa)")
    #expect(
      text(.corrected(by: Self.tag)) == "CO2 1345 ppm (1000 sent, at 753.1 hPa), pressure of C0:FF:EE:00:00:06")
    let sentence =
      #"{"model":"Sensirion CO2 gadget","co2_ppm":1345.44,"co2_raw_ppm":1000,"co2_pressure_hpa":753.1,"#
      + #""co2_law_pct_kpa":0,"co2_correction":"corrected","co2_pressure_from":"C0:FF:EE:00:00:06"}"#
    #expect(json(.corrected(by: Self.tag)) == sentence)
  }

  @Test func `says why it is not corrected`() {
    #expect(text(.none(.noPressure)) == "CO2 1000 ppm, CO2 uncorrected (no pressure)")
    #expect(
      text(.none(.pressureStale, Self.tag))
        == "CO2 1000 ppm, CO2 uncorrected (pressure stale of C0:FF:EE:00:00:06)")
    #expect(
      json(.none(.modelUnknown))
        == #"{"model":"Sensirion CO2 gadget","co2_ppm":1000,"co2_correction":"none","co2_uncorrected":"model-unknown"}"#
    )
  }

  @Test func `says nothing to people who have switched it off, or whose sensor does it`() {
    #expect(text(.none(.off)) == "CO2 1000 ppm")
    #expect(text(.bySensor) == "CO2 1000 ppm")
    #expect(json(.bySensor).contains(#""co2_correction":"by-sensor""#))
  }

  @Test func `loses its correction in the status with the next value that has none`() {
    var status = ApplianceStatus()
    let place = SensorIndex(0)
    func take(_ record: LoopOutput) { status.apply(TimedOutput(instant: .start, record: record)) }
    take(.sensor(place, SensorRegistry.Sensor(address: Self.tag, model: .sensirionCO2)))
    take(.reading(reading(.corrected(by: nil)), from: place))
    #expect(status.sensors.first?.measurements[.co2SentPartsPerMillion] == 1_000)
    var battery = Reading(model: .sensirionCO2)
    battery.measurements[.batteryPercent] = 80
    take(.reading(battery, from: place))
    #expect(status.sensors.first?.co2Correction == .corrected(by: nil))
    take(.reading(reading(.none(.noPressure)), from: place))
    #expect(status.sensors.first?.measurements[.co2SentPartsPerMillion] == nil)
    #expect(status.sensors.first?.measurements[.co2PartsPerMillion] == 1_000)
    #expect(status.sensors.first?.co2Correction == CO2Correction.none(.noPressure))
  }
}
