/// One aeroplane with its registration: its weighings, what has changed since, and where it differs from its type.
package struct Tail: Sendable, Hashable {
  /// An entry of the weighing record.
  package struct Weighing: Sendable, Hashable {
    /// The day, such as `2026-11-22`.
    package let date: String
    package let record: Loading.WeighingRecord
    /// Who weighed it, if the file says so.
    package let by: String?
  }

  /// A part that was installed or removed.
  package struct EquipmentChange: Sendable, Hashable {
    package let date: String
    package let name: String
    /// Its weight; negative for a part that was removed.
    package let weight: Weight
    package let arm: Arm
  }

  package let registration: String
  /// The id of the aircraft type.
  package let aircraft: String
  package let notes: String
  /// The weighing record, in the order of the file.
  package let weighings: [Weighing]
  /// The changes of equipment, in the order of the file.
  package let equipment: [EquipmentChange]
  /// Stations that replace those of the type with the same id, or are added to them.
  package let stations: [Station]
  /// Tanks that replace those of the type with the same id, or are added to them.
  package let tanks: [FuelTank]

  /// The limits of the type that hold for stations which only this aeroplane has, by their ids.
  package let sharing: [String: Sharing]

  package var origin: String { "the tail file of \(registration)" }

  /// Which limits of the type hold for a station of the tail.
  package struct Sharing: Sendable, Hashable {
    /// The categories in which it must be empty; `nil` for all that want some stations empty.
    let emptyIn: [String]?
    /// The combined limits in which it counts; `nil` for those whose stations are all of its kind.
    let combinedLimits: [String]?
  }

  /// The weighing that counts. No two are of the same day.
  package var newestWeighing: Weighing? { weighings.max { $0.date < $1.date } }

  /// The tail as it was on a day such as `2026-11-22`: without later weighings and changes of equipment.
  package func asOf(_ day: String) -> Tail {
    Tail(
      registration: registration, aircraft: aircraft, notes: notes, weighings: weighings.filter { $0.date <= day },
      equipment: equipment.filter { $0.date <= day }, stations: stations, tanks: tanks, sharing: sharing)
  }

  /// The changes of equipment that the newest weighing does not include: those of a later day.
  package var changesSinceWeighing: [EquipmentChange] {
    guard let newestWeighing else { return [] }
    return equipment.filter { $0.date > newestWeighing.date }
  }

  /// The empty weight and moment: the newest weighing and all later changes.
  package var empty: Loading.WeighingRecord? {
    guard let newestWeighing else { return nil }
    var weight = newestWeighing.record.weight, moment = newestWeighing.record.moment
    for change in changesSinceWeighing {
      weight += change.weight
      moment += change.weight * change.arm
    }
    return Loading.WeighingRecord(weight: weight, moment: moment)
  }

  package func aeroplane(of type: Aircraft) -> Aircraft {
    var aeroplane = type
    aeroplane.replace(stations: stations, tanks: tanks)
    for station in stations where type.station(station.id) == nil {
      aeroplane.share(station, as: sharing[station.id] ?? Sharing(emptyIn: nil, combinedLimits: nil))
    }
    return aeroplane
  }

  /// Whether a weighing is more than 36 months before a day. Both are days such as `2026-11-22`.
  package static func isOld(weighedOn: String, on day: String) -> Bool {
    guard let year = Int(weighedOn.prefix(4)) else { return false }
    // Days of this form sort as texts; the 29th of February of a year without one sorts before the 1st of March.
    let years = String(year + 3)
    let last = String(repeating: "0", count: max(0, 4 - years.count)) + years + String(weighedOn.dropFirst(4))
    return day > last
  }
}

extension Aircraft {
  /// Puts a station that the type does not have under the type's rules about stations. What the tail does not say is
  /// taken to the safe side.
  fileprivate mutating func share(_ station: Station, as sharing: Tail.Sharing) {
    for index in categories.indices {
      guard let empty = categories[index].emptyStations,
        sharing.emptyIn?.contains(categories[index].id) ?? true
      else { continue }
      categories[index].emptyStations = Sourced(
        empty.value + [station.id], isKnown: empty.isKnown, source: empty.source, alternatives: empty.alternatives)
    }
    for index in combinedLimits.indices {
      let limit = combinedLimits[index]
      let isAlike = limit.stations.allSatisfy { self.station($0)?.kind == station.kind }
      if sharing.combinedLimits?.contains(limit.id) ?? isAlike { combinedLimits[index].stations.append(station.id) }
    }
  }

  /// Puts stations and tanks in the place of those with the same id, and adds the others.
  fileprivate mutating func replace(stations: [Station], tanks: [FuelTank]) {
    for station in stations {
      if let index = self.stations.firstIndex(where: { $0.id == station.id }) {
        self.stations[index] = station
      } else {
        self.stations.append(station)
      }
    }
    for tank in tanks {
      if let index = self.tanks.firstIndex(where: { $0.id == tank.id }) {
        self.tanks[index] = tank
      } else {
        self.tanks.append(tank)
      }
    }
  }
}
