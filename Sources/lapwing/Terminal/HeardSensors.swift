import Readings
import Status
import System

/// What a running box hears, for `lapwing scan`.
enum HeardSensors {
  static func show(_ status: BoxStatus, asJSON isJSON: Bool) throws(LapwingError) {
    for sensor in status.sensors {
      guard isJSON else {
        try Output.standard.line(text(of: sensor))
        continue
      }
      let line: JSONObject = [
        "address": sensor.identity.address, "name": sensor.reading?.source.model ?? "unknown",
        "rssi": sensor.identity.signal, "silent_s": sensor.identity.silentSeconds,
        "adopted": sensor.identity.isAdopted,
      ]
      try Output.standard.line(line.adding(sensor.reading).text)
    }
    guard !isJSON else { return }
    try Output.standard.line(
      "The running box hears \(status.sensors.count == 1 ? "1 sensor" : "\(status.sensors.count) sensors")")
    if status.sensors.contains(where: { !$0.identity.isAdopted }) {
      try Output.standard.line("Only adopted sensors raise alarms: lapwing sensors adopt ADDRESS")
    }
  }

  private static func text(of sensor: SensorReport) -> String {
    let identity = sensor.identity
    let values = sensor.reading.map { EventText.values(of: $0) } ?? ""
    let parts = [
      identity.address, sensor.reading?.source.model ?? "unknown",
      identity.signal.map { "\($0) dBm" } ?? "no signal strength", values.isEmpty ? "no measurement" : values,
      "\(Int(sensor.ageSeconds)) s old", identity.isAdopted ? "adopted" : "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "  ")
  }
}
