/// A quantity that a sensor can measure. The unit is part of the name and of the key.
///
/// JSON contains the values of a reading in this order. ``Measurements`` has room for 64 quantities.
public enum Quantity: UInt8, CaseIterable, Sendable {
  /// Carbon dioxide in air, parts per million. If ``co2SentPartsPerMillion`` is present, it is corrected by the air
  /// pressure.
  case co2PartsPerMillion
  /// An estimate of carbon dioxide from volatile organic compounds, parts per million. CO2 itself is not measured.
  case equivalentCO2PartsPerMillion
  case temperatureCelsius
  case relativeHumidityPercent
  case pressureHectopascals
  /// Particles up to 1 µm, micrograms per cubic metre.
  case pm1MicrogramsPerCubicMetre
  /// Particles up to 2.5 µm, micrograms per cubic metre.
  case pm25MicrogramsPerCubicMetre
  /// Particles up to 4 µm, micrograms per cubic metre.
  case pm4MicrogramsPerCubicMetre
  /// Particles up to 10 µm, micrograms per cubic metre.
  case pm10MicrogramsPerCubicMetre
  /// Volatile organic compounds relative to their mean over the last day, which is 100.
  case vocIndex
  /// Nitrogen oxides relative to their mean over the last day, which is 1.
  case noxIndex
  case vocPartsPerBillion
  case tvocMicrogramsPerCubicMetre
  case formaldehydePartsPerBillion
  case formaldehydeMicrogramsPerCubicMetre
  case carbonMonoxidePartsPerBillion
  case ozonePartsPerBillion
  /// Radon, becquerels per cubic metre: the latest value of the sensor.
  case radonBecquerelsPerCubicMetre
  /// Radon, becquerels per cubic metre: the mean over the longest time that the sensor offers.
  case radonLongTermBecquerelsPerCubicMetre
  case radiationNanosievertsPerHour
  /// Dose since the sensor's last reset, nanosieverts.
  case radiationTotalNanosieverts
  case radiationDurationSeconds
  case illuminanceLux
  case soundDecibels
  case soilMoisturePercent
  case batteryPercent
  case batteryMillivolts
  case heartRateBeatsPerMinute
  /// Energy expended since the strap's last reset, kilojoules.
  case energyKilojoules
  case oxygenSaturationPercent
  case pulseBeatsPerMinute
  case oxygenSaturationFastPercent
  case pulseFastBeatsPerMinute
  case oxygenSaturationSlowPercent
  case pulseSlowBeatsPerMinute
  /// Strength of the pulse at an oximeter (pulse amplitude index), percent.
  case pulseAmplitudePercent
  /// Carbon dioxide as the sensor sent it, before the correction by the air pressure, parts per million.
  case co2SentPartsPerMillion
  /// The air pressure by which carbon dioxide was corrected, hectopascals.
  case co2CorrectionHectopascals
  /// The law by which carbon dioxide was corrected: what the sensor loses of its reading for each kilopascal below
  /// 1013.25 hPa, percent; 0 for the gas law.
  case co2CorrectionPercentPerKilopascal
  /// 1 while a detector reports carbon monoxide, 0 otherwise.
  case carbonMonoxideDetected

  /// The key in JSON, in the logbook and in test vectors.
  public var key: String {
    switch self {
    case .co2PartsPerMillion: "co2_ppm"
    case .co2SentPartsPerMillion: "co2_raw_ppm"
    case .co2CorrectionHectopascals: "co2_pressure_hpa"
    case .co2CorrectionPercentPerKilopascal: "co2_law_pct_kpa"
    case .carbonMonoxideDetected: "co_detected"
    case .equivalentCO2PartsPerMillion: "eco2_ppm"
    case .temperatureCelsius: "temperature_c"
    case .relativeHumidityPercent: "humidity_pct"
    case .pressureHectopascals: "pressure_hpa"
    case .pm1MicrogramsPerCubicMetre: "pm1_ugm3"
    case .pm25MicrogramsPerCubicMetre: "pm25_ugm3"
    case .pm4MicrogramsPerCubicMetre: "pm4_ugm3"
    case .pm10MicrogramsPerCubicMetre: "pm10_ugm3"
    case .vocIndex: "voc_index"
    case .noxIndex: "nox_index"
    case .vocPartsPerBillion: "voc_ppb"
    case .tvocMicrogramsPerCubicMetre: "tvoc_ugm3"
    case .formaldehydePartsPerBillion: "hcho_ppb"
    case .formaldehydeMicrogramsPerCubicMetre: "hcho_ugm3"
    case .carbonMonoxidePartsPerBillion: "co_ppb"
    case .ozonePartsPerBillion: "o3_ppb"
    case .radonBecquerelsPerCubicMetre: "radon_bqm3"
    case .radonLongTermBecquerelsPerCubicMetre: "radon_long_bqm3"
    case .radiationNanosievertsPerHour: "radiation_rate_nsvh"
    case .radiationTotalNanosieverts: "radiation_total_nsv"
    case .radiationDurationSeconds: "radiation_duration_s"
    case .illuminanceLux: "illuminance_lux"
    case .soundDecibels: "sound_dba"
    case .soilMoisturePercent: "moisture_pct"
    case .batteryPercent: "battery_pct"
    case .batteryMillivolts: "battery_mv"
    case .heartRateBeatsPerMinute: "heart_rate_bpm"
    case .energyKilojoules: "energy_kj"
    case .oxygenSaturationPercent: "spo2_pct"
    case .pulseBeatsPerMinute: "pulse_bpm"
    case .oxygenSaturationFastPercent: "spo2_fast_pct"
    case .pulseFastBeatsPerMinute: "pulse_fast_bpm"
    case .oxygenSaturationSlowPercent: "spo2_slow_pct"
    case .pulseSlowBeatsPerMinute: "pulse_slow_bpm"
    case .pulseAmplitudePercent: "pai_pct"
    }
  }

