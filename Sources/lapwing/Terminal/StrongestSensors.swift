import Control
import Foundation
import Readings
import System

/// Has a running box adopt the sensor of each kind that it hears best.
enum StrongestSensors {
  private struct Picture: Decodable {
    struct Sensor: Decodable {
      var address: String
      var model: String?
      var adopted: Bool
      var sensor_kind: String?
      var rssi: Int?
    }
    var sensors: [Sensor]
  }

  /// - Parameter path: where the box listens.
  static func adopt(through path: String) throws {
    var client = try ControlClient(path: path)
    let (line, _) = try client.ask(ControlRequest(.status))
    guard let picture = try? JSONDecoder().decode(Picture.self, from: Data(line.utf8)) else {
      throw LapwingError(.badData, code: "bad-answer", "the box's answer is not understood; is it of this version?")
    }
    let strongest = strongest(of: picture.sensors)
    guard !strongest.isEmpty else {
      throw LapwingError(
        .usage, code: "none-heard",
        "the box hears no sensor whose signal it could measure; wait, or bring one nearer and try again")
    }
    for sensor in strongest {
      let text = "\(sensor.address)  \(sensor.model ?? "")  \(sensor.rssi.map { "\($0) dBm" } ?? "")"
      guard !sensor.adopted else {
        try Output.standard.line("\(text)  is adopted")
        continue
      }
      do throws(LapwingError) {
        _ = try client.ask(ControlRequest(.adopt, name: sensor.address))
        try Output.standard.line("\(text)  adopted")
      } catch {
        try Output.standard.line("\(text)  not adopted: \(error.message)")
        throw error
      }
    }
  }

  /// Of each kind the one with the strongest signal, in the order in which the box tells them.
  private static func strongest(of sensors: [Picture.Sensor]) -> [Picture.Sensor] {
    var best: [String: Int] = [:]
    for sensor in sensors {
      guard let kind = sensor.sensor_kind, let signal = sensor.rssi else { continue }
      best[kind] = max(best[kind] ?? signal, signal)
    }
    return sensors.filter { sensor in
      guard let kind = sensor.sensor_kind, let signal = sensor.rssi, best[kind] == signal else { return false }
      best[kind] = nil
      return true
    }
  }
}
