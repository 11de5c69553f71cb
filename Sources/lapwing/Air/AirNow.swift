import AirQuality
import ArgumentParser
import Readings
import Settings
import Status
import System
import Words

struct AirNow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "now", abstract: "Shows the fine particles (PM2.5) outdoors, with what they come from.",
    discussion: """
      From the sources of outside.air, which lapwing outside asks. With --stations from a file instead: a CSV with \
      station,latitude,longitude,pm25 in µg/m³, and perhaps age_h, source, licence, time. Of a file with times, the last one \
      counts. docs/outdoor-air.md says how it is computed.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Option(help: "A CSV of stations instead of the sources; - is standard input.", completion: .file())
  var stations: String?

  @Option(help: "With --stations, the place, such as 37.57,126.98.")
  var at: String?

  @Option(help: "With --stations, what a value is averaged over: hour or day.")
  var period = Period.hour

  @Option(help: "The index: \(AirIndex.all.map(\.name).joined(separator: ", ")).")
  var index: String?

  @Flag(help: "Write a JSON object.")
  var json = false

  func validate() throws {
    guard (stations == nil) == (at == nil) else { throw ValidationError("--stations and --at belong together") }
  }

  func run() throws {
    let report = try stations.map(ofFile) ?? ofRecord()
    try Output.standard.line(json ? report.json.text : report.text)
  }

  private func index(usual: AirIndex) throws(LapwingError) -> AirIndex {
    guard let index else { return usual }
    guard let found = AirIndex.all.first(where: { $0.name == index }) else {
      throw LapwingError(
        .usage, code: "bad-index",
        "--index is one of \(AirIndex.all.map(\.name).joined(separator: ", ")), not “\(index)”")
    }
    return found
  }

  private func ofRecord() throws -> AirReport {
    let shown = try ShownAir(try options.read())
    return AirReport(shown.picture, try index(usual: shown.index))
  }

  private func ofFile(_ path: String) throws -> AirReport {
    let index = try index(usual: .us)
    guard let place = at.flatMap(PlaceText.read) else { throw LapwingError.noPlace }
    let file = try StationFile(path: path == "-" ? "/dev/stdin" : path)
    let observations = file.times.last?.rows.map(\.observation) ?? []
    let network = AirNetwork(
      observations.filter { !StationCheck.isCode($0.concentration) }, sources: file.sources, period: period)
    let estimate = network.stationTier(at: place).flatMap { tier in
      Result { () throws(AirUnknown) in try AirEstimate([tier], calibration: .usual(network.period)) }
    }
    return AirReport(
      latitude: place.latitude, longitude: place.longitude, index: index, network: network, estimate: estimate,
      leftOut: observations.filter { StationCheck.isCode($0.concentration) }.map(\.station))
  }
}

/// The air of the configured place, as `lapwing outside` has kept it.
struct ShownAir {
  let settings: AirSettings
  let picture: AirPicture

  var index: AirIndex { settings.index }

  /// - Throws: what to do, if there is nothing to show.
  init(_ configuration: Configuration, at now: Int64 = MonotonicClock.unixMilliseconds() / 1000) throws(LapwingError) {
    guard let settings = configuration.air else {
      throw LapwingError(
        .configuration, code: "no-air",
        "no place and no source of outdoor air are configured; set \(Keys.airPlace.path) and \(Keys.airSources.path)")
    }
    guard let record = try AirRecordFile(path: settings.record).read(of: settings.place) else {
      throw LapwingError(
        .unavailable, code: "no-air-record",
        "\(settings.record): no source has been asked about this place yet; lapwing outside does so while it runs")
    }
    self.settings = settings
    picture = AirPicture(record, at: now)
  }
}

/// What is said of a place, as JSON and as text.
struct AirReport {
  let latitude: Double
  let longitude: Double
  let index: AirIndex
  let network: AirNetwork
  let estimate: Result<AirEstimate, AirUnknown>
  var leftOut: [String] = []
  var picture: AirPicture?

  var json: JSONObject {
    var object: JSONObject = ["latitude": latitude, "longitude": longitude]
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
      object.add("trend", picture?.trend?.rawValue)
      object.add("tiers", picture == nil ? nil : estimate.fusion.shares.map(json(of:)))
      object.add("inputs", estimate.fusion.shares.flatMap(\.tier.inputs).map(json(of:)))
    }
    object.add("left_out", leftOut.isEmpty ? nil : leftOut)
    return object
  }

  private func json(of share: Fusion.Share) -> JSONObject {
    [
      "tier": share.tier.tier.rawValue, "pm25_ugm3": JSONText.rounded(LogScale.concentration(share.tier.z)),
      "weight": JSONText.rounded(share.weight), "age_h": JSONText.rounded(share.tier.age), "fits": share.fits,
      "source": share.tier.tier == .satellite ? AirSourceID.openMeteo.terms.name : nil,
      "licence": share.tier.tier == .satellite ? AirSourceID.openMeteo.terms.licence : nil,
    ]
  }

  private func json(of input: TierEstimate.Input) -> JSONObject {
    let observation = network.observations[input.observation]
    let source = network.sources[observation.source]
    return [
      "station": observation.station, "distance_km": JSONText.rounded(input.distance),
      "weight": JSONText.rounded(input.weight), "pm25_ugm3": JSONText.rounded(observation.concentration),
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
    if let picture {
      lines.append(
        "\(age(estimate.age)) old\(picture.trend.map { ", \($0.rawValue)" } ?? "")")
      lines += estimate.fusion.shares.map { share in
        let name = AirWords.tier(share.tier.tier).text(.english)
        let fits = share.fits ? "weight \(whole(100 * share.weight)) %" : "left out, since it does not fit the others"
        return "  \(name): \(whole(LogScale.concentration(share.tier.z))) µg/m³, \(fits), \(age(share.tier.age)) old"
      }
    }
    for input in estimate.fusion.shares.flatMap(\.tier.inputs) {
      let observation = network.observations[input.observation]
      let source = network.sources[observation.source]
      lines.append(
        "  \(name(input.observation)): \(JSONText.rounded(observation.concentration)) µg/m³, \(whole(input.distance)) km, "
          + "weight \(whole(100 * input.weight)) % (\(source.name), licence \(source.licence))")
    }
    if !leftOut.isEmpty {
      lines.append("Left out, their values stand for a failure: \(leftOut.joined(separator: ", "))")
    }
    return lines.joined(separator: "\n")
  }

  private func name(_ observation: Int) -> String {
    picture?.stations[observation].name ?? network.observations[observation].station
  }

  private func age(_ hours: Double) -> String { AirWords.age(hours: hours).text(.english) }
  private func whole(_ value: Double) -> Int { Int(exactly: value.rounded()) ?? 0 }
}

extension AirReport {
  init(_ picture: AirPicture, _ index: AirIndex) {
    self.init(
      latitude: picture.record.latitude, longitude: picture.record.longitude, index: index, network: picture.network,
      estimate: picture.estimate, picture: picture)
  }
}
