extension Aircraft {
  /// Reads an aircraft file and checks the rules of `data/schemas/aircraft.schema.json` and those that a schema cannot
  /// express.
  /// - Parameter file: the name of the file, for errors.
  package init(bytes: [UInt8], file: String) throws(DataFileError) {
    self = try DataFile.read(bytes, file: file) { (root) throws(DataFileError) in try Aircraft(root) }
  }

  private init(_ root: DataField) throws(DataFileError) {
    var object = try root.object()
    try DataFile.readHead(&object)
    try object.readSharedSources()
    id = try object.required("id").word()
    let name = try object.required("name").line()
    self.name = name
    model = try object.optional("model")?.line() ?? name
    manufacturer = try object.optional("manufacturer")?.line() ?? Self.notGiven
    years = try object.optional("years")?.line() ?? Self.notGiven
    serials = try object.optional("serials")?.line() ?? Self.notGiven
    category =
      try object.optional("category")?.choice(["single-engine", "multi-engine", "helicopter", "glider"])
      ?? "single-engine"
    tcdsNumber = try object.optional("tcdsNumber")?.line() ?? Self.notGiven
    certificationBasis = try object.optional("certificationBasis")?.line() ?? Self.notGiven
    datum = try object.required("datum").sourcedText()
    var notes: [String] = []
    for field in try object.optional("notes")?.list(0...50) ?? [] { notes.append(try field.text()) }
    self.notes = notes
    emptyWeight = try object.required("emptyWeight").sourcedQuantity(.positive)
    emptyArm = try object.required("emptyArm").sourcedQuantity(.any)
    weighedOn = try object.optional("weighedOn")?.day()
    let limits = try object.required("limits").weightLimits()
    self.limits = limits
    let categoriesField = try object.required("categories")
    stations = try object.required("stations").entries(1...50) { (field) throws(DataFileError) in try field.station() }
    categories = try categoriesField.entries(1...10) { [stations] (field) throws(DataFileError) in
      try field.categoryLimits(usualMaximum: limits.takeoff, stations: stations.map(\.id))
    }
    combinedLimits =
      try object.optional("combinedLimits")?.entries(0...20) {
        [stations] (field) throws(DataFileError) in
        try field.combinedLimit(of: stations.map(\.id))
      } ?? []
    let fuelGrade = try object.optional("fuelGrade")?.line() ?? FuelGrade.avgas100LL.rawValue
    self.fuelGrade = fuelGrade
    allowedGrades = try object.optional("fuelGrades")?.grades() ?? FuelGrade(rawValue: fuelGrade)?.alike ?? []
    tanks = try object.required("tanks").entries(0...20) { (field) throws(DataFileError) in
      try field.fuelTank(of: FuelGrade(rawValue: fuelGrade))
    }
    let fuel = FuelReader(tanks: tanks, density: nil)
    let taxi = try object.optional("taxiFuel")?.sourcedFuel(fuel) ?? Sourced(.zero, source: .notGiven(in: root.file))
    (taxiFuel, taxiFuelIsRounded) = (taxi, fuel.isRounded)
    cruiseFlow = try object.optional("cruiseFlow")?.flow()
    let burnField = object.optional("burnOrder")
    let tankNames = tanks.map(\.id)
    burnOrder = try burnField?.words(0...20, among: tankNames, as: "tank") ?? tankNames
    if let burnField, let left = tanks.first(where: { [burnOrder] tank in !burnOrder.contains(tank.id) }) {
      throw burnField.fault("leaves out the tank “\(left.id)”; name every tank once")
    }
    fixedItems =
      try object.optional("fixedItems")?.entries(0...20) { (field) throws(DataFileError) in try field.fixedItem() }
      ?? []
    meanChord = try object.optional("meanChord")?.meanChord()
    momentDivisor = try object.optional("momentDivisor")?.divisor()
    try object.finish()
    try refuseContradictions(in: root)
  }

  /// What stands for a text that the file does not give.
  private static let notGiven = "not given"

  /// Rejects values that are valid one by one but contradict each other.
  private func refuseContradictions(in root: DataField) throws(DataFileError) {
    var object = try root.object()
    var limitsObject = try object.required("limits").object()
    if let ramp = limits.ramp, ramp.value < limits.takeoff.value {
      throw try limitsObject.required("ramp").fault("is below limits.takeoff; no loading could ever take off")
    }
    if let landing = limits.landing, landing.value > limits.takeoff.value {
      throw try limitsObject.required("landing").fault("is above limits.takeoff; delete it if there is no such limit")
    }
    for (field, category) in zip(try object.required("categories").list(1...10), categories) {
      var categoryObject = try field.object()
      if category.maxWeight.value > limits.takeoff.value, let field = categoryObject.optional("maxWeight") {
        throw field.fault("is above limits.takeoff")
      }
      if let ramp = category.maxRamp, ramp.value < category.maxWeight.value {
        throw try categoryObject.required("maxRamp").fault("is below maxWeight; no loading could ever take off")
      }
    }
  }
}

