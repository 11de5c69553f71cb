import Characters

extension Loading {
  /// Reads a scenario file and checks the rules of `data/schemas/scenario.schema.json` and those that a schema cannot
  /// express.
  /// - Parameters:
  ///   - file: the name of the file, for errors; the id and the name of the scenario follow from it if the file gives
  ///     none.
  ///   - types: the known aircraft types. The scenario must match the one that it names.
  ///   - tails: reads the tail file of a registration; `nil` if there is none.
  ///   - named: reads the stored people and bags; only called if the scenario names one.
  package init(
    bytes: [UInt8], file: String, types: [Aircraft],
    tails: (_ registration: String) throws(DataFileError) -> Tail? = { (_) throws(DataFileError) in nil },
    named: () throws(DataFileError) -> NamedLoads = { () throws(DataFileError) in .none }
  ) throws(DataFileError) {
    self = try DataFile.read(bytes, file: file) { (root) throws(DataFileError) in
      try Loading(root, types: types, tails: tails, named: named)
    }
  }

  private init(
    _ root: DataField, types: [Aircraft], tails: (_ registration: String) throws(DataFileError) -> Tail?,
    named: () throws(DataFileError) -> NamedLoads
  ) throws(DataFileError) {
    var object = try root.object()
    try DataFile.readHead(&object)
    let stem = Self.stem(of: root.file)
    let id = try object.optional("id")?.identifier() ?? Self.identifier(from: stem)
    let tail = try object.optional("tail")?.tail(tails)
    let type = try Self.aircraft(in: &object, types: types, tail: tail)
    let category = try object.optional("category")?.named(type.categories.map(\.id), "category")
    let stationLoads = try object.required("stationLoads").stationLoads(of: type, named: named)
    let (density, grade, celsius) = try Self.fuel(in: &object)
    let fuel = FuelReader(tanks: type.tanks, density: FuelGrade.density(measured: density, grade, celsius))
    let fuelLoads = try object.required("fuelLoads").fuelLoads(of: type, fuel)
    let burnOrder = try object.optional("burnOrder")?.burnSteps(among: type.tanks.map(\.id), fuel)
    let tripFuel = try object.optional("tripFuel")?.fuel(.notNegative, fuel)
    self.init(
      id: id, aircraft: type.id, category: category, name: try object.optional("name")?.line() ?? stem,
      notes: try object.optional("notes")?.text() ?? "", empty: try Self.weighingRecord(in: &object) ?? tail?.empty,
      stationLoads: stationLoads, fuelLoads: fuelLoads,
      taxiFuel: try object.optional("taxiFuel")?.fuel(.notNegative, fuel),
      tripFuel: tripFuel ?? .zero, burnOrder: burnOrder,
      fuelDensity: density, fuelGrade: grade, fuelCelsius: celsius,
      createdAt: try object.optional("createdAt")?.moment() ?? Self.unknownTime,
      updatedAt: try object.optional("updatedAt")?.moment() ?? Self.unknownTime,
      deletedAt: try object.optional("deletedAt")?.momentOrNull(),
      isDirty: try object.optional("dirty")?.truth() ?? false, hasTripFuel: tripFuel != nil)
    for field in try object.optional("changedElsewhere")?.list(0...300) ?? [] {
      changedElsewhere.append(try field.line())
    }
    isRounded = fuel.isRounded
    self.tail = tail?.registration
    registration = try object.optional("registration")?.line(upTo: 40) ?? tail?.registration
    pilot = try object.optional("pilot")?.line(upTo: 100)
    date = try object.optional("date")?.day()
    // A record in the scenario itself prevails over the tail's.
    let day = object.optional("weighedOn")
    if object.optional("emptyWeight") == nil {
      if let day, !day.isNull { throw day.fault("is the day of a weighing; give its emptyWeight and emptyArm too") }
      weighedOn = tail?.newestWeighing?.date
      emptyOrigin = tail?.origin
    } else {
      weighedOn = try day?.dayOrNull()
      if let tail, let record = tail.empty { passedOver = [.empty(record, from: tail.origin)] }
    }
    try object.finish()
  }

  package static let unknownTime = "1970-01-01T00:00:00Z"

