import AirQuality
import ArgumentParser
import Readings
import Status
import System

struct AirCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Leaves each station of a file out, and compares it with what the others say.",
    discussion: """
      The file is a CSV: station,latitude,longitude,pm25 in µg/m³, and perhaps time. The error is in µg/m³; the interval should \
      hold 95 of 100.
      """)

  @Argument(help: "The CSV of stations; - is standard input.", completion: .file())
  var file: String

  @Option(help: "What a value is averaged over: hour or day.")
  var period = Period.hour

  @Flag(help: "Write a JSON object.")
  var json = false

  func run() throws {
    let table = try StationFile(path: file == "-" ? "/dev/stdin" : file)
    let calibration = Calibration.usual(period)
    var count = 0, unknown = 0, held = 0
    var (errors, sizes, squares) = (0.0, 0.0, 0.0)
    for time in table.times {
      let network = AirNetwork(time.rows.map(\.observation), period: period)
      for (place, observation) in network.observations.enumerated() {
        guard case .success(let estimate) = network.estimate(without: place, calibration: calibration) else {
          unknown += 1
          continue
        }
        let error = estimate.value - max(observation.concentration, 0)
        count += 1
        held += estimate.holds(observation.concentration) ? 1 : 0
        errors += error
        sizes += abs(error)
        squares += error * error
      }
    }
    let total = Double(max(count, 1))
    let figures: [(key: String, name: String, value: Double)] = [
      ("rmse_ugm3", "Root mean square of the error, µg/m³", (squares / total).squareRoot()),
      ("mae_ugm3", "Mean size of the error, µg/m³", sizes / total),
      ("bias_ugm3", "Mean error, µg/m³", errors / total),
      ("coverage", "Share in the 95 % interval", Double(held) / total),
    ]
    guard !json else {
      var object: JSONObject = ["times": table.times.count, "estimates": count, "unknown": unknown]
      if count > 0 { for figure in figures { object.add(figure.key, JSONText.rounded(figure.value)) } }
      return try Output.standard.line(object.text)
    }
    try Output.standard.line("\(count) estimates at \(table.times.count) times; \(unknown) have no station in reach")
    guard count > 0 else { return }
    for figure in figures { try Output.standard.line("\(figure.name): \(JSONText.rounded(figure.value))") }
  }
}