extension DataField {
  /// Reads a list of entries and rejects a name that occurs twice.
  func entries<Entry: Identified>(
    _ count: ClosedRange<Int>, _ read: (DataField) throws(DataFileError) -> Entry
  ) throws(DataFileError) -> [Entry] {
    var entries: [Entry] = []
    var words: [(word: String, field: DataField)] = []
    for field in try list(count) {
      let entry = try read(field)
      entries.append(entry)
      words.append((entry.id, field))
    }
    try DataFile.refuseTwins(words)
    return entries
  }

  /// Reads a list of names of existing things, each at most once.
  func words(_ count: ClosedRange<Int>, among allowed: [String], as kind: String) throws(DataFileError) -> [String] {
    var words: [(word: String, field: DataField)] = []
    for field in try list(count) {
      let word = try field.word()
      guard allowed.contains(word) else { throw field.unknown(word, kind, allowed) }
      words.append((word, field))
    }
    try DataFile.refuseTwins(words)
    return words.map(\.word)
  }

  /// What moments are divided by: 1, 10, 100, 1000 or 10000.
  fileprivate func divisor() throws(DataFileError) -> Int {
    let number = try number()
    let billionths = number.scaled(by: 1_000_000_000)
    guard let divisor = [1, 10, 100, 1000, 10_000].first(where: { Int128($0) * 1_000_000_000 == billionths }) else {
      throw fault("must be 1, 10, 100, 1000 or 10000")
    }
    return divisor
  }

  fileprivate func sourcedText() throws(DataFileError) -> Sourced<String> {
    if isText, let source = reading.defaultSource { return Sourced(try line(), source: source) }
    var object = try object()
    let text = Sourced(try object.required("value").line(), source: try object.source(of: self).source)
    try object.finish()
    return text
  }

  fileprivate func weightLimits() throws(DataFileError) -> WeightLimits {
    var object = try object()
    let limits = WeightLimits(
      takeoff: try object.required("takeoff").sourcedQuantity(.positive),
      ramp: try object.optional("ramp")?.sourcedQuantity(.positive),
      landing: try object.optional("landing")?.sourcedQuantity(.positive),
      zeroFuel: try object.optional("zeroFuel")?.sourcedQuantity(.positive))
    try object.finish()
    return limits
  }

  /// - Parameter usualMaximum: the maximum of a category that gives none in a file with shared sources.
  fileprivate func categoryLimits(usualMaximum: Sourced<Weight>, stations: [String]) throws(DataFileError)
    -> CategoryLimits
  {
    var object = try object()
    let floorIsLimit = try object.optionalIfShort("floorIsLimit")?.truth() ?? false
    let id = try object.required("id").word()
    let category = CategoryLimits(
      id: id, name: try object.optionalIfShort("name")?.line() ?? id.displayName,
      maxWeight: try object.optionalIfShort("maxWeight")?.sourcedQuantity(.positive) ?? usualMaximum,
      envelope: try object.required("envelope").envelope(floorIsLimit: floorIsLimit), floorIsLimit: floorIsLimit,
      maxRamp: try object.optional("maxRamp")?.sourcedQuantity(.positive),
      maxLanding: try object.optional("maxLanding")?.sourcedQuantity(.positive),
      maxZeroFuel: try object.optional("maxZeroFuel")?.sourcedQuantity(.positive),
      emptyStations: try object.optional("emptyStations")?.names(of: stations))
    try object.finish()
    return category
  }

  /// - Parameter more: reads further keys.
  func station(
    _ more: (inout DataObject) throws(DataFileError) -> Void = { (_) throws(DataFileError) in }
  ) throws(DataFileError) -> Station {
    var object = try object()
    let armField = try object.required("arm")
    let id = try object.required("id").word()
    let (maxWeight, maxIsLimit) = try object.required("maxWeight").loadLimit()
    let station = Station(
      id: id, name: try object.optionalIfShort("name")?.line() ?? id.displayName,
      kind: try object.required("kind").choice(), arm: try armField.sourcedQuantity(.any),
      armRange: try object.optional("armRange")?.armRange(),
      maxWeight: maxWeight, maxIsLimit: maxIsLimit,
      defaultWeight: try object.optional("defaultWeight")?.sourcedQuantity(.notNegative))
    try more(&object)
    try object.finish()
    if let range = station.armRange, !range.value.contains(station.arm.value) {
      throw armField.fault("is outside its own armRange")
    }
    return station
  }

  /// The maximum of a station, and whether it is a limit.
  fileprivate func loadLimit() throws(DataFileError) -> (weight: Sourced<Weight>, isLimit: Bool) {
    var isLimit: Bool?
    let weight: Sourced<Weight> = try sourced(
      plain: { (field) throws(DataFileError) in try field.plainAmount(.notNegative) },
      { (object: inout DataObject) throws(DataFileError) in
        // An alternative from another source says nothing about this.
        if isLimit == nil { isLimit = try object.optional("isLimit")?.truth() ?? true }
        return try object.quantity(.notNegative)
      }, numbers: { (_, field) throws(DataFileError) in [try field.valueNumber()] })
    return (weight, isLimit ?? true)
  }

