import Foundation
import Logbook
import Readings

/// Writes the series of ``Year`` as CSV on standard output, so that other stores can be measured with them: `strap`, the
/// time in milliseconds, the heart rate and RR intervals in ticks; or `air`, the time, and the quantities.
enum Dump {
  private static let quantities: [Quantity] = [
    .co2PartsPerMillion, .temperatureCelsius, .relativeHumidityPercent, .pressureHectopascals, .batteryPercent,
  ]

  static func write(days: Int) {
    var year = Year()
    let header = "sensor,at_ms," + quantities.map(\.key).joined(separator: ",") + "\n"
    FileHandle.standardOutput.write(Data(header.utf8))
    for hour in 0..<max(0, days) * 24 {
      var text = ""
      for item in Year.notifications(year.beats(hour: hour), hour: hour) {
        text += "strap,\(item.at),\(Int(item.rate)),\(item.ticks.map(String.init).joined(separator: " "))\n"
      }
      for minute in year.minutes(hour: hour) {
        text += "air,\(minute.at)"
        for quantity in quantities { text += "," + (minute.measurements[quantity].map { "\($0)" } ?? "") }
        text += "\n"
      }
      FileHandle.standardOutput.write(Data(text.utf8))
    }
  }
}