  /// The aircraft that the scenario names by type, by tail or by both, which must agree.
  private static func aircraft(
    in object: inout DataObject, types: [Aircraft], tail: Tail?
  ) throws(DataFileError) -> Aircraft {
    let field: DataField
    if tail == nil {
      field = try object.required("aircraftId")
    } else if let given = object.optional("aircraftId") {
      field = given
    } else {
      field = try object.required("tail")
    }
    let word = tail != nil && field.path == "tail" ? tail?.aircraft ?? "" : try field.word()
    if let tail, word != tail.aircraft {
      throw field.fault("is “\(word)”, but \(tail.registration) is a \(tail.aircraft); delete one of them")
    }
    guard let type = types.first(where: { $0.id == word }) ?? (field.isPlaceholder ? types.first : nil) else {
      throw field.fault(
        "there is no aircraft “\(word)”; use one of \(types.map(\.id).joined(separator: ", ")). "
          + "For aircraft files of your own, give --aircraft-folder")
    }
    return tail?.aeroplane(of: type) ?? type
  }

  /// The name of a file without folder and extension.
  private static func stem(of file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? ""
    let stem = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    return stem.isEmpty ? "scenario" : HiddenCharacter.visible(String(stem.prefix(200)))
  }

  /// A text as an id: other characters than letters and digits become hyphens.
  private static func identifier(from text: String) -> String {
    let characters = text.prefix(64).map { character -> Character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
    }
    let id = String(characters.drop { $0 == "-" })
    return id.isEmpty ? "scenario" : id
  }

  /// Whether the data of a file look like a scenario and not like an aircraft.
  package static func isScenario(_ node: JSONNode) -> Bool {
    node["stationLoads"] != nil || node["fuelLoads"] != nil || (node["aircraftId"] != nil && !Tail.isTail(node))
  }

  /// Reads how the density of the fuel is given: as a measurement, or as a grade and an optional temperature.
  private static func fuel(
    in object: inout DataObject
  ) throws(DataFileError) -> (density: Density?, grade: FuelGrade?, celsius: ExactDecimal?) {
    let density = object.optional("fuelDensity")
    let grade = object.optional("fuelGrade")
    let temperature = object.optional("fuelTemperature")
    if let grade, density != nil {
      throw grade.fault("is given together with the measured fuelDensity; keep one of them")
    }
    if let temperature, grade == nil {
      throw temperature.fault(
        "needs fuelGrade, which determines how density changes with temperature; add it")
    }
    return (try density?.density(), try grade?.choice(), try temperature?.celsius())
  }

  private static func weighingRecord(in object: inout DataObject) throws(DataFileError)
    -> WeighingRecord?
  {
    let weight = object.optional("emptyWeight")
    let arm = object.optional("emptyArm")
    switch (weight, arm) {
    case (nil, nil): return nil
    case (let weight?, let arm?):
      return WeighingRecord(weight: try weight.amount(.positive), arm: try arm.amount(.any))
    case (let alone?, nil), (nil, let alone?):
      throw alone.fault("is given alone; a weighing record needs both emptyWeight and emptyArm")
    }
  }
}

extension DataField {
  fileprivate func dayOrNull() throws(DataFileError) -> String? { isNull ? nil : try day() }

  fileprivate func momentOrNull() throws(DataFileError) -> String? { isNull ? nil : try moment() }

  fileprivate func named(_ allowed: [String], _ kind: String) throws(DataFileError) -> String {
    let word = try word()
    guard allowed.contains(word) || isPlaceholder else { throw unknown(word, kind, allowed) }
    return word
  }

  fileprivate func tail(
    _ tails: (_ registration: String) throws(DataFileError) -> Tail?
  ) throws(DataFileError) -> Tail? {
    let registration = try registration()
    if isPlaceholder { return nil }
    guard let tail = try tails(registration) else {
      throw fault("there is no tail file \(registration).json; write one, or name its folder with --tails-folder")
    }
    return tail
  }

