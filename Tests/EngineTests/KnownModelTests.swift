import Engine
import Readings
import SensorProtocols
import Testing

@Suite struct `What a device is taken for` {
  /// What becomes of a device that speaks as these models, one after the other; with a `true` where it measures what the
  /// model is owned for.
  private func model(_ said: [(SensorModel, Bool)]) -> SensorModel {
    var known = KnownModel(.unknown)
    for (model, isProved) in said { known.record(model, isProved: isProved) }
    return known.model
  }

  @Test func `is what it first says, until it measures something else`() {
    #expect(model([(.airthings, false)]) == .airthings)
    #expect(model([(.airthings, false), (.airthingsWavePlus, true)]) == .airthingsWavePlus)
    #expect(model([(.airthingsWave, false), (.environmentalSensing, false)]) == .airthingsWave, "no CO2")
  }

  @Test func `is the more important of what it measures, in any order`() {
    #expect(model([(.bthome, true), (.bthomeCO2, true), (.bthome, true)]) == .bthomeCO2)
    #expect(model([(.bthomeCO2, true), (.bthome, true)]) == .bthomeCO2)
    #expect(model([(.bthomeCO2, true), (.heartRateService, true)]) == .heartRateService)
  }

  @Test func `stays the same among equals, and is no battery`() {
    #expect(model([(.polar, true), (.heartRateService, true)]) == .polar)
    #expect(model([(.pulseOximeter, true), (.heartRateService, true)]) == .pulseOximeter)
    #expect(model([(.batteryService, true)]) == .unknown)
  }

  @Test(arguments: [
    (SensorModel.heartRateService, SensorKind.heart), (.polar, .heart), (.pulseOximeter, .oximeter),
    (.aranet4, .co2), (.bthomeCO2, .co2), (.bthome, .climate), (.ruuviTag, .climate), (.wp6003, .gas),
    (.airthingsWave, .radon),
  ])
  func `has a kind, by what it is owned for`(model: SensorModel, kind: SensorKind) {
    #expect(SensorKind(model) == kind)
  }

  @Test func `has none where it is a battery or not known`() {
    #expect(SensorKind(.batteryService) == nil)
    #expect(SensorKind(.unknown) == nil)
  }
}
