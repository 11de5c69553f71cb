import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// The expected values are those of the rule in docs/alarms.md, computed by hand: at 753 hPa the gas law multiplies by
/// 1.34561753 and Senseair's 1.6 % per kPa by 1.71350240.
@Suite struct `CO2 in thin air` {
  private var box = ThinAir(Engine(settings: MonitorSettings(latchesSound: false, gradesAir: true)))

  private func near(_ value: Double?, _ expected: Double) -> Bool { value.map { abs($0 - expected) < 0.01 } ?? false }

  @Test mutating func `is corrected by the sensor's own pressure and its maker's law`() {
    let reading = box.aranet(1_500, pressure: 753, at: 0)
    #expect(near(reading?.measurements[.co2PartsPerMillion], 2_570.25))
    #expect(reading?.measurements[.co2SentPartsPerMillion] == 1_500)
    #expect(reading?.measurements[.co2CorrectionHectopascals] == 753)
    #expect(reading?.measurements[.co2CorrectionPercentPerKilopascal] == 1.6)
    #expect(reading?.measurements[.pressureHectopascals] == 753)
    #expect(reading?.co2Correction == .corrected(by: nil))
  }

  @Test mutating func `is corrected by the pressure of another sensor of the box, which is named`() {
    box.tag(753, at: 0)
    let reading = box.gadget(2_000, at: 1)
    #expect(near(reading?.measurements[.co2PartsPerMillion], 2_691.24))
    #expect(reading?.measurements[.co2CorrectionPercentPerKilopascal] == 0)
    #expect(reading?.co2Correction == .corrected(by: ThinAir.tag))
  }

  @Test mutating func `is left as it was sent while no sensor gives a pressure`() {
    let reading = box.gadget(2_000, at: 0)
    #expect(reading?.measurements[.co2PartsPerMillion] == 2_000)
    #expect(reading?.measurements[.co2SentPartsPerMillion] == nil)
    #expect(reading?.co2Correction == CO2Correction.none(.noPressure))
  }

  @Test mutating func `is left as it was sent by a pressure that nobody lives in, which is named`() {
    box.tag(1_120, at: 0)
    let reading = box.gadget(2_000, at: 1)
    #expect(reading?.measurements[.co2PartsPerMillion] == 2_000)
    #expect(reading?.co2Correction == CO2Correction.none(.pressureOutOfRange, ThinAir.tag))
    #expect(box.aranet(900, pressure: 250, at: 2)?.co2Correction == CO2Correction.none(.pressureOutOfRange))
    #expect(box.aranet(900, pressure: 2_000, at: 3)?.measurements[.co2PartsPerMillion] == 900)
  }

  @Test mutating func `takes another sensor's pressure where its own cannot be used`() {
    box.tag(800, at: 0)
    let reading = box.aranet(900, pressure: 0, at: 1)
    #expect(reading?.co2Correction == .corrected(by: ThinAir.tag))
    #expect(reading?.measurements[.co2CorrectionHectopascals] == 800)
  }

