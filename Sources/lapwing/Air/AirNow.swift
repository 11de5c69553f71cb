import AirQuality
import ArgumentParser
import Readings
import Status
import System

struct AirNow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "now", abstract: "Estimates the fine particles (PM2.5) at a place from stations around it.",
    discussion: """
      The file is a CSV: station,latitude,longitude,pm25 in µg/m³, and perhaps age_h, source, licence, time. Of a file with \
      times, the last one counts. docs/outdoor-air.md says how it is computed.
      """)

  @Option(help: "The CSV of stations; - is standard input.", completion: .file())
  var stations: String

  @Option(help: "The place, such as 37.57,126.98.")
  var at: String

  @Option(help: "What a value is averaged over: hour or day.")
  var period = Period.hour

  @Option(help: "The index: \(AirIndex.all.map(\.name).joined(separator: ", ")).")
  var index = "us"

  @Flag(help: "Write a JSON object.")
  var json = false

  func run() throws {
    guard let index = AirIndex.all.first(where: { $0.name == index }) else {
      throw LapwingError(
        .usage, code: "bad-index",
        "--index is one of \(AirIndex.all.map(\.name).joined(separator: ", ")), not “\(self.index)”")
    }
    let numbers = at.split(separator: ",").map { Double($0) ?? .nan }
    guard numbers.count == 2, abs(numbers[1]) <= 180, let place = Place(latitude: numbers[0], longitude: numbers[1])
    else { throw LapwingError.noPlace }
    let file = try StationFile(path: stations == "-" ? "/dev/stdin" : stations)
    let observations = file.times.last?.rows.map(\.observation) ?? []
    let network = AirNetwork(
      observations.filter { !StationCheck.isCode($0.concentration) }, sources: file.sources, period: period)
    let report = Report(
      place: place, index: index, network: network,
      leftOut: observations.filter { StationCheck.isCode($0.concentration) }.map(\.station))
    try Output.standard.line(json ? report.json.text : report.text)
  }

  /// What is said of a place, as JSON and as text.
  private struct Report {
    let place: Place
    let index: AirIndex
    let network: AirNetwork
    let leftOut: [String]

    private var estimate: Result<AirEstimate, AirUnknown> {
      network.stationTier(at: place).flatMap { tier in
        Result { () throws(AirUnknown) in try AirEstimate([tier], calibration: .usual(network.period)) }
      }
    }

    var json: JSONObject {
      var object: JSONObject = ["latitude": place.latitude, "longitude": place.longitude]
      switch estimate {
      case .failure(.nothingInReach): object.add("unknown", "nothing-in-reach")
      case .success(let estimate):
        object.add("pm25_ugm3", JSONText.rounded(estimate.value))
        object.add("lower_ugm3", JSONText.rounded(estimate.lower))
        object.add("upper_ugm3", JSONText.rounded(estimate.upper))
        object.add("index", index.name)
        object.add("aqi", index.value(of: estimate.value).index)
        object.add("class", index.value(of: estimate.value).airClass)
        object.add("class_probability", JSONText.rounded(estimate.probabilityOfClass(in: index)))
        object.add("age_h", JSONText.rounded(estimate.age))
        object.add("inputs", estimate.fusion.shares.flatMap(\.tier.inputs).map(json(of:)))
      }
      object.add("left_out", leftOut.isEmpty ? nil : leftOut)
      return object
    }

    private func json(of input: TierEstimate.Input) -> JSONObject {
      let observation = network.observations[input.observation]
      let source = network.sources[observation.source]
      return [
        "station": observation.station, "distance_km": JSONText.rounded(input.distance),
        "weight": JSONText.rounded(input.weight), "pm25_ugm3": observation.concentration,
        "age_h": JSONText.rounded(observation.age), "source": source.name, "licence": source.licence,
      ]
    }

    var text: String {
      guard case .success(let estimate) = estimate else {
        return "PM2.5 is unknown here: no station within \(Int(AirNetwork.reach)) km has a value."
      }
      let value = index.value(of: estimate.value)
      var lines = [
        "PM2.5 \(whole(estimate.value)) µg/m³, 95 % between \(whole(estimate.lower)) and \(whole(estimate.upper))",
        "\(index.name) index \(value.index), \(value.airClass), "
          + "which is true with \(whole(100 * estimate.probabilityOfClass(in: index))) %",
      ]
      for input in estimate.fusion.shares.flatMap(\.tier.inputs) {
        let observation = network.observations[input.observation]
        let source = network.sources[observation.source]
        lines.append(
          "  \(observation.station): \(JSONText.rounded(observation.concentration)) µg/m³, \(whole(input.distance)) km, "
            + "weight \(whole(100 * input.weight)) % (\(source.name), licence \(source.licence))")
      }
      if !leftOut.isEmpty {
        lines.append("Left out, their values stand for a failure: \(leftOut.joined(separator: ", "))")
      }
      return lines.joined(separator: "\n")
    }

    private func whole(_ value: Double) -> Int { Int(exactly: value.rounded()) ?? 0 }
  }
}