  fileprivate func names(of stations: [String]) throws(DataFileError) -> Sourced<[String]> {
    try sourced(
      plain: { (field) throws(DataFileError) in try field.words(1...50, among: stations, as: "station") },
      { (object: inout DataObject) throws(DataFileError) in
        try object.required("value").words(1...50, among: stations, as: "station")
      }, numbers: { (_, _) in [] })
  }

  /// A range of arms: an object with both ends, or `[34, 46]` in a file with a source for all its numbers.
  fileprivate func armRange() throws(DataFileError) -> Sourced<ClosedRange<Arm>> {
    if isList, let source = reading.defaultSource {
      let ends = try list(2...2)
      let forward: Arm = try ends[0].plainAmount(.any), aft: Arm = try ends[1].plainAmount(.any)
      return Sourced(try range(forward, aft, ends[1]), source: source)
    }
    var object = try object()
    var unit = reading.units.length
    if let field = object.optional("unit") {
      unit = try field.unit()
    } else if !reading.hasUnits {
      unit = try object.required("unit").unit()
    }
    let forward = try object.required("forward").quantity(in: unit)
    let aftField = try object.required("aft")
    let ends = try range(forward, try aftField.quantity(in: unit), aftField)
    let range = Sourced(ends, source: try object.source(of: self).source)
    try object.finish()
    return range
  }

  private func range(_ forward: Arm, _ aft: Arm, _ aftField: DataField) throws(DataFileError) -> ClosedRange<Arm> {
    guard forward <= aft else { throw aftField.fault("is forward of the forward end; swap the two") }
    return forward...aft
  }

  fileprivate func combinedLimit(of stations: [String]) throws(DataFileError) -> CombinedLimit {
    var object = try object()
    let id = try object.required("id").word()
    let limit = CombinedLimit(
      id: id, name: try object.optionalIfShort("name")?.line() ?? id.displayName,
      stations: try object.required("stations").words(2...50, among: stations, as: "station"),
      maxWeight: try object.required("maxWeight").sourcedQuantity(.notNegative))
    try object.finish()
    return limit
  }

  /// - Parameter grade: the fuel whose planning density applies if a tank of a file with shared sources gives none.
  func fuelTank(of grade: FuelGrade?) throws(DataFileError) -> FuelTank {
    var object = try object()
    let id = try object.required("id").word()
    let density = grade == nil ? try object.required("density") : try object.optionalIfShort("density")
    let tank = FuelTank(
      id: id, name: try object.optionalIfShort("name")?.line() ?? id.displayName,
      arm: try object.required("arm").sourcedQuantity(.any),
      capacity: try object.required("capacity").sourcedQuantity(.notNegative),
      density: try density?.sourced(
        plain: { (field) throws(DataFileError) in try field.density() },
        { (object: inout DataObject) throws(DataFileError) in try object.density() },
        numbers: { (_, field) throws(DataFileError) in [try field.valueNumber()] })
        ?? Sourced((grade ?? .avgas100LL).density(), source: .standardWeights),
      isOptional: try object.optional("isOptional")?.truth() ?? false)
    try object.finish()
    return tank
  }

}

extension DataObject {
  /// A key that only a file with shared sources may leave out.
  fileprivate mutating func optionalIfShort(_ key: String) throws(DataFileError) -> DataField? {
    reading.givesSourcesOnce ? optional(key) : try required(key)
  }
}

extension String {
  /// An id as a name: “front-seats” gives “Front seats”.
  fileprivate var displayName: String {
    let words = split(separator: "-").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension Source {
  fileprivate static func notGiven(in file: String) -> Source {
    Source(
      document: "not given in \(file)", section: "not given", publisher: "not given", datePublished: "unknown",
      tcdsNumber: nil, url: nil, confidence: .low, lastVerified: "unknown", notes: "", check: nil)
  }

  /// The source of the planning densities of ``FuelGrade``.
  fileprivate static var standardWeights: Source {
    Source(
      document: "FAA-H-8083-25C, Pilot's Handbook of Aeronautical Knowledge", section: "chapter 10, standard weights",
      publisher: "FAA", datePublished: "2023", tcdsNumber: nil,
      url: "https://www.faa.gov/regulations_policies/handbooks_manuals/aviation", confidence: .medium,
      lastVerified: "2026-11-20", notes: "The planning value of the grade of fuel.", check: nil)
  }
}

/// An entry of a list that has a name.
protocol Identified { var id: String { get } }
extension CategoryLimits: Identified {}
extension Station: Identified {}
extension CombinedLimit: Identified {}
extension FuelTank: Identified {}
extension FixedItem: Identified {}
