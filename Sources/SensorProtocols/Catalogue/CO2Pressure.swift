import Readings

/// How the CO2 values of a kind of sensor depend on the air pressure, and how that is known.
package struct CO2Pressure: Sendable, Equatable {
  package enum Rule: Sendable, Equatable {
    case corrects
    /// It does not correct them. They depend on the pressure by this law.
    case uncorrected(Law)
    /// It corrects them only if the pressure is set on it, which cannot be done by radio; else it assumes
    /// 1013 hPa.
    case told(Law)
    /// Its maker does not say.
    case unknown

    /// The law by which a value is to be corrected; `nil` if it is to be left as it was sent.
    package var law: Law? {
      switch self {
      case .uncorrected(let law), .told(let law): law
      case .corrects, .unknown: nil
      }
    }

    package var name: String {
      switch self {
      case .corrects: "by the sensor"
      case .uncorrected: "none"
      case .told: "if told the pressure"
      case .unknown: "unknown"
      }
    }
  }

  package let rule: Rule
  /// Where the rule comes from; for an unknown one, what was looked for.
  package let source: String

  /// Nothing was found in the makers' public pages, their support forums, and the issues of the programs that read the
  /// sensor (looked for in November 2026).
  static func unknown(_ part: String) -> CO2Pressure {
    CO2Pressure(rule: .unknown, source: "no statement of its maker found\(part.isEmpty ? "" : "; \(part)")")
  }

  /// A law by which the value that a sensor sends depends on the pressure.
  package enum Law: Sendable, Equatable {
    /// The sensor counts the molecules in a volume: the reading is proportional to the pressure.
    case gas
    /// The reading falls by this percentage of the true value for each kilopascal below ``referenceHectopascals``.
    case perKilopascal(Double)

    /// The pressure at which such sensors are calibrated: the standard atmosphere at sea level (ICAO Doc 7488), hPa.
    package static let referenceHectopascals = 1013.25
    /// Senseair, the maker of the sensor in the Aranet4: 1.6 % of the reading per kPa. Line broadening makes it more
    /// than the 1 % of the gas law.
    package static let senseair = Law.perKilopascal(1.6)

    /// What a value must be multiplied by to be true at a pressure in hPa; `nil` if the law says nothing there.
    package func factor(hectopascals: Double) -> Double? {
      guard hectopascals > 0 else { return nil }
      switch self {
      case .gas: return Self.referenceHectopascals / hectopascals
      case .perKilopascal(let percent):
        let share = 1 - percent / 100 * (Self.referenceHectopascals - hectopascals) / 10
        return share > 0 ? 1 / share : nil
      }
    }

    /// The value of ``Quantity/co2CorrectionPercentPerKilopascal``: 0 for the gas law.
    package var percentPerKilopascal: Double {
      switch self {
      case .gas: 0
      case .perKilopascal(let percent): percent
      }
    }
  }
}

extension Measurements {
  /// Corrects CO2 by a pressure, and keeps what was sent.
  /// - Returns: whether there was a value and the law could be used.
  @discardableResult
  package mutating func correctCO2(by law: CO2Pressure.Law, hectopascals: Double) -> Bool {
    guard let sent = sentCO2, let factor = law.factor(hectopascals: hectopascals) else { return false }
    self[.co2PartsPerMillion] = sent * factor
    self[.co2SentPartsPerMillion] = sent
    self[.co2CorrectionHectopascals] = hectopascals
    self[.co2CorrectionPercentPerKilopascal] = law.percentPerKilopascal
    return true
  }
}
