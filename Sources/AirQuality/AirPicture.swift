/// What a record says of the air at its place now. It is computed when it is read, so that an interval grows also while nothing
/// comes any more.
package struct AirPicture: Sendable {
  package let record: AirRecord
  /// In seconds since 1970.
  package let now: Int64
  package let network: AirNetwork
  /// Those of the network's observations, in their order.
  package let stations: [AirRecord.Station]
  /// Those that give nothing to the estimate, since they are bad.
  package let bad: [(station: AirRecord.Station, fault: StationFault)]
  package let estimate: Result<AirEstimate, AirUnknown>

  /// In hours.
  private static let oldestSky = 48.0

  package init(_ record: AirRecord, at now: Int64) {
    (self.record, self.now) = (record, now)
    var sources: [AirSource] = [], places: [AirSource: Int] = [:]
    var observations: [Observation] = [], stations: [AirRecord.Station] = []
    var bad: [(station: AirRecord.Station, fault: StationFault)] = []
    let faults = record.hours.faults
    for station in record.stations where now - station.at <= station.source.terms.kept {
      guard let place = station.place, !StationCheck.isCode(station.pm25) else { continue }
      if let fault = faults[station.id] {
        bad.append((station, fault))
        continue
      }
      let source = station.airSource, at = places[source] ?? sources.count
      if at == sources.count {
        sources.append(source)
        places[source] = at
      }
      observations.append(
        Observation(
          station: station.id, place: place, concentration: station.pm25, age: Self.hours(station.at, now),
          ownError: station.error, source: at))
      stations.append(station)
    }
    (self.stations, self.bad) = (stations, bad)
    network = AirNetwork(observations, sources: sources, period: .hour)
    guard let place = record.place else {
      estimate = .failure(.nothingInReach)
      return
    }
    var tiers: [TierEstimate] = []
    if case .success(let tier) = network.stationTier(at: place) { tiers.append(tier) }
    if let sky = record.sky, let depth = sky.depth, Self.hours(sky.at, now) <= Self.oldestSky {
      tiers.append(
        SatelliteRatio(record.pairs.compactMap(\.pair)).tier(
          OpticalDepth(depth, month: Self.month(sky.at), age: Self.hours(sky.at, now)), at: place))
    }
    estimate = Result { () throws(AirUnknown) in try AirEstimate(tiers, calibration: .usual(.hour)) }
  }

  private static func hours(_ at: Int64, _ now: Int64) -> Double { Double(max(0, now - at)) / 3600 }

  /// A station with its distance in km and its weight in the estimate, 0 if it is not used.
  package struct Near: Sendable {
    package let station: AirRecord.Station
    package let distance: Double
    package let weight: Double
    /// In hours.
    package let age: Double
    /// Why it gives nothing to the estimate.
    package var fault: StationFault?
  }

  /// The heaviest first, and those without weight by distance.
  package var near: [Near] {
    var weights: [Int: Double] = [:]
    if case .success(let estimate) = estimate {
      for share in estimate.fusion.shares {
        for input in share.tier.inputs { weights[input.observation] = share.weight * input.weight }
      }
    }
    guard let place = record.place else { return [] }
    let good = stations.indices.map { at in
      Near(
        station: stations[at], distance: network.observations[at].place.distance(to: place), weight: weights[at] ?? 0,
        age: network.observations[at].age)
    }
    let others = bad.map { station, fault in
      Near(
        station: station, distance: station.place?.distance(to: place) ?? .infinity, weight: 0,
        age: Self.hours(station.at, now), fault: fault)
    }
    return (good + others).sorted {
      ($0.weight > 0 ? 0 : 1, $0.distance, $0.station.id) < ($1.weight > 0 ? 0 : 1, $1.distance, $1.station.id)
    }
  }

  /// In µg/m³ an hour: the slope of the estimates of the last three hours; `nil` for fewer than four, or less than an hour.
  package var slope: Double? {
    let recent = record.results.filter { (0...3 * 3600).contains(now - $0.at) }
    guard let first = recent.first, let last = recent.last, recent.count >= 4, last.at - first.at >= 3600 else {
      return nil
    }
    let hours = recent.map { Double($0.at - first.at) / 3600 }, count = Double(recent.count)
    let mean = (hours.reduce(0, +) / count, recent.reduce(0) { $0 + $1.pm25 } / count)
    var (sum, squares) = (0.0, 0.0)
    for (hour, past) in zip(hours, recent) {
      sum += (hour - mean.0) * (past.pm25 - mean.1)
      squares += (hour - mean.0) * (hour - mean.0)
    }
    return sum / squares
  }

  package enum Trend: String, Sendable {
    case rising, falling, steady
  }

  /// Rising and falling are more than 2 µg/m³ an hour (the specification).
  package var trend: Trend? { slope.map { $0 > 2 ? .rising : $0 < -2 ? .falling : .steady } }

  /// For the record.
  package var past: AirRecord.Past? {
    guard case .success(let estimate) = estimate else { return nil }
    return AirRecord.Past(
      at: now, pm25: estimate.value, lower: estimate.lower, upper: estimate.upper, age: estimate.age,
      parts: estimate.fusion.shares.map {
        AirRecord.Past.Part(tier: $0.tier.tier.rawValue, pm25: LogScale.concentration($0.tier.z), weight: $0.weight)
      })
  }

  /// The calendar month of a time in UTC, 1 to 12 (Hinnant's civil_from_days).
  static func month(_ seconds: Int64) -> Int {
    let days = (seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let ofEra = days - era * 146_097
    let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let part = (5 * ofYear + 2) / 153
    return Int(part < 10 ? part + 3 : part - 9)
  }
}

extension AirRecord.Station {
  /// With the licence of the value where it has one, and who has measured it.
  package var airSource: AirSource {
    AirSource(
      name: credit.map { "\(source.terms.name): \($0)" } ?? source.terms.name, licence: licence ?? source.terms.licence)
  }
}

extension AirRecord.Pair {
  fileprivate var pair: SatelliteRatio.Pair? {
    Place(latitude: latitude, longitude: longitude).map {
      SatelliteRatio.Pair(place: $0, month: AirPicture.month(at), concentration: pm25, depth: depth)
    }
  }
}