  /// The loads: a list, or an object with a weight or a list of weights for each station. The name of a stored person or
  /// bag can be in the place of a weight, once: nothing is in two places.
  fileprivate func stationLoads(
    of type: Aircraft, named: () throws(DataFileError) -> NamedLoads
  ) throws(DataFileError) -> [Loading.StationLoad] {
    guard isObject else { return try listedStationLoads(of: type) }
    var loads: [Loading.StationLoad] = [], names: [(word: String, field: DataField)] = []
    var object = try object()
    for key in object.allKeys() {
      guard let field = object.optional(key) else { continue }
      guard let station = type.station(key) else { throw field.unknown(key, "station", type.stations.map(\.id)) }
      for part in field.isList ? try field.list(0...20) : [field] {
        if let name = try part.storedName() {
          let stored = try named()
          guard let entry = stored[name] else { throw part.fault("“\(name.prefix(60))” \(stored.advice)") }
          loads.append(Loading.StationLoad(station: station.id, weight: entry.weight, name: name))
          names.append((name, part))
        } else {
          loads.append(try part.load(in: station))
        }
      }
    }
    try DataFile.refuseTwins(names)
    guard loads.count <= 200 else { throw fault("has \(loads.count) loads; write at most 200") }
    return loads
  }

  /// The name of a stored person or bag; `nil` for anything else. A number in quotation marks is a slip, and no name.
  private func storedName() throws(DataFileError) -> String? {
    guard isText else { return nil }
    let name = try line()
    return name.first.map { "+-.0123456789".contains($0) } ?? true ? nil : name
  }

  /// A load of the short form: a weight, or an object with `weight`, `arm` and `name`.
  private func load(in station: Station) throws(DataFileError) -> Loading.StationLoad {
    if case .object(let members) = node.kind, members.contains(where: { $0.key == "weight" }) {
      var object = try object()
      let load = try object.load(in: station)
      try object.finish()
      return load
    }
    return Loading.StationLoad(station: station.id, weight: try amount(.any))
  }

  private func listedStationLoads(of type: Aircraft) throws(DataFileError) -> [Loading.StationLoad] {
    var loads: [Loading.StationLoad] = []
    for field in try list(0...50, or: "an object in braces, or a list of loads") {
      var object = try field.object()
      let stationField = try object.required("stationId")
      let word = try stationField.named(type.stations.map(\.id), "station")
      guard let station = type.station(word) ?? type.stations.first else { continue }
      let load = try object.load(in: station)
      try object.finish()
      // A station that is named twice is a mistake, unless its loads can be distinguished.
      let twins = loads.filter { $0.station == word } + [load]
      if twins.count > 1, twins.contains(where: { $0.arm == nil && $0.name == nil }), !stationField.isPlaceholder {
        throw field.fault("“\(word)” occurs twice; keep one, or give each of its loads an arm or a name")
      }
      loads.append(load)
    }
    return loads
  }

  /// The fuel: a list, or an object with an amount for each tank.
  fileprivate func fuelLoads(of type: Aircraft, _ fuel: FuelReader) throws(DataFileError) -> [Loading.FuelLoad] {
    var loads: [Loading.FuelLoad] = []
    if isObject {
      var object = try object()
      for key in object.allKeys() {
        guard let field = object.optional(key) else { continue }
        guard type.tank(key) != nil else { throw field.unknown(key, "tank", type.tanks.map(\.id)) }
        loads.append(Loading.FuelLoad(tank: key, volume: try field.fuel(.any, fuel, in: key)))
      }
      return loads
    }
    var words: [(word: String, field: DataField)] = []
    for field in try list(0...20, or: "an object in braces, or a list of tanks") {
      var object = try field.object()
      let word = try object.required("tankId").named(type.tanks.map(\.id), "tank")
      loads.append(Loading.FuelLoad(tank: word, volume: try object.required("volume").fuel(.any, fuel, in: word)))
      try object.finish()
      words.append((word, field))
    }
    try DataFile.refuseTwins(words)
    return loads
  }
}

extension DataObject {
  /// Reads a load from the keys `weight`, `arm` and `name`. The sheet warns about an arm outside the station.
  fileprivate mutating func load(in station: Station) throws(DataFileError) -> Loading.StationLoad {
    Loading.StationLoad(
      station: station.id, weight: try required("weight").amount(.any), arm: try optional("arm")?.amount(.any),
      name: try optional("name")?.line())
  }
}
