import Readings
import SensorProtocols

/// Whose CO2 is corrected by the air pressure, and how. It is the value of the key `sensors.pressure-correction`.
package struct PressureCorrection: Sendable, Equatable {
  /// How the CO2 of a sensor is corrected.
  package enum Way: String, CaseIterable, Sendable {
    /// As the catalogue says for its model.
    case automatic
    /// By the gas law, whatever the catalogue says: for a model that is not known.
    case gas
    /// Not at all: for a sensor whose altitude is set, or which was calibrated where it is.
    case off
  }

  private let ways: PerSensor<Way>

  /// Every sensor as the catalogue says.
  package static let automatic = PressureCorrection([:])

  /// - Parameter lines: a sensor that no line is about is corrected as the catalogue says.
  package init(_ lines: [SensorSubject: Way]) { ways = PerSensor(lines, others: .automatic) }

  /// What follows for the CO2 of a sensor: a law, or why its value is left as it was sent.
  package enum Rule: Sendable, Equatable {
    case law(CO2Pressure.Law)
    case left(CO2Correction)
  }

  package func rule(for address: DeviceAddress, _ model: SensorModel) -> Rule {
    switch ways[address, model] {
    case .off: return .left(.none(.off))
    case .gas: return .law(.gas)
    case .automatic:
      let rule = Catalogue.co2Rule(of: model)
      if let law = rule.law { return .law(law) }
      return .left(rule == .corrects ? .bySensor : .none(.modelUnknown))
    }
  }

  /// Corrects a measurement that holds its own pressure, such as one of a sensor's history.
  package func correct(_ measurements: inout Measurements, of address: DeviceAddress, _ model: SensorModel) {
    guard case .law(let law) = rule(for: address, model), let pressure = measurements[.pressureHectopascals],
      PressureAltitude.plausible.contains(pressure)
    else { return }
    measurements.correctCO2(by: law, hectopascals: pressure)
  }
}

extension PressureCorrection {
  /// The lines of the configuration; empty for `automatic`.
  package var written: [(subject: String, word: String)] { self == .automatic ? [] : ways.written }
}

extension PressureCorrection: CustomStringConvertible {
  /// As the configuration shows it.
  package var description: String { self == .automatic ? Way.automatic.rawValue : ways.description }
}
