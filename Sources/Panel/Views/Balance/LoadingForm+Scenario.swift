import AircraftFiles
import Characters
import Readings
import WeightBalance

extension LoadingForm {
  /// The value of a field. A text that still shows what the file says has the file's value with all its digits: a loading
  /// on a limit stays on it in other units.
  private func value<Unit: QuantityUnit>(_ field: LoadingField, _ unit: Unit, _ usual: Exact<Unit>?) -> Exact<Unit>? {
    if let usual, field.text == usual.text(in: unit, places: 2) { return usual }
    return ExactDecimal(DecimalComma.pointed(field.text)).flatMap { try? Exact($0, unit) }
  }

  /// An amount of fuel, and how a file says it: as it was typed.
  private func fuel(_ field: LoadingField, _ usual: Volume?) -> (volume: Volume, json: String)? {
    guard fuelMeasure == .weight, let density else {
      return value(field, units.volume, usual).map { ($0, Self.json($0, units.volume)) }
    }
    if let usual, field.text == (usual * density).text(in: units.weight, places: 2) {
      return (usual, Self.json(usual, units.volume))
    }
    return value(field, units.weight, nil).map { ($0.volume(at: density), Self.json($0, units.weight)) }
  }

  /// What the file held when it was read, as a word: a form that was shown before must not take back what has changed since.
  var state: String { String(SHA256.hexadecimal(baseBytes).prefix(16)) }

  /// The loading as a scenario file. Only what differs from the file that it began with is changed in it, so that
  /// comments stay.
  /// - Parameter isNamed: whether the name is written in any case, for a reader that does not know the file.
  func scenario(isNamed: Bool = false) throws(LapwingError) -> [UInt8] {
    var bytes = baseBytes
    func set(_ key: String, _ json: String) throws(LapwingError) {
      do throws(DataFileError) { bytes = try JSONEdit.setting(key, to: json, in: bytes, file: "the form") } catch {
        throw LapwingError(error)
      }
    }
    let typed = stationLoads
    if typed != Self.inOrder(base.stationLoads, of: aircraft) { try set("stationLoads", json(typed)) }
    let loaded = tanks.compactMap { tank, field in
      let usual = base.fuelLoads.first { $0.tank == tank.id }?.volume
      return fuel(field, usual).map { (load: Loading.FuelLoad(tank: tank.id, volume: $0.volume), json: $0.json) }
    }
    if Self.filled(loaded.map(\.load)) != Self.filled(base.fuelLoads) {
      let parts = loaded.map { "\"\($0.load.tank)\": \($0.json)" }
      try set("fuelLoads", "{\(parts.joined(separator: ", "))}")
    }
    let usualTaxi = base.taxiFuel ?? aircraft.taxiFuel.value, ofType = aircraft.taxiFuel.value
    let taxiFuel = fuel(taxi, usualTaxi) ?? (ofType, Self.json(ofType, units.volume))
    if taxiFuel.volume != usualTaxi { try set("taxiFuel", taxiFuel.json) }
    let tripFuel = fuel(trip, base.tripFuel)
    if tripFuel?.volume ?? .zero != base.tripFuel || (tripFuel != nil && !base.hasTripFuel) {
      try set("tripFuel", tripFuel?.json ?? Self.json(Volume.zero, units.volume))
    }
    if category != aircraft.categoryLimits(base.category)?.id { try set("category", JSONEdit.quoted(category)) }
    let own = Self.ownRecord(base)
    let weight = value(emptyWeight, units.weight, own?.weight)
    if let weight, weight != own?.weight { try set("emptyWeight", Self.json(weight, units.weight)) }
    let arm = value(emptyArm, units.length, own?.arm)
    if let arm, arm != own?.arm { try set("emptyArm", Self.json(arm, units.length)) }
    // What is no day, or the day of no weight, is refused by who reads the scenario.
    let day = weighedOn.isEmpty ? nil : weighedOn
    if day != nil || weight ?? own?.weight != nil, day != Self.ownDay(base) {
      try set("weighedOn", day.map(JSONEdit.quoted) ?? "null")
    }
    if isNamed || name != base.name { try set("name", JSONEdit.quoted(name)) }
    if notes != base.notes { try set("notes", JSONEdit.quoted(notes)) }
    return bytes
  }

  /// The load sheet.
  /// - Parameter today: the day of a sheet whose scenario gives none, such as `2026-11-26`.
  func sheet(_ library: AircraftLibrary, today: String) throws(LapwingError) -> LoadSheet {
    var loading = try library.scenario(try scenario(), file: file ?? "the form")
    try library.setDay(loading.date ?? today, of: &loading)
    do {
      return try LoadSheet(aircraft: aircraft, scenario: loading, units: units)
    } catch {
      throw LapwingError(.badData, code: "bad-loading", "\(error.key): \(error.message)")
    }
  }

  private var stationLoads: [Loading.StationLoad] {
    loads.compactMap { load in
      let usual = base.stationLoads.filter { $0.station == load.station.id }
      let part = usual.indices.contains(load.index) ? usual[load.index] : nil
      guard let weight = value(load.weight, units.weight, part?.weight), weight != .zero else { return nil }
      let arm = load.arm.flatMap { value($0, units.length, part?.arm) }
      return Loading.StationLoad(station: load.station.id, weight: weight, arm: arm, name: load.name)
    }
  }

  /// Loads in the order of the stations, without those of nothing.
  private static func inOrder(_ loads: [Loading.StationLoad], of aircraft: Aircraft) -> [Loading.StationLoad] {
    aircraft.stations.flatMap { station in loads.filter { $0.station == station.id && $0.weight != .zero } }
  }

  /// The volume of each tank that is not empty.
  private static func filled(_ loads: [Loading.FuelLoad]) -> [String: Volume] {
    Dictionary(loads.filter { $0.volume != .zero }.map { ($0.tank, $0.volume) }) { first, _ in first }
  }

  private func json(_ loads: [Loading.StationLoad]) -> String {
    let stations = aircraft.stations.compactMap { station -> String? in
      let parts = loads.filter { $0.station == station.id }.map { load in
        let weight = "\"weight\": \(Self.json(load.weight, units.weight))"
        let arm = load.arm.map { ", \"arm\": \(Self.json($0, units.length))" } ?? ""
        let name = load.name.map { ", \"name\": \(JSONEdit.quoted($0))" } ?? ""
        return "{\(weight)\(arm)\(name)}"
      }
      return parts.isEmpty ? nil : "\n    \"\(station.id)\": [\(parts.joined(separator: ", "))]"
    }
    return "{\(stations.joined(separator: ","))\(stations.isEmpty ? "" : "\n  ")}"
  }
}
