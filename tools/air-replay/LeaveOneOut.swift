import AirQuality

/// Estimates each observation from all others of its time, and prints a line of JSON for it.
struct LeaveOneOut {
  let rows: [StationTable.Row]
  let period: Period
  let hasParts: Bool
  let showsInputs: Bool

  /// The rows of each time, in the order of the file.
  private let times: [Range<Int>]
  /// For a row with an optical depth: pairs of all other years.
  private let ratios: [Substring: SatelliteRatio]

  init(_ rows: [StationTable.Row], period: Period, hasParts: Bool, showsInputs: Bool) {
    (self.rows, self.period, self.hasParts, self.showsInputs) = (rows, period, hasParts, showsInputs)
    var times: [Range<Int>] = [], start = 0
    for index in rows.indices where index + 1 == rows.count || rows[index + 1].time != rows[index].time {
      times.append(start..<index + 1)
      start = index + 1
    }
    self.times = times
    let withDepth = rows.filter { $0.depth != nil }
    let years = Set(withDepth.map { $0.time.prefix(4) })
    ratios = Dictionary(
      uniqueKeysWithValues: years.map { year in
        let pairs = withDepth.filter { $0.time.prefix(4) != year }.compactMap { row in
          row.depth.map {
            SatelliteRatio.Pair(
              place: row.observation.place, month: Self.month(row), concentration: row.observation.concentration,
              depth: $0)
          }
        }
        return (year, SatelliteRatio(pairs))
      })
  }

  func run() {
    let calibration = hasParts ? calibrated() : .usual(period)
    each { row, place, network in
      let tiers = tiers(row, place, network, factor: calibration.stationFactor)
      guard let estimate = try? AirEstimate(tiers, calibration: calibration) else {
        return print(
          #"{"time":"\#(row.time)","station":"\#(row.observation.station)","truth":\#(row.observation.concentration),"unknown":"nothing-in-reach"}"#
        )
      }
      print(line(row, place, network, estimate))
    }
  }

  func calibrated() -> Calibration {
    var squares: [Double] = []
    each { row, place, network in
      guard row.calibrates, case .success(let tier) = network.stationTier(at: row.observation.place, without: place)
      else { return }
      let gap = LogScale.z(row.observation.concentration) - tier.z
      squares.append(gap * gap / tier.variance)
    }
    let factor = Calibration.stationFactor(squares)
    var samples: [Calibration.Sample] = []
    each { row, place, network in
      guard row.calibrates,
        let estimate = try? AirEstimate(
          tiers(row, place, network, factor: factor), calibration: .usual(period))
      else { return }
      samples.append(estimate.sample(row.observation.concentration))
    }
    return Calibration(stationFactor: factor, samples: samples, usual: .usual(period))
  }

  private func each(_ handle: (StationTable.Row, Int, AirNetwork) -> Void) {
    for time in times {
      let network = AirNetwork(
        rows[time].map(\.observation),
        period: period)
      for (place, row) in rows[time].enumerated() { handle(row, place, network) }
    }
  }

  private func tiers(_ row: StationTable.Row, _ place: Int, _ network: AirNetwork, factor: Double) -> [TierEstimate] {
    var tiers: [TierEstimate] = []
    if case .success(let tier) = network.stationTier(at: row.observation.place, without: place, factor: factor) {
      tiers.append(tier)
    }
    if let depth = row.depth, let ratio = ratios[row.time.prefix(4)] {
      // Its own station in other years is left out too.
      tiers.append(
        ratio.tier(OpticalDepth(depth, month: Self.month(row)), at: row.observation.place) {
          $0.place == row.observation.place
        })
    }
    return tiers
  }

  private func line(_ row: StationTable.Row, _ place: Int, _ network: AirNetwork, _ estimate: AirEstimate) -> String {
    var parts = [
      #""time":"\#(row.time)","station":"\#(row.observation.station)","part":"\#(row.calibrates ? "calibrate" : "check")""#,
      #""truth":\#(row.observation.concentration),"value":\#(estimate.value),"z":\#(estimate.fusion.z),"sigma":\#(estimate.fusion.sigma)"#,
      #""lower":\#(estimate.lower),"upper":\#(estimate.upper),"holds":\#(estimate.holds(row.observation.concentration))"#,
      #""level":"\#(estimate.cell.level)","near":\#(estimate.cell.isNear)"#,
      #""class":"\#(AirIndex.us.value(of: estimate.value).airClass)","index":\#(AirIndex.us.value(of: estimate.value).index)"#,
      #""probability":\#(estimate.probabilityOfClass(in: .us))"#,
      #""trueClass":"\#(AirIndex.us.value(of: row.observation.concentration).airClass)""#,
    ]
    let shares = estimate.fusion.shares.map { share in
      """
      {"tier":"\(share.tier.tier.rawValue)","value":\(LogScale.concentration(share.tier.z)),"sigma":\(share.sigma),\
      "weight":\(share.weight),"fits":\(share.fits)}
      """
    }
    parts.append(#""tiers":[\#(shares.joined(separator: ","))]"#)
    var reference: [Reference.Part] = []
    if let part = Reference.station(network, at: row.observation.place, without: place) { reference.append(part) }
    if let depth = row.depth { reference.append(Reference.satellite(depth)) }
    if let fused = Reference.fusion(reference) {
      parts.append(#""reference":{"value":\#(fused.value),"sigma":\#(fused.sigma),"confidence":\#(fused.confidence)}"#)
    }
    if let value = Reference.inverseDistance(network, at: row.observation.place, without: place) {
      parts.append(#""inverseDistance":\#(value)"#)
    }
    if showsInputs {
      let inputs = estimate.fusion.shares.flatMap(\.tier.inputs).map {
        #"{"station":"\#(network.observations[$0.observation].station)","distance":\#($0.distance),"weight":\#($0.weight)}"#
      }
      parts.append(#""inputs":[\#(inputs.joined(separator: ","))]"#)
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  private static func month(_ row: StationTable.Row) -> Int { Int(row.time.dropFirst(5).prefix(2)) ?? 0 }
}
