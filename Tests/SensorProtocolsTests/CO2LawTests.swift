import Readings
import SensorProtocols
import Testing

@Suite struct `CO2 and air pressure` {
  /// Computed by hand from the rule of docs/alarms.md.
  @Test(arguments: [
    (CO2Pressure.Law.gas, 1013.25, 1.0), (.gas, 753.0, 1.345_617_53), (.gas, 990.0, 1.023_484_85),
    (.senseair, 1013.25, 1.0), (.senseair, 753.0, 1.713_502_40), (.senseair, 990.0, 1.038_637_31),
    (.senseair, 1040.0, 0.958_956_655),
  ]) func `follow a law`(_ law: CO2Pressure.Law, pressure: Double, factor: Double) throws {
    let found = try #require(law.factor(hectopascals: pressure))
    #expect(abs(found - factor) < 1e-8)
  }

  @Test(arguments: [CO2Pressure.Law.gas, .senseair]) func `follow no law without air`(_ law: CO2Pressure.Law) {
    #expect(law.factor(hectopascals: 0) == nil)
    #expect(law.factor(hectopascals: -5) == nil)
    #expect(CO2Pressure.Law.senseair.factor(hectopascals: 388) == nil)
  }

  @Test func `are described, with a source, for each model that is bought for its CO2, and for no other`() {
    for entry in Catalogue.entries {
      #expect((entry.mainQuantity == .co2PartsPerMillion) == (entry.co2Pressure != nil), "\(entry.name)")
      #expect(entry.co2Pressure?.source.isEmpty != true, "\(entry.name)")
    }
  }

  @Test func `keep what was sent, and correct it once`() {
    var measurements = Measurements()
    measurements[.co2PartsPerMillion] = 1000
    measurements.correctCO2(by: .gas, hectopascals: 810.6)
    measurements.correctCO2(by: .gas, hectopascals: 810.6)
    #expect(measurements[.co2PartsPerMillion] == 1250)
    #expect(measurements[.co2SentPartsPerMillion] == 1000)
    #expect(measurements[.co2CorrectionHectopascals] == 810.6)
    #expect(measurements[.co2CorrectionPercentPerKilopascal] == 0)
    #expect(measurements.asSent[.co2PartsPerMillion] == 1000)
    #expect(measurements.asSent.count == 1)
  }

  @Test func `make a value implausible only if neither what was sent nor what follows is plausible`() {
    let entry = Catalogue.entry(for: .aranet4)
    func isPlausible(sent: Double, at pressure: Double) -> Bool {
      var measurements = Measurements()
      measurements[.co2PartsPerMillion] = sent
      measurements.correctCO2(by: .senseair, hectopascals: pressure)
      return entry.isPlausible(.co2PartsPerMillion, in: measurements)
    }
    #expect(isPlausible(sent: 245, at: 753))
    #expect(isPlausible(sent: 9_000, at: 753))
    #expect(!isPlausible(sent: 12_000, at: 753))
    #expect(!isPlausible(sent: 100, at: 753))
    #expect(!isPlausible(sent: 200, at: 1013.25))
  }
}
