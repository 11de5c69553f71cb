/// What is known of the air around a box: the latest values of each source, what became of each request, and past estimates.
/// `lapwing outside` writes it, and everything else reads it.
package struct AirRecord: Codable, Sendable, Equatable {
  /// A value of a station with its source.
  package struct Station: Codable, Sendable, Equatable {
    package var id: String
    package var name: String
    package var latitude: Double
    package var longitude: Double
    /// In µg/m³.
    package var pm25: Double
    /// In seconds since 1970.
    package var at: Int64
    /// In z.
    package var error: Double
    package var source: AirSourceID
    /// Who has measured it, and under which licence it stands, if the source says so.
    package var credit: String?
    package var licence: String?

    package init(
      id: String, name: String, latitude: Double, longitude: Double, pm25: Double, at: Int64, error: Double? = nil,
      source: AirSourceID, credit: String? = nil, licence: String? = nil
    ) {
      (self.id, self.name, self.latitude, self.longitude) = (id, name, latitude, longitude)
      (self.pm25, self.at, self.source, self.credit, self.licence) = (pm25, at, source, credit, licence)
      self.error = error ?? source.terms.ownError
    }

    package var place: Place? { Place(latitude: latitude, longitude: longitude) }
  }

  /// What a model with satellite data says of the sky, and the weather.
  package struct Sky: Codable, Sendable, Equatable {
    package var at: Int64
    /// Aerosol optical depth at 550 nm.
    package var depth: Double?
    /// In %.
    package var humidity: Double?
    /// In m/s.
    package var wind: Double?
    /// In degrees, from which the wind blows.
    package var from: Double?

    package init(
      at: Int64, depth: Double? = nil, humidity: Double? = nil, wind: Double? = nil, from: Double? = nil
    ) {
      (self.at, self.depth, self.humidity, self.wind, self.from) = (at, depth, humidity, wind, from)
    }
  }

  /// A station beside the optical depth over it.
  package struct Pair: Codable, Sendable, Equatable {
    package var latitude: Double
    package var longitude: Double
    package var at: Int64
    package var pm25: Double
    package var depth: Double

    package init(latitude: Double, longitude: Double, at: Int64, pm25: Double, depth: Double) {
      (self.latitude, self.longitude, self.at, self.pm25, self.depth) = (latitude, longitude, at, pm25, depth)
    }
  }

  /// What became of the requests to a source.
  package struct SourceState: Codable, Sendable, Equatable {
    package var source: AirSourceID
    /// When it was asked last, and when it last gave values; s since 1970.
    package var asked: Int64?
    package var answered: Int64?
    /// When it is asked next.
    package var next: Int64 = 0
    /// Failures in succession.
    package var failures = 0
    /// The sentence of the latest failure.
    package var fault: String?
    /// Values of its latest answer that were left out, since they cannot be true.
    package var leftOut = 0

    package init(_ source: AirSourceID) { self.source = source }
  }

  /// A past estimate.
  package struct Past: Codable, Sendable, Equatable {
    package struct Part: Codable, Sendable, Equatable {
      package var tier: String
      package var pm25: Double
      package var weight: Double

      package init(tier: String, pm25: Double, weight: Double) {
        (self.tier, self.pm25, self.weight) = (tier, pm25, weight)
      }
    }

    package var at: Int64
    package var pm25: Double
    package var lower: Double
    package var upper: Double
    package var age: Double
    package var parts: [Part]?

    package init(at: Int64, pm25: Double, lower: Double, upper: Double, age: Double, parts: [Part]? = nil) {
      (self.at, self.pm25, self.lower, self.upper, self.age, self.parts) = (at, pm25, lower, upper, age, parts)
    }
  }

  package var latitude: Double
  package var longitude: Double
  package var stations: [Station] = []
  /// The hourly values of the nearest stations, by which bad ones are found.
  package var hours = StationHours()
  package var sky: Sky?
  package var pairs: [Pair] = []
  package var sources: [SourceState] = []
  package var results: [Past] = []
  /// What a person has deleted was measured before this, s since 1970.
  package var forgotten: Int64?

  /// - Parameter place: is rounded to 0.01°, about 1 km.
  package init(place: Place) {
    latitude = Self.rounded(place.latitude)
    longitude = Self.rounded(place.longitude)
  }

  package static func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }

  package var place: Place? { Place(latitude: latitude, longitude: longitude) }
}

