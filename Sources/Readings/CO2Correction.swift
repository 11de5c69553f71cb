/// What was done to the CO2 value of a reading because of the air pressure.
///
/// CO2 sensors count molecules, so they read low in thin air. The engine corrects the value by a pressure that it has
/// received; see docs/alarms.md, "CO2 and air pressure".
package enum CO2Correction: Sendable, Equatable {
  /// The value was corrected by a pressure: the sensor's own, or that of another sensor of the box.
  case corrected(by: DeviceAddress?)
  /// The sensor corrects its values itself, so the value is left as it was sent.
  case bySensor
  /// The value was left as it was sent. The address is that of the other sensor whose pressure could not be used.
  case none(Reason, DeviceAddress? = nil)

  /// Why a value is not corrected. The raw values are the words in JSON.
  package enum Reason: String, Sendable {
    case modelUnknown = "model-unknown"
    /// The configuration says so.
    case off
    /// No sensor of the box gives a pressure.
    case noPressure = "no-pressure"
    /// The pressure is too old, or its sensor has only just come back.
    case pressureStale = "pressure-stale"
    /// The pressure has been exactly the same for too long.
    case pressureFrozen = "pressure-frozen"
    /// The pressure is not one that people live in.
    case pressureOutOfRange = "pressure-out-of-range"
  }
}

extension CO2Correction {
  /// In words, for people.
  package var text: String {
    switch self {
    case .corrected(nil): "CO2 is corrected by its own pressure"
    case .corrected(.some(let address)): "CO2 is corrected by the pressure of \(address)"
    case .bySensor: "CO2 is corrected by the sensor itself"
    case .none(let reason, let address): "CO2 is not corrected: \(reason.text(of: address))"
    }
  }
}

extension CO2Correction.Reason {
  /// In words, for people.
  package func text(of address: DeviceAddress?) -> String {
    let whose = address.map { "the pressure of \($0)" } ?? "its pressure"
    return switch self {
    case .modelUnknown: "it is not known whether this kind of sensor corrects its values"
    case .off: "it is switched off in the configuration"
    case .noPressure: "no sensor of the box gives a pressure"
    case .pressureStale: "\(whose) is older than 15 minutes"
    case .pressureFrozen: "\(whose) has not changed for hours"
    case .pressureOutOfRange: "\(whose) is not between 500 and 1100 hPa"
    }
  }
}

extension Quantity {
  /// The quantities that describe the correction of a CO2 value. They are present only with a corrected value.
  package static let co2Correction: [Quantity] = [
    .co2SentPartsPerMillion, .co2CorrectionHectopascals, .co2CorrectionPercentPerKilopascal,
  ]
}

extension Measurements {
  /// CO2 as the sensor sent it, ppm.
  package var sentCO2: Double? { self[.co2SentPartsPerMillion] ?? self[.co2PartsPerMillion] }

  /// The value of a quantity as the sensor sent it. A correction changes while the sensor repeats a value, so whatever
  /// asks whether a value is new, or whether a sensor works, asks for this one.
  package func sent(_ quantity: Quantity) -> Double? {
    quantity == .co2PartsPerMillion ? sentCO2 : self[quantity]
  }

  /// The values as the sensor sent them, without corrections.
  package var asSent: Measurements {
    guard let sent = self[.co2SentPartsPerMillion] else { return self }
    var measurements = self
    measurements[.co2PartsPerMillion] = sent
    for quantity in Quantity.co2Correction { measurements[quantity] = nil }
    return measurements
  }
}
