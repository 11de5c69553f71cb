import AircraftFiles
import Readings
import Web
import WeightBalance

/// The form of a loading: what a person typed, or what the scenario says that it began with.
///
/// It becomes a scenario, as a file of the box holds one, and that is read by the reader of such files. So the page has
/// no rule of its own, and whatever it does not show, such as the order of the tanks, stays as the file says.
struct LoadingForm: Sendable {
  /// One load of a station. A scenario can have several in one place.
  struct Load: Sendable {
    let station: Station
    /// Its place among the loads of the station.
    let index: Int
    var weight: LoadingField
    /// Its own arm; `nil` if the station has no range of arms.
    var arm: LoadingField?
    let name: String?
  }

  /// The scenario that it began with; `nil` for an empty aeroplane.
  let file: String?
  let aircraft: Aircraft
  let tail: String?
  let base: Loading
  let baseBytes: [UInt8]
  let system: UnitSystem
  let fuelMeasure: FuelMeasure
  /// The density of fuel that may be typed by its weight; `nil` if the tanks have several.
  let density: Density?
  var category: String
  var loads: [Load] = []
  var tanks: [(tank: FuelTank, field: LoadingField)] = []
  var taxi: LoadingField
  var trip: LoadingField
  var emptyWeight: LoadingField
  var emptyArm: LoadingField
  /// The day of the weighing, or empty.
  var weighedOn: String
  var name: String
  var notes: String
  /// The stored people and bags, to pick from; none if their file is wrong and not needed.
  let stored: [NamedLoads.Entry]

  var units: SheetUnits { system.units }
  var fields: [LoadingField] {
    loads.flatMap { [$0.weight] + ($0.arm.map { [$0] } ?? []) } + tanks.map(\.field) + [
      taxi, trip, emptyWeight, emptyArm,
    ]
  }
  var faults: [LoadingField] { fields.filter { $0.fault != nil } }
}

extension LoadingForm {
  /// - Parameter query: names an aircraft, a tail or a scenario; the other fields are those of the form, if it was sent.
  /// - Parameter units: of a form that names none; `nil` for pounds and inches, as the documents of aircraft have them.
  init(_ query: FormFields, _ shelf: AircraftShelf, units: UnitSystem? = nil) throws(LapwingError) {
    let library = try shelf.library()
    file = query.filled("scenario")
    if let file { baseBytes = try shelf.bytes(of: file) } else { baseBytes = try Self.empty(query, library) }
    base = try library.scenario(baseBytes, file: file ?? "the form")
    guard base.deletedAt == nil else {
      throw LapwingError(
        .noInput, code: "deleted-scenario", "\(file ?? ""): the scenario was deleted; choose another one")
    }
    aircraft = try library.aeroplane(of: base)
    stored = (try? library.namedLoads())?.entries ?? []
    tail = base.tail
    let wanted = query["units"].flatMap(UnitSystem.init(rawValue:)) ?? units ?? .imperial
    system = wanted
    density = FuelTank.density(in: aircraft.tanks, base.wantedDensity)
    fuelMeasure = density == nil ? .volume : query["fuel-in"].flatMap(FuelMeasure.init(rawValue:)) ?? .volume
    let reader = try FieldReader(query: query, wanted: wanted.units, fuel: fuelMeasure, density: density)
    let wantedCategory = query.filled("category") ?? base.category
    category = aircraft.categoryLimits(wantedCategory)?.id ?? aircraft.categories.first?.id ?? ""
    taxi = try reader.volume(
      "taxi", base.taxiFuel ?? (aircraft.tanks.isEmpty ? nil : aircraft.taxiFuel.value), from: .zero)
    trip = try reader.volume("trip", base.hasTripFuel ? base.tripFuel : nil, from: .zero)
    emptyWeight = try reader.weight("empty-weight", Self.ownRecord(base)?.weight, from: Weight(1, wanted.units.weight))
    emptyArm = try reader.arm("empty-arm", Self.ownRecord(base)?.arm)
    weighedOn = query["weighed-on"] ?? Self.ownDay(base) ?? ""
    name = query.filled("name") ?? base.name
    notes = query["notes"] ?? base.notes
    for station in aircraft.stations {
      let parts = base.stationLoads.filter { $0.station == station.id }
      for index in 0..<max(parts.count, 1) {
        let part = parts.indices.contains(index) ? parts[index] : nil
        let hasArm = station.armRange != nil || part?.arm != nil
        try loads.append(
          Load(
            station: station, index: index, weight: reader.weight("load.\(station.id).\(index)", part?.weight),
            arm: hasArm ? reader.arm("arm.\(station.id).\(index)", part?.arm) : nil, name: part?.name))
      }
    }
    for tank in aircraft.tanks {
      let volume = base.fuelLoads.first { $0.tank == tank.id }?.volume
      try tanks.append((tank, reader.volume("fuel.\(tank.id)", volume)))
    }
  }

  /// The empty weight that the scenario itself gives. One of a tail file is in force anyway; the fields are for a record
  /// that prevails over it.
  static func ownRecord(_ base: Loading) -> Loading.WeighingRecord? { base.emptyOrigin == nil ? base.empty : nil }

  static func ownDay(_ base: Loading) -> String? { base.emptyOrigin == nil ? base.weighedOn : nil }

  /// A scenario with nothing but the aeroplane, and the loads that its file begins with.
  private static func empty(_ query: FormFields, _ library: AircraftLibrary) throws(LapwingError) -> [UInt8] {
    let tail = try query.filled("tail").flatMap { (name) throws(LapwingError) in try library.tail(name) }
    let id = tail?.aircraft ?? query["aircraft"] ?? ""
    guard let type = library.aircraft.first(where: { $0.id == id }) else {
      throw LapwingError(.noInput, code: "no-aircraft", "there is no such aircraft; choose one of the list")
    }
    let aeroplane = tail?.aeroplane(of: type) ?? type
    let usual = aeroplane.stations.compactMap { station in
      station.defaultWeight.map { "\"\(station.id)\": \(Self.json($0.value, .pounds))" }
    }
    let named = tail.map { "\"tail\": \(JSONEdit.quoted($0.registration)),\n  " } ?? ""
    return Array(
      """
      {
        "name": \(JSONEdit.quoted(aeroplane.name)),
        \(named)"aircraftId": "\(type.id)",
        "stationLoads": {\(usual.joined(separator: ", "))},
        "fuelLoads": {}
      }

      """.utf8)
  }

  static func json<Unit: QuantityUnit>(_ value: Exact<Unit>, _ unit: Unit) -> String {
    "{\"value\": \(value.text(in: unit, places: 9)), \"unit\": \"\(unit.symbol)\"}"
  }
}
