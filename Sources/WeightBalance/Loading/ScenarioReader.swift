extension Loading {
  /// Reads a scenario file and checks the rules of `data/schemas/scenario.schema.json` and those that a schema cannot
  /// express.
  /// - Parameters:
  ///   - file: the name of the file, for errors.
  ///   - types: the known aircraft types. The scenario must match the one that it names.
  package init(bytes: [UInt8], file: String, types: [Aircraft]) throws(DataFileError) {
    var object = try DataFile.root(bytes, file: file).object()
    try DataFile.checkVersion(&object)
    let id = try object.required("id").identifier()
    let aircraftField = try object.required("aircraftId")
    let word = try aircraftField.word()
    guard let type = types.first(where: { $0.id == word }) else {
      throw aircraftField.fault(
        "there is no aircraft “\(word)”; use one of \(types.map(\.id).joined(separator: ", ")). "
          + "For aircraft files of your own, give --aircraft-folder")
    }
    let category = try object.optional("category")?.named(type.categories.map(\.id), "category")
    let stationLoads = try object.required("stationLoads").stationLoads(of: type)
    let fuelLoads = try object.required("fuelLoads").fuelLoads(of: type)
    let burnOrder = try object.optional("burnOrder")?.burnSteps(among: type.tanks.map(\.id))
    let (density, grade, celsius) = try Self.fuel(in: &object)
    self.init(
      id: id, aircraft: word, category: category, name: try object.required("name").line(),
      notes: try object.required("notes").text(), empty: try Self.weighingRecord(in: &object),
      stationLoads: stationLoads, fuelLoads: fuelLoads, taxiFuel: try object.optional("taxiFuel")?.amount(.notNegative),
      tripFuel: try object.required("tripFuel").amount(.notNegative), burnOrder: burnOrder,
      fuelDensity: density, fuelGrade: grade, fuelCelsius: celsius,
      createdAt: try object.required("createdAt").moment(),
      updatedAt: try object.required("updatedAt").moment(),
      deletedAt: try object.nullable("deletedAt")?.moment(),
      isDirty: try object.required("dirty").truth())
    try object.finish()
  }

  /// Whether the data of a file look like a scenario and not like an aircraft.
  package static func isScenario(_ node: JSONNode) -> Bool { node["aircraftId"] != nil || node["stationLoads"] != nil }

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
  /// Reads a quantity such as `{"value": 340, "unit": "lb"}`.
  fileprivate func amount<Unit: QuantityUnit>(_ allowed: NumberRange) throws(DataFileError) -> Exact<Unit> {
    var object = try object()
    let quantity: Exact<Unit> = try object.quantity(allowed)
    try object.finish()
    return quantity
  }

  fileprivate func density() throws(DataFileError) -> Density {
    var object = try object()
    let density = try object.density()
    try object.finish()
    return density
  }

  /// Reads a temperature such as `{"value": 30, "unit": "°C"}`.
  fileprivate func celsius() throws(DataFileError) -> ExactDecimal {
    var object = try object()
    let value = try object.required("value")
    let number = try value.number()
    _ = try object.required("unit").choice(["°C"])
    try object.finish()
    guard let millidegrees = number.scaled(by: 1000), (-60_000...60_000).contains(millidegrees)
    else {
      throw value.fault("is not a temperature of fuel; write -60 to 60 °C")
    }
    return number
  }

  fileprivate func named(_ allowed: [String], _ kind: String) throws(DataFileError) -> String {
    let word = try word()
    guard allowed.contains(word) else { throw unknown(word, kind, allowed) }
    return word
  }

  fileprivate func stationLoads(of type: Aircraft) throws(DataFileError) -> [Loading.StationLoad] {
    var loads: [Loading.StationLoad] = []
    var words: [(word: String, field: DataField)] = []
    for field in try list(0...50) {
      var object = try field.object()
      let word = try object.required("stationId").named(type.stations.map(\.id), "station")
      let armField = object.optional("arm")
      let load = Loading.StationLoad(
        station: word, weight: try object.required("weight").amount(.any), arm: try armField?.amount(.any))
      try object.finish()
      if let armField, let arm = load.arm, let station = type.station(word) {
        let range = station.armRange?.value ?? station.arm.value...station.arm.value
        guard range.contains(arm) else {
          let ends = (range.lowerBound.text(in: .inches, places: 2), range.upperBound.text(in: .inches, places: 2))
          throw armField.fault("is outside the station; write \(ends.0) to \(ends.1) in")
        }
      }
      loads.append(load)
      words.append((word, field))
    }
    try DataFile.refuseTwins(words)
    return loads
  }

  fileprivate func fuelLoads(of type: Aircraft) throws(DataFileError) -> [Loading.FuelLoad] {
    var loads: [Loading.FuelLoad] = []
    var words: [(word: String, field: DataField)] = []
    for field in try list(0...20) {
      var object = try field.object()
      let word = try object.required("tankId").named(type.tanks.map(\.id), "tank")
      loads.append(Loading.FuelLoad(tank: word, volume: try object.required("volume").amount(.any)))
      try object.finish()
      words.append((word, field))
    }
    try DataFile.refuseTwins(words)
    return loads
  }
}
