import Control
import Readings
import Status
import System

/// Asks a running box to adopt the sensor of each kind with the strongest signal, for `lapwing scan --adopt`.
enum StrongestSensors {
  /// - Parameter path: the control socket of the box.
  static func adopt(through path: String) throws {
    var client = try ControlClient(path: path)
    let strongest = strongest(of: try client.status().sensors)
    guard !strongest.isEmpty else {
      throw LapwingError(
        .usage, code: "none-heard",
        "the box receives no sensor with a measured signal; wait, or bring one nearer and try again")
    }
    for sensor in strongest {
      let identity = sensor.identity
      let signal = identity.signal.map { "\($0) dBm" } ?? ""
      let text = "\(identity.address)  \(sensor.reading?.source.model ?? "")  \(signal)"
      guard !identity.isAdopted else {
        try Output.standard.line("\(text)  is adopted")
        continue
      }
      do throws(LapwingError) {
        _ = try client.order(ControlRequest(.adopt, name: identity.address))
        try Output.standard.line("\(text)  adopted")
      } catch {
        try Output.standard.line("\(text)  not adopted: \(error.message)")
        throw error
      }
    }
  }

  /// The sensor of each kind with the strongest signal, in the order in which the box lists them.
  private static func strongest(of sensors: [SensorReport]) -> [SensorReport] {
    var best: [String: Int8] = [:]
    for sensor in sensors {
      guard let kind = sensor.identity.kind, let signal = sensor.identity.signal else { continue }
      best[kind] = max(best[kind] ?? signal, signal)
    }
    return sensors.filter { sensor in
      guard let kind = sensor.identity.kind, let signal = sensor.identity.signal, best[kind] == signal else {
        return false
      }
      best[kind] = nil
      return true
    }
  }
}
