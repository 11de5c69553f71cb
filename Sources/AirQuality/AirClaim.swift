/// What a source claims of a station, before it is believed.
package struct AirClaim: Sendable, Equatable {
  package var id: String?
  package var name: String?
  package var latitude: Double?
  package var longitude: Double?
  package var pm25: Double?
  /// As the source writes it; `nil` without one.
  package var unit: String?
  /// In seconds since 1970.
  package var at: Int64?
  package var error: Double?
  package var credit: String?
  package var licence: String?

  package init() {}

  /// Why a claim is not believed.
  package enum Doubt: String, Sendable, CaseIterable {
    case incomplete, place, far, unit, value, future, old, twice
  }

  /// A value that was old when it came says little of now (the specification's 3 h).
  package static let oldest: Int64 = 3 * 3600
  private static let longestText = 80
  private static let units = ["µg/m³", "μg/m³", "ug/m3", "ug/m³", "µg/m3", "μg/m3"]

  /// - Parameters:
  ///   - place: of the box.
  ///   - now: s since 1970.
  ///   - oldest: the age that is accepted, s.
  package func check(
    _ source: AirSourceID, around place: Place, at now: Int64, oldest: Int64 = oldest
  ) -> Result<AirRecord.Station, Doubt> {
    guard let id, !id.isEmpty, id.utf8.count <= Self.longestText, let latitude, let longitude, let pm25, let at else {
      return .failure(.incomplete)
    }
    // 0,0 stands for a missing place.
    guard latitude != 0 || longitude != 0, abs(longitude) <= 180,
      let there = Place(latitude: latitude, longitude: longitude)
    else { return .failure(.place) }
    if let unit, !Self.units.contains(unit.lowercased()) { return .failure(.unit) }
    // "nan" is a number too, and one that nothing else may get.
    guard error.map(StationTable.errors.contains) ?? true else { return .failure(.value) }
    guard pm25.isFinite, !StationCheck.isCode(pm25), pm25 >= -10 else { return .failure(.value) }
    guard at <= now + AirRecord.mostAhead else { return .failure(.future) }
    guard now - at <= oldest else { return .failure(.old) }
    guard there.distance(to: place) <= AirNetwork.reach else { return .failure(.far) }
    return .success(
      AirRecord.Station(
        id: id, name: Self.line(name ?? id), latitude: latitude, longitude: longitude, pm25: pm25, at: min(at, now),
        error: error, source: source, credit: credit.map(Self.line), licence: licence.map(Self.line)))
  }

  /// A text of a stranger, short and on one line.
  private static func line(_ text: String) -> String {
    String(text.unicodeScalars.prefix(longestText).map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
  }
}

extension AirClaim.Doubt: Error {}

/// The stations of one answer of a source, checked one by one, with those kept that are nearest: an answer may have 30,000.
package struct AirClaims: Sendable {
  package private(set) var stations: [AirRecord.Station] = []
  package private(set) var leftOut: [AirClaim.Doubt: Int] = [:]
  package let source: AirSourceID
  package let place: Place
  package let now: Int64
  /// More are more than a service has in reach.
  package static let mostStations = 40_000
  private let oldest: Int64
  private var known: [String: Place] = [:]
  private var distances: [Double] = []

  package init(
    _ source: AirSourceID, around place: Place, at now: Int64, oldest: Int64 = AirClaim.oldest
  ) {
    (self.source, self.place, self.now, self.oldest) = (source, place, now, oldest)
  }

  package mutating func receive(_ claim: AirClaim) {
    switch claim.check(source, around: place, at: now, oldest: oldest) {
    case .failure(let doubt): leftOut[doubt, default: 0] += 1
    case .success(let station): keep(station)
    }
  }

  private mutating func keep(_ station: AirRecord.Station) {
    guard let there = station.place, known.count < Self.mostStations || known[station.id] != nil else { return }
    if let first = known.updateValue(there, forKey: station.id) {
      known[station.id] = first
      guard first == there else {
        leftOut[.twice, default: 0] += 1
        return
      }
      // An answer may have several values of a station; the youngest counts.
      if let at = stations.firstIndex(where: { $0.id == station.id && $0.at < station.at }) { stations[at] = station }
      return
    }
    let distance = there.distance(to: place)
    let at = distances.firstIndex { $0 > distance } ?? distances.count
    guard at < AirRecord.mostStations else { return }
    distances.insert(distance, at: at)
    stations.insert(station, at: at)
    if stations.count > AirRecord.mostStations {
      stations.removeLast()
      distances.removeLast()
    }
  }

  /// Those that cannot be true. A place far away is none of them.
  package var doubtful: Int { leftOut.reduce(0) { $0 + ($1.key == .far ? 0 : $1.value) } }
}