  @Test mutating func `is left as it was sent by a pressure that is older than 15 minutes, and people are told`() {
    box.tag(753, at: 0)
    #expect(box.gadget(2_000, at: 900)?.co2Correction == .corrected(by: ThinAir.tag))
    let late = box.gadget(2_000, at: 901)
    #expect(late?.measurements[.co2PartsPerMillion] == 2_000)
    #expect(late?.co2Correction == CO2Correction.none(.pressureStale, ThinAir.tag))
    #expect(
      box.notes == [
        "pressure \(ThinAir.gadget): CO2 is not corrected: the pressure of \(ThinAir.tag) is older than 15 minutes"
      ])
  }

  @Test mutating func `does not go back and forth with a barometer that is heard every 20 minutes`() {
    box.tag(753, at: 0)
    var corrected: [Double] = []
    for second in stride(from: 0.0, to: 8_000, by: 10) {
      if second > 0, second.truncatingRemainder(dividingBy: 1_200) == 0 { box.tag(753.1, at: second) }
      let isCorrected = box.gadget(2_000, at: second + 1)?.co2Correction == .corrected(by: ThinAir.tag)
      if isCorrected { corrected.append(second) }
    }
    #expect(corrected.last == 890)
    #expect(box.notes.count == 1)
    // It is back when it has been received for half a minute.
    box.tag(753.2, at: 8_200)
    box.tag(753.2, at: 8_229)
    #expect(box.gadget(2_000, at: 8_229.5)?.co2Correction == CO2Correction.none(.pressureStale, ThinAir.tag))
    box.tag(753.2, at: 8_230)
    #expect(box.gadget(2_000, at: 8_231)?.co2Correction == .corrected(by: ThinAir.tag))
  }

  @Test mutating func `is corrected by the pressure in its own message as soon as the sensor is back`() {
    _ = box.aranet(600, pressure: 753.1, at: 0, counter: 1)
    let back = box.aranet(600, pressure: 754.1, at: 1_800, counter: 2)
    #expect(back?.co2Correction == .corrected(by: nil))
  }

  @Test(arguments: [(753.1, 6.0), (753.0, 48.0)])
  mutating func `is left as it was sent by a pressure that is frozen`(pressure: Double, hours: Double) {
    var latest: CO2Correction?
    for minute in stride(from: 0.0, through: hours * 60 - 1, by: 1) {
      latest = box.aranet(600, pressure: pressure, at: minute * 60, counter: UInt32(minute))?.co2Correction
      if latest != .corrected(by: nil) { break }
    }
    #expect(latest == .corrected(by: nil))
    let frozen = box.aranet(600, pressure: pressure, at: hours * 3_600, counter: 1)
    #expect(frozen?.co2Correction == CO2Correction.none(.pressureFrozen))
    #expect(frozen?.measurements[.co2PartsPerMillion] == 600)
    let moved = box.aranet(600, pressure: pressure + 0.1, at: hours * 3_600 + 60, counter: 2)
    #expect(moved?.co2Correction == .corrected(by: nil))
  }

  @Test mutating func `is left to a sensor that corrects itself, and to one of which nothing is known`() {
    let rule = PressureCorrection.automatic
    #expect(rule.rule(for: ThinAir.tag, .ruuviAir) == .left(.bySensor))
    #expect(rule.rule(for: ThinAir.tag, .goveeH5140) == .left(.none(.modelUnknown)))
    #expect(rule.rule(for: ThinAir.tag, .sensirionCO2) == .law(.gas))
  }

  @Test mutating func `can be left as it was sent, or corrected, by the configuration`() {
    let settings = PressureCorrection([.address(.sampleAranet4): .off, .kinds("govee"): .gas])
    #expect(settings.rule(for: .sampleAranet4, .aranet4) == .left(.none(.off)))
    #expect(settings.rule(for: .otherAranet4, .aranet4) == .law(.senseair))
    #expect(settings.rule(for: ThinAir.tag, .goveeH5140) == .law(.gas))
    box.engine.adopt(settings)
    let reading = box.aranet(1_500, pressure: 753, at: 0)
    #expect(reading?.measurements[.co2PartsPerMillion] == 1_500)
    #expect(reading?.co2Correction == CO2Correction.none(.off))
  }

  @Test mutating func `changes at sea level by what the weather's pressure does, and by no more`() {
    box.tag(990, at: 0)
    #expect(near(box.gadget(1_000, at: 1)?.measurements[.co2PartsPerMillion], 1_023.48))
    box.tag(1_013.25, at: 2)
    #expect(box.gadget(1_000, at: 3)?.measurements[.co2PartsPerMillion] == 1_000)
  }

  @Test mutating func `keeps a repeated measurement one measurement, although the pressure changes`() {
    var logged = LoggedReadings()
    let first = box.aranet(1_500, pressure: nil, at: 0, counter: 7)
    box.tag(760, at: 1)
    let second = box.aranet(1_500, pressure: nil, at: 5, age: 5, counter: 7)
    box.tag(753, at: 6)
    let third = box.aranet(1_500, pressure: nil, at: 10, age: 10, counter: 7)
    let readings = [first, second, third].compactMap(\.self)
    #expect(readings.map { logged.isNew($0, from: SensorIndex(0)) }.filter { $0 }.count == 1)
  }

  @Test mutating func `forgets the pressure of a sensor that is no longer one of the box`() {
    box.tag(753, at: 0)
    #expect(box.gadget(2_000, at: 1)?.co2Correction == .corrected(by: ThinAir.tag))
    var outputs: [TimedOutput] = []
    _ = box.engine.forget(ThinAir.tag, at: .at(2), into: &outputs)
    #expect(box.gadget(2_000, at: 3)?.co2Correction != .corrected(by: ThinAir.tag))
  }

  @Test mutating func `raises its alarm in a cabin where the sensor sends less than the limit`() {
    var outputs: [TimedOutput] = []
    for second in stride(from: 0.0, through: 300, by: 5) {
      let counter = UInt32(second / 60)
      _ = box.aranet(
        1_500, pressure: 753, at: second, age: UInt16(second.truncatingRemainder(dividingBy: 60)), counter: counter)
    }
    box.engine.advance(to: .at(301), into: &outputs)
    #expect(box.engine.monitor.isShown(.co2High))
  }
}
