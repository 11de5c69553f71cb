import Readings
import SensorProtocols

/// English text for people: the numbers, times and values of events and states.
package enum EventText {
  /// Minutes and seconds, to a tenth.
  package static func time(_ seconds: Double) -> String {
    let tenths = Int64(exactly: max(0, seconds * 10).rounded(.down)) ?? 0
    return "\((tenths / 600).digits(2)):\((tenths / 10 % 60).digits(2)).\(tenths % 10)"
  }

  /// A number rounded to a tenth, without digits that only binary fractions cause.
  package static func number(_ value: Double) -> String { ShownUnits.number(value) }

  /// A number without its fraction. A number from outside can be too large; it becomes a billion then, so that an
  /// age never looks small. A negative one becomes 0.
  package static func whole(_ value: Double) -> Int64 {
    Int64(exactly: value.rounded(.down)) ?? (value > 0 ? 1_000_000_000 : 0)
  }

  /// Batteries come last, because a narrow terminal shows only the beginning of a line.
  private static let order =
    Quantity.allCases.filter { !batteries.contains($0) && !Quantity.co2Correction.contains($0) } + batteries
  private static let batteries: [Quantity] = [.batteryPercent, .batteryMillivolts]

  package static func values(of measurements: Measurements, in units: ShownUnits = .metric) -> String {
    let texts = order.compactMap { quantity in
      measurements[quantity].map { value in
        if quantity == .co2PartsPerMillion, let sent = measurements[.co2SentPartsPerMillion] {
          return correctedCO2(value, from: sent, in: measurements, units)
        }
        return "\(quantity.label) \(units.number(value, in: quantity.unit)) \(units.unit(quantity.unit))"
      }
    }
    return texts.isEmpty ? "no measurement" : texts.joined(separator: ", ")
  }

  /// A CO2 value that was corrected, such as `CO2 1345 ppm (1000 sent, at 753.3 hPa)`. What was changed by less than
  /// half a part per million is not worth a word.
  private static func correctedCO2(
    _ value: Double, from sent: Double, in measurements: Measurements, _ units: ShownUnits
  ) -> String {
    let label = Quantity.co2PartsPerMillion.label, unit = Quantity.co2PartsPerMillion.unit
    guard abs(value - sent) >= 0.5 else { return "\(label) \(number(sent)) \(unit)" }
    let pressure = measurements[.co2CorrectionHectopascals].map { ", at \(units.text($0, in: "hPa"))" } ?? ""
    return "\(label) \(number(value.rounded())) \(unit) (\(number(sent)) sent\(pressure))"
  }

  /// A reading in words. Without a measurement, the text says what to do.
  package static func values(of reading: ReadingReport) -> String {
    let text = values(of: reading.measurements)
    guard !reading.measurements.isEmpty else {
      return text + (reading.advice.map { ". \($0.sentence)" } ?? "")
    }
    return text + reading.contactText + reading.correctionText + reading.spotCheckText
      + (reading.details.ageSeconds.map { ", measured \($0) s before" } ?? "")
  }

  /// The value of an alarm and its limit in parentheses, or nothing without a value.
  package static func value(_ value: Double?, isLast: Bool, limit: Double?) -> String {
    guard let value else { return "" }
    let bound = limit.map { ", limit \(number($0))" } ?? ""
    return " (\(isLast ? "last value " : "")\(number(value))\(bound))"
  }

  /// A person or an address behind a preposition, or nothing.
  package static func word(_ preposition: String, _ name: String?) -> String {
    name.map { " \(preposition) \($0)" } ?? ""
  }
}
