import Alarms
import Flight
import Monitor
import Readings
import SensorProtocols
import Sessions
import TestSupport
import Testing

/// The conditions of the air beside CO2.
@Suite struct `Air alarms` {
  private func onset(
    of id: ConditionID, _ quantity: Quantity, _ value: Double, lasting seconds: Int,
    _ conditions: ConditionTable = .standard
  ) -> Double? {
    var scene = MonitorScene(conditions: conditions)
    for second in stride(from: 0, to: seconds, by: 5) {
      // Each of them a new measurement; the CO2 keeps the sensor alive.
      scene.reads(
        .aranet4, [.co2PartsPerMillion: 500 + Double(second % 7), quantity: value], at: Double(second), sensor: 0)
    }
    return scene.onsets(of: id).first
  }

  @Test(arguments: [
    (ConditionID.vocHigh, Quantity.vocPartsPerBillion, 300.0, 299.0, 30.0),
    (.pm25Low, .pm25MicrogramsPerCubicMetre, 35.5, 35.4, 120),
    (.pm25Medium, .pm25MicrogramsPerCubicMetre, 55.5, 55.4, 60),
    (.pm25High, .pm25MicrogramsPerCubicMetre, 125.5, 125.4, 30), (.temperatureLow, .temperatureCelsius, 9, 10, 120),
    (.temperatureHigh, .temperatureCelsius, 36, 35, 120), (.humidityLow, .relativeHumidityPercent, 9, 10, 120),
    (.humidityHigh, .relativeHumidityPercent, 81, 80, 120),
  ])
  func `are signalled at their limit and not before it`(
    id: ConditionID, quantity: Quantity, beyond: Double, inside: Double, notBefore: Double
  ) {
    #expect(onset(of: id, quantity, beyond, lasting: 330) == notBefore)
    #expect(onset(of: id, quantity, inside, lasting: 330) == nil)
  }

  @Test(arguments: [
    (49.9, 700, Double?.none, Double?.none), (50, 700, 60, nil), (99, 700, 60, nil), (100, 590, 60, nil),
    (100, 700, 60, 600), (299, 700, 60, 600), (300, 700, 60, 30),
  ])
  func `50 ppm of carbon monoxide are medium, 300 ppm and ten minutes at 100 ppm high`(
    ppm: Double, seconds: Int, medium: Double?, high: Double?
  ) {
    #expect(onset(of: .coMedium, .carbonMonoxidePartsPerBillion, ppm * 1000, lasting: seconds) == medium)
    #expect(onset(of: .coHigh, .carbonMonoxidePartsPerBillion, ppm * 1000, lasting: seconds) == high)
  }

  @Test func `what a detector of carbon monoxide reports is high at once, and in every phase of flight`() {
    var scene = MonitorScene()
    scene.happens(.phase(.takeOff), at: 0)
    for second in stride(from: 0, to: 60, by: 5) {
      scene.reads(.bthomeCO, [.carbonMonoxideDetected: second < 20 ? 0 : 1], at: Double(second), sensor: 0)
    }
    #expect(scene.onsets(of: .coHigh).first.map { 20...30 ~= $0 } == true)
    #expect(scene.onsets(of: .coMedium).isEmpty)
    for second in stride(from: 60, to: 90, by: 5) {
      scene.reads(.bthomeCO, [.carbonMonoxideDetected: 0], at: Double(second), sensor: 0)
    }
    #expect(scene.ends(of: .coHigh).count == 1)
  }

  @Test func `cabin altitude is the pressure altitude of the sensor's own pressure`() {
    for feet in [5_000.0, 10_000, 12_500, 14_000] {
      let back = PressureAltitude.feet(hectopascals: PressureAltitude.hectopascals(feet: feet))
      #expect(back.map { abs($0 - feet) < 0.01 } == true)
    }
    // The standard atmosphere at 10,000 ft has 696.8 hPa.
    #expect(abs(PressureAltitude.hectopascals(feet: 10_000) - 696.8) < 0.1)
    #expect(PressureAltitude.feet(hectopascals: 0) == nil)
  }

  @Test(arguments: [
    (10_050.0, 60, Double?.some(10), Double?.none), (9_900, 60, nil, nil), (14_050, 60, 10, 10),
    (12_600, 1700, 10, nil),
    (12_600, 1900, 10, 1800), (12_300, 1900, 10, nil),
  ])
  func `10,000 ft are medium, 14,000 ft and half an hour at 12,500 ft high`(
    feet: Double, seconds: Int, medium: Double?, high: Double?
  ) {
    let pressure = PressureAltitude.hectopascals(feet: feet)
    #expect(onset(of: .cabinAltitudeMedium, .pressureHectopascals, pressure, lasting: seconds) == medium)
    #expect(onset(of: .cabinAltitudeHigh, .pressureHectopascals, pressure, lasting: seconds) == high)
  }

  @Test func `a condition that is switched off is silent, and one that is more than advice says so`() {
    var conditions = ConditionTable.standard
    _ = conditions.setEnabled(false, of: .vocHigh)
    #expect(onset(of: .vocHigh, .vocPartsPerBillion, 900, lasting: 330, conditions) == nil)
    #expect(onset(of: .alarmOff, .vocPartsPerBillion, 900, lasting: 330, conditions) == 0)
    _ = conditions.setEnabled(true, of: .vocHigh)
    _ = conditions.setEnabled(false, of: .co2Low)
    #expect(onset(of: .alarmOff, .vocPartsPerBillion, 0, lasting: 30, conditions) == nil)
  }
}

@Suite struct `An alarm that nobody answers` {
  @Test func `grows louder and is reported to somebody far away every minute`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    scene.waits(until: 200)
    let steps = scene.done.compactMap { at, action -> String? in
      switch action {
      case .loudness(let level): "\(Int(at)) \(level.name)"
      case .notice: "\(Int(at)) notice"
      default: nil
      }
    }
    #expect(steps == ["30 louder", "60 loudest", "60 notice", "120 notice", "180 notice"])
  }

  @Test func `goes on growing after a pause, and sends nothing meanwhile`() {
    var scene = MonitorScene()
    scene.happens(.fault(.adapterGone), at: 0)
    scene.happens(.pause, at: 45)
    scene.waits(until: 190)
    let levels = scene.done.compactMap { at, action -> String? in
      if case .loudness(let level) = action { "\(Int(at)) \(level.name)" } else { nil }
    }
    #expect(levels == ["30 louder", "45 normal", "165 louder", "180 loudest"])
    #expect(scene.notices.map(\.at) == [180], "a minute in which it sounded")
  }
}

@Suite struct `A test of an alarm` {
  @Test func `sounds for real, is marked and ends by itself`() {
    var scene = MonitorScene()
    scene.happens(.test(.heartRateHigh), at: 10)
    #expect(scene.sound(at: 10) == SoundSignal(priority: .high, family: .heart))
    scene.waits(until: 60)
    #expect(scene.changes(of: .heartRateHigh).map(\.alarm.presence) == [.on, .off])
    #expect(scene.changes(of: .heartRateHigh).allSatisfy { $0.alarm.isTest })
    #expect(scene.ends(of: .heartRateHigh) == [25])
    #expect(scene.sound(at: 28) == nil, "after its burst")
  }
}