  /// A short name to show to people.
  public var label: String {
    switch self {
    case .co2PartsPerMillion: "CO2"
    case .co2SentPartsPerMillion: "CO2 as sent"
    case .co2CorrectionHectopascals: "pressure for CO2"
    case .co2CorrectionPercentPerKilopascal: "law for CO2"
    case .carbonMonoxideDetected: "CO detected"
    case .equivalentCO2PartsPerMillion: "eCO2 (from VOC)"
    case .temperatureCelsius: "temperature"
    case .relativeHumidityPercent: "humidity"
    case .pressureHectopascals: "pressure"
    case .pm1MicrogramsPerCubicMetre: "PM1"
    case .pm25MicrogramsPerCubicMetre: "PM2.5"
    case .pm4MicrogramsPerCubicMetre: "PM4"
    case .pm10MicrogramsPerCubicMetre: "PM10"
    case .vocIndex: "VOC index"
    case .noxIndex: "NOx index"
    case .vocPartsPerBillion: "VOC"
    case .tvocMicrogramsPerCubicMetre: "tVOC"
    case .formaldehydePartsPerBillion: "formaldehyde"
    case .formaldehydeMicrogramsPerCubicMetre: "formaldehyde"
    case .carbonMonoxidePartsPerBillion: "CO"
    case .ozonePartsPerBillion: "ozone"
    case .radonBecquerelsPerCubicMetre: "radon"
    case .radonLongTermBecquerelsPerCubicMetre: "radon, long-term"
    case .radiationNanosievertsPerHour: "radiation"
    case .radiationTotalNanosieverts: "dose"
    case .radiationDurationSeconds: "dose time"
    case .illuminanceLux: "light"
    case .soundDecibels: "sound"
    case .soilMoisturePercent: "moisture"
    case .batteryPercent: "battery"
    case .batteryMillivolts: "battery voltage"
    case .heartRateBeatsPerMinute: "heart rate"
    case .energyKilojoules: "energy"
    case .oxygenSaturationPercent: "SpO2"
    case .pulseBeatsPerMinute: "pulse"
    case .oxygenSaturationFastPercent: "SpO2, fast"
    case .pulseFastBeatsPerMinute: "pulse, fast"
    case .oxygenSaturationSlowPercent: "SpO2, slow"
    case .pulseSlowBeatsPerMinute: "pulse, slow"
    case .pulseAmplitudePercent: "pulse amplitude"
    }
  }

  /// The unit to show to people; empty if there is none.
  public var unit: String {
    switch self {
    case .co2PartsPerMillion, .co2SentPartsPerMillion, .equivalentCO2PartsPerMillion: "ppm"
    case .co2CorrectionPercentPerKilopascal: "%/kPa"
    case .temperatureCelsius: "°C"
    case .relativeHumidityPercent, .soilMoisturePercent, .batteryPercent, .oxygenSaturationPercent,
      .oxygenSaturationFastPercent, .oxygenSaturationSlowPercent, .pulseAmplitudePercent:
      "%"
    case .pressureHectopascals, .co2CorrectionHectopascals: "hPa"
    case .pm1MicrogramsPerCubicMetre, .pm25MicrogramsPerCubicMetre, .pm4MicrogramsPerCubicMetre,
      .pm10MicrogramsPerCubicMetre, .tvocMicrogramsPerCubicMetre, .formaldehydeMicrogramsPerCubicMetre:
      "µg/m³"
    case .vocIndex, .noxIndex, .carbonMonoxideDetected: ""
    case .vocPartsPerBillion, .formaldehydePartsPerBillion, .carbonMonoxidePartsPerBillion, .ozonePartsPerBillion: "ppb"
    case .radonBecquerelsPerCubicMetre, .radonLongTermBecquerelsPerCubicMetre: "Bq/m³"
    case .radiationNanosievertsPerHour: "nSv/h"
    case .radiationTotalNanosieverts: "nSv"
    case .radiationDurationSeconds: "s"
    case .illuminanceLux: "lx"
    case .soundDecibels: "dB(A)"
    case .batteryMillivolts: "mV"
    case .heartRateBeatsPerMinute, .pulseBeatsPerMinute, .pulseFastBeatsPerMinute, .pulseSlowBeatsPerMinute: "bpm"
    case .energyKilojoules: "kJ"
    }
  }
}
