import Readings
import SensorProtocols

extension Instant {
  /// This many seconds after the start of the run. For literals in tests: nothing is checked.
  package static func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64((seconds * 1e9).rounded())) }
}

extension DeviceAddress {
  /// The Aranet4 of the captures V012 to V014.
  package static let sampleAranet4 = DeviceAddress(value: 0xC2DB_C0DC_E455)
  /// Another Aranet4. Invented: a random static address, whose two highest bits are set.
  package static let otherAranet4 = DeviceAddress(value: 0xD45B_9E17_60A3)
  /// A heart-rate strap. Invented like the one before.
  package static let sampleStrap = DeviceAddress(value: 0xE7A1_3C58_0B42)
}

extension Reading {
  /// The advertisement of an Aranet4 whose owner has allowed its readings. Units are those of ``Quantity``; `nil` is
  /// absent.
  package static func aranet4(
    co2: Double? = 600, temperature: Double? = 21.5, pressure: Double? = 1013.2, humidity: Double? = 40,
    battery: Double? = 90, status: AirStatus? = .green, intervalSeconds: UInt16 = 60, ageSeconds: UInt16 = 0,
    counter: UInt32 = 0, calibration: Calibration = .notActive
  ) -> Reading {
    var reading = Reading.aranet4CurrentReadings(
      co2: co2, temperature: temperature, pressure: pressure, humidity: humidity, battery: battery, status: status)
    reading.device = device(integrationsEnabled: true, calibration: calibration)
    reading.intervalSeconds = intervalSeconds
    reading.ageSeconds = ageSeconds
    reading.counter = counter
    return reading
  }

  /// The advertisement of an Aranet4 without "Smart Home integration": it contains no measurement.
  package static func aranet4WithoutIntegration(calibration: Calibration = .notActive) -> Reading {
    var reading = Reading(model: .aranet4)
    reading.device = device(integrationsEnabled: false, calibration: calibration)
    return reading
  }

  /// The value of an Aranet4's characteristic "current readings", which contains nothing about the device.
  package static func aranet4CurrentReadings(
    co2: Double? = 600, temperature: Double? = 21.5, pressure: Double? = 1013.2, humidity: Double? = 40,
    battery: Double? = 90, status: AirStatus? = .green
  ) -> Reading {
    var reading = Reading(model: .aranet4)
    reading.measurements[.co2PartsPerMillion] = co2
    reading.measurements[.temperatureCelsius] = temperature
    reading.measurements[.pressureHectopascals] = pressure
    reading.measurements[.relativeHumidityPercent] = humidity
    reading.measurements[.batteryPercent] = battery
    reading.status = status
    return reading
  }

  /// The reading of a heart-rate strap: beats per minute, kilojoules, and RR intervals in 1/1024 s.
  package static func heartRate(
    _ beatsPerMinute: Double, contact: SkinContact = .detected, energy: Double? = nil, rrTicks: [UInt16] = []
  ) -> Reading {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = beatsPerMinute
    reading.measurements[.energyKilojoules] = energy
    reading.contact = contact
    for ticks in rrTicks { reading.rrIntervals.append(ticks: ticks) }
    return reading
  }

  /// Firmware 1.4.14, as the captures V010 and V012 to V014 have it; no client connected.
  private static func device(integrationsEnabled: Bool, calibration: Calibration) -> DeviceState {
    DeviceState(
      isDisconnected: true, calibration: calibration, isInFirmwareUpdate: false,
      integrationsEnabled: integrationsEnabled, firmware: FirmwareVersion(major: 1, minor: 4, patch: 14))
  }
}
