import Readings
import Web

/// A small drawing of our own beside a word, in the colour of the text. It repeats what the word says.
enum Symbol: String {
  case now, history, sensors, balance, settings, people
  case alert, check, rising, falling, steady
  case thermometer, drop, pressure, battery, heart, cloud, dots

  /// Lines in a square of 24.
  private var path: String {
    switch self {
    case .now: "M4 17a9 9 0 1 1 16 0M12 14l4-5M12 14h0"
    case .history: "M5 5h14v15H5zM5 10h14M9 3v4M15 3v4M9 14h2M14 14h2"
    case .sensors: "M12 13v8M12 11h0M8 15a5 5 0 1 1 8 0M5 18a9 9 0 1 1 14 0"
    case .balance: "M12 4v16M8 20h8M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z"
    case .settings: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4"
    case .people: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M3 19c0-8 12-8 12 0M16 5a3 3 0 0 1 0 6M18 13c2 1 3 3 3 6"
    case .alert: "M12 4 2.5 20h19zM12 10v4M12 17h0"
    case .check: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12l3 3 5-6"
    case .rising: "M6 18 18 6M10 6h8v8"
    case .falling: "M6 6l12 12M10 18h8v-8"
    case .steady: "M4 12h16M14 6l6 6-6 6"
    case .thermometer: "M10 14V5a2 2 0 0 1 4 0v9a4 4 0 1 1-4 0M12 9v8"
    case .drop: "M12 3c9 10 6 17 0 17S3 13 12 3z"
    case .pressure: "M4 16a8 8 0 1 1 16 0M12 16l-4-5M4 20h16"
    case .battery: "M3 8h15v8H3zM21 11v2M6 11v2M9 11v2"
    case .heart: "M12 20C-2 11 6 1 12 8c6-7 14 3 0 12z"
    case .cloud: "M7 18a4 4 0 0 1 0-8 5 5 0 0 1 9.500-1A4.500 4.500 0 0 1 17 18z"
    case .dots: "M6 8h0M13 6h0M18 11h0M9 14h0M15 17h0M6 19h0"
    }
  }

  var html: HTML { "<svg class=\"symbol\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"\(path)\"/></svg>" }

  /// Of a quantity; `nil` if no drawing says more than the word.
  init?(_ quantity: Quantity) {
    switch quantity {
    case .temperatureCelsius: self = .thermometer
    case .relativeHumidityPercent: self = .drop
    case .pressureHectopascals: self = .pressure
    case .batteryPercent, .batteryMillivolts: self = .battery
    case .heartRateBeatsPerMinute, .pulseBeatsPerMinute: self = .heart
    case .co2PartsPerMillion: self = .cloud
    case .pm1MicrogramsPerCubicMetre, .pm25MicrogramsPerCubicMetre, .pm4MicrogramsPerCubicMetre,
      .pm10MicrogramsPerCubicMetre:
      self = .dots
    default: return nil
    }
  }
}
