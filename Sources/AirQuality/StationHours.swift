/// The hourly values of the stations nearest to a box, over the last week: what the checks of ``StationCheck`` need.
package struct StationHours: Codable, Sendable, Equatable {
  /// Where a station was listed before it moved, and the hour until which that counts.
  package struct Before: Codable, Sendable, Equatable {
    package var latitude: Double
    package var longitude: Double
    package var until: Int64

    var place: Place? { Place(latitude: latitude, longitude: longitude) }
  }

  /// A value of a station: in µg/m³, measured at a time in s since 1970.
  struct Value: Sendable {
    let id: String
    let place: Place
    let pm25: Double
    let at: Int64
  }

  package struct Series: Codable, Sendable, Equatable {
    package var id: String
    package var latitude: Double
    package var longitude: Double
    /// When the latest value was measured, s since 1970.
    package var at: Int64
    package var before: Before?
    /// In tenths of a µg/m³, the oldest first; `nil` for an hour without a value.
    package var values: [Int?]

    var place: Place? { Place(latitude: latitude, longitude: longitude) }
  }

  /// A station and its neighbours.
  static let most = 24

  /// The hour of the latest values, since 1970.
  private var hour: Int64?
  private var series: [Series] = []

  package init() {}

  var isSound: Bool {
    (hour.map { (0...(1 << 30)).contains($0) } ?? true)
      && series.allSatisfy {
        $0.place != nil && (0...(1 << 40)).contains($0.at)
          && $0.values.allSatisfy { $0.map { (-1000...1_000_000).contains($0) } ?? true }
      }
  }

  mutating func keep(_ ids: Set<String>) { series.removeAll { !ids.contains($0.id) } }

  /// Takes the values of an hour, once. A value that was there an hour before is none of this one.
  /// - Parameters:
  ///   - stations: the nearest first.
  ///   - now: s since 1970.
  mutating func receive(_ stations: [Value], at now: Int64) {
    let hour = now / 3600
    let steps = self.hour.map { hour - $0 } ?? 1
    guard steps != 0 else { return }
    // The date was set back, or nothing came for a week.
    if steps < 0 || steps > Int64(StationSeries.longest) { series = [] }
    self.hour = hour
    let missed = [Int?](repeating: nil, count: max(0, min(Int(clamping: steps) - 1, StationSeries.longest)))
    series = stations.prefix(Self.most).map { station in
      var own =
        series.first { $0.id == station.id }
        ?? Series(
          id: station.id, latitude: station.place.latitude, longitude: station.place.longitude, at: 0, values: [])
      if let before = own.place, before.distance(to: station.place) > 1 {
        own.before = Before(
          latitude: own.latitude, longitude: own.longitude, until: hour + Int64(StationSeries.longest))
      }
      (own.latitude, own.longitude) = (station.place.latitude, station.place.longitude)
      let value = station.at > own.at ? Int(exactly: (station.pm25 * 10).rounded()) : nil
      own.at = max(own.at, station.at)
      own.values = (own.values + missed + [value]).suffix(StationSeries.longest)
      return own
    }
  }

  /// The faults that are found, by station.
  package var faults: [String: StationFault] {
    let known = series.compactMap { own -> (id: String, series: StationSeries)? in
      guard let place = own.place else { return nil }
      let before = own.before.flatMap { $0.until > hour ?? 0 ? $0.place : nil }
      return (
        own.id,
        StationSeries(
          place: place, earlierPlaces: [before].compactMap(\.self), hours: own.values.map { $0.map { Double($0) / 10 } }
        )
      )
    }
    let check = StationCheck(known.map(\.series))
    var faults: [String: StationFault] = [:]
    for (place, known) in known.enumerated() {
      if case .bad(let fault) = check.verdict(of: place) { faults[known.id] = fault }
    }
    return faults
  }
}