extension AirRecord {
  /// Stations that are kept: the nearest of each source. An estimate uses 8.
  package static let mostStations = 60
  /// Estimates that keep their parts, and how long the others are kept.
  package static let mostPredictions = 50
  private static let keptResults: Int64 = 7 * 86_400
  private static let mostPairs = 500
  private static let month = AirSourceID.month
  /// A clock may be wrong by so much, s.
  package static let mostAhead: Int64 = 900

  package func state(of source: AirSourceID) -> SourceState {
    sources.first { $0.source == source } ?? SourceState(source)
  }

  /// Whether a program can have written it: a damaged file may hold any number.
  package var isSound: Bool {
    func isTime(_ time: Int64?) -> Bool { time.map { (0...(1 << 40)).contains($0) } ?? true }
    return place != nil && stations.allSatisfy { isTime($0.at) && $0.pm25.isFinite && $0.error.isFinite }
      && hours.isSound && isTime(sky?.at) && pairs.allSatisfy { isTime($0.at) } && results.allSatisfy { isTime($0.at) }
      && sources.allSatisfy { isTime($0.asked) && isTime($0.answered) && isTime($0.next) } && isTime(forgotten)
  }

  package mutating func set(_ state: SourceState) {
    if let place = sources.firstIndex(where: { $0.source == state.source }) {
      sources[place] = state
    } else {
      sources.append(state)
    }
  }

  /// Replaces the values of a source. A station that gave none this time keeps its earlier value, which grows old.
  package mutating func receive(_ fresh: [Station], from source: AirSourceID) {
    guard let place else { return }
    let known = Set(fresh.map(\.id))
    let ofSource = fresh + stations.filter { $0.source == source && !known.contains($0.id) }
    let sorted = ofSource.compactMap { station in station.place.map { (station, $0.distance(to: place)) } }
      .sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }
    stations = stations.filter { $0.source != source } + sorted.prefix(Self.mostStations).map(\.0)
  }

  /// Takes the values of an hour for the checks of stations.
  package mutating func receiveHour(at now: Int64) {
    guard let place else { return }
    let values = stations.filter(\.source.terms.mayBeArchived).compactMap { station in
      station.place.map { StationHours.Value(id: station.id, place: $0, pm25: station.pm25, at: station.at) }
    }
    hours.receive(
      values.sorted { ($0.place.distance(to: place), $0.id) < ($1.place.distance(to: place), $1.id) }, at: now)
  }

  /// Adds pairs, at most one a station and day.
  package mutating func receive(_ fresh: [Pair]) {
    for pair in fresh {
      let isKnown = pairs.contains {
        $0.latitude == pair.latitude && $0.longitude == pair.longitude && $0.at / 86_400 == pair.at / 86_400
      }
      if !isKnown { pairs.append(pair) }
    }
    pairs = pairs.suffix(Self.mostPairs)
  }

  /// Adds an estimate: the latest ones keep their parts, and of older ones there is one an hour.
  package mutating func add(_ result: Past) {
    results.append(result)
    let old = results.dropLast(Self.mostPredictions)
    var hours: [Past] = []
    for result in old where hours.last.map({ $0.at / 3600 != result.at / 3600 }) ?? true {
      var result = result
      result.parts = nil
      hours.append(result)
    }
    results = hours + results.suffix(Self.mostPredictions)
  }

  /// Deletes what is too old to be kept, what has no source any more, and what a clock that was set back left in the future.
  package mutating func tidy(at now: Int64, sources used: Set<AirSourceID>) {
    stations.removeAll {
      !used.contains($0.source) || now - $0.at > $0.source.terms.kept || $0.at - now > Self.mostAhead
    }
    sources.removeAll { !used.contains($0.source) }
    hours.keep(Set(stations.map(\.id)))
    let sky = AirSourceID.openMeteo
    if !used.contains(sky) || self.sky.map({ now - $0.at > sky.terms.kept }) ?? false { self.sky = nil }
    if !used.contains(sky) { pairs = [] }
    pairs.removeAll { now - $0.at > Self.month || $0.at - now > Self.mostAhead }
    results.removeAll { now - $0.at > Self.keptResults || $0.at - now > Self.mostAhead }
  }

  /// Deletes what was measured and estimated before a time.
  package mutating func forget(before time: Int64) {
    stations.removeAll { $0.at < time }
    hours = StationHours()
    pairs.removeAll { $0.at < time }
    results.removeAll { $0.at < time }
    if sky.map({ $0.at < time }) ?? false { sky = nil }
    forgotten = max(forgotten ?? 0, time)
  }

  /// Deletes what a person has deleted in the file meanwhile.
  package mutating func forget(like file: AirRecord?) {
    if let time = file?.forgotten, forgotten.map({ $0 < time }) ?? true { forget(before: time) }
  }
}
