import AirQuality

/// Judges the stations of a file of hourly values, and prints a line of JSON for each. The place of a station is its last one.
struct Faults {
  let rows: [StationTable.Row]

  func run() {
    var hours: [String: Int] = [:], stations: [String] = [], ofStation: [String: [StationTable.Row]] = [:]
    for row in rows {
      if hours[row.time] == nil { hours[row.time] = hours.count }
      if ofStation[row.observation.station] == nil { stations.append(row.observation.station) }
      ofStation[row.observation.station, default: []].append(row)
    }
    let series = stations.compactMap { station -> StationSeries? in
      guard let rows = ofStation[station], let place = rows.last?.observation.place else { return nil }
      var values = [Double?](repeating: nil, count: hours.count)
      for row in rows { if let hour = hours[row.time] { values[hour] = row.observation.concentration } }
      return StationSeries(place: place, earlierPlaces: rows.map(\.observation.place), hours: values)
    }
    let check = StationCheck(series)
    for (index, station) in stations.enumerated() {
      print(#"{"station":"\#(station)","verdict":"\#(Self.name(check.verdict(of: index)))"}"#)
    }
  }

  static func name(_ verdict: StationVerdict) -> String {
    switch verdict {
    case .good: "good"
    case .unknown: "unknown"
    case .bad(let fault): fault.rawValue
    }
  }
}
