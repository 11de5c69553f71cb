extension Aircraft {
  /// Reads an aircraft file and checks the rules of `data/schemas/aircraft.schema.json` and those that a schema cannot
  /// express.
  /// - Parameter file: the name of the file, for errors.
  package init(bytes: [UInt8], file: String) throws(DataFileError) {
    let root = try DataFile.root(bytes, file: file)
    var object = try root.object()
    try DataFile.checkVersion(&object)
    id = try object.required("id").word()
    name = try object.required("name").line()
    model = try object.required("model").line()
    manufacturer = try object.required("manufacturer").line()
    years = try object.required("years").line()
    serials = try object.required("serials").line()
    category = try object.required("category").choice(["single-engine", "multi-engine", "helicopter", "glider"])
    tcdsNumber = try object.required("tcdsNumber").line()
    certificationBasis = try object.required("certificationBasis").line()
    datum = try object.required("datum").sourcedText()
    var notes: [String] = []
    for field in try object.required("notes").list(0...50) { notes.append(try field.text()) }
    self.notes = notes
    emptyWeight = try object.required("emptyWeight").sourcedQuantity(.positive)
    emptyArm = try object.required("emptyArm").sourcedQuantity(.any)
    limits = try object.required("limits").weightLimits()
    categories = try object.required("categories").entries(1...10) { (field) throws(DataFileError) in
      try field.categoryLimits()
    }
    stations = try object.required("stations").entries(1...50) { (field) throws(DataFileError) in try field.station() }
    combinedLimits = try object.required("combinedLimits").entries(0...20) {
      [stations] (field) throws(DataFileError) in
      try field.combinedLimit(of: stations.map(\.id))
    }
    tanks = try object.required("tanks").entries(0...20) { (field) throws(DataFileError) in try field.fuelTank() }
    fuelGrade = try object.required("fuelGrade").line()
    taxiFuel = try object.required("taxiFuel").sourcedQuantity(.notNegative)
    burnOrder = try object.required("burnOrder").words(0...20, among: tanks.map(\.id), as: "tank")
    let burnField = try object.required("burnOrder")
    if let left = tanks.first(where: { [burnOrder] tank in !burnOrder.contains(tank.id) }) {
      throw burnField.fault("leaves out the tank “\(left.id)”; name every tank once")
    }
    fixedItems =
      try object.optional("fixedItems")?.entries(0...20) { (field) throws(DataFileError) in try field.fixedItem() }
      ?? []
    meanChord = try object.optional("meanChord")?.meanChord()
    try object.finish()
    try refuseContradictions(in: root)
  }

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
      if category.maxWeight.value > limits.takeoff.value {
        throw try categoryObject.required("maxWeight").fault("is above limits.takeoff")
      }
    }
  }
}

extension DataField {
  /// Reads a list of entries and rejects a name that occurs twice.
  fileprivate func entries<Entry: Identified>(
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

  /// The error for a name that does not exist.
  func unknown(_ word: String, _ kind: String, _ allowed: [String]) -> DataFileError {
    let remedy = allowed.isEmpty ? "the aircraft has none" : "use \(allowed.joined(separator: ", "))"
    return fault("there is no \(kind) “\(word)”; \(remedy)")
  }

  fileprivate func sourcedText() throws(DataFileError) -> Sourced<String> {
    var object = try object()
    let text = Sourced(try object.required("value").line(), source: try object.required("source").source())
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

  fileprivate func categoryLimits() throws(DataFileError) -> CategoryLimits {
    var object = try object()
    let floorIsLimit = try object.required("floorIsLimit").truth()
    let category = CategoryLimits(
      id: try object.required("id").word(), name: try object.required("name").line(),
      maxWeight: try object.required("maxWeight").sourcedQuantity(.positive),
      envelope: try object.required("envelope").envelope(floorIsLimit: floorIsLimit), floorIsLimit: floorIsLimit)
    try object.finish()
    return category
  }

  fileprivate func station() throws(DataFileError) -> Station {
    var object = try object()
    let armField = try object.required("arm")
    let station = Station(
      id: try object.required("id").word(), name: try object.required("name").line(),
      kind: try object.required("kind").choice(), arm: try armField.sourcedQuantity(.any),
      armRange: try object.optional("armRange")?.armRange(),
      maxWeight: try object.required("maxWeight").sourcedQuantity(.notNegative))
    try object.finish()
    if let range = station.armRange, !range.value.contains(station.arm.value) {
      throw armField.fault("is outside its own armRange")
    }
    return station
  }

  fileprivate func armRange() throws(DataFileError) -> Sourced<ClosedRange<Arm>> {
    var object = try object()
    let unit: LengthUnit = try object.required("unit").unit()
    let forward = try object.required("forward").quantity(in: unit)
    let aftField = try object.required("aft")
    let aft = try aftField.quantity(in: unit)
    guard forward <= aft else { throw aftField.fault("is forward of the forward end; swap the two") }
    let range = Sourced(forward...aft, source: try object.required("source").source())
    try object.finish()
    return range
  }

  fileprivate func combinedLimit(of stations: [String]) throws(DataFileError) -> CombinedLimit {
    var object = try object()
    let limit = CombinedLimit(
      id: try object.required("id").word(), name: try object.required("name").line(),
      stations: try object.required("stations").words(2...50, among: stations, as: "station"),
      maxWeight: try object.required("maxWeight").sourcedQuantity(.notNegative))
    try object.finish()
    return limit
  }

  fileprivate func fuelTank() throws(DataFileError) -> FuelTank {
    var object = try object()
    let tank = FuelTank(
      id: try object.required("id").word(), name: try object.required("name").line(),
      arm: try object.required("arm").sourcedQuantity(.any),
      capacity: try object.required("capacity").sourcedQuantity(.notNegative),
      density: try object.required("density").sourced(
        { (object: inout DataObject) throws(DataFileError) in try object.density() },
        numbers: { (_, field) throws(DataFileError) in try field.valueNumber() }))
    try object.finish()
    return tank
  }

  fileprivate func fixedItem() throws(DataFileError) -> FixedItem {
    var object = try object()
    let item = FixedItem(
      id: try object.required("id").word(), name: try object.required("name").line(),
      weight: try object.required("weight").sourcedQuantity(.notNegative),
      moment: try object.required("moment").sourced(
        { (object: inout DataObject) throws(DataFileError) in try object.moment() },
        numbers: { (_, field) throws(DataFileError) in try field.valueNumber() }))
    try object.finish()
    return item
  }

  fileprivate func meanChord() throws(DataFileError) -> SourcedChord {
    var object = try object()
    let chord = SourcedChord(
      leadingEdge: try object.required("leadingEdge").sourcedQuantity(.any),
      length: try object.required("length").sourcedQuantity(.positive))
    try object.finish()
    return chord
  }

  private func valueNumber() throws(DataFileError) -> [ExactDecimal] {
    var object = try object()
    return [try object.required("value").number()]
  }
}

/// An entry of a list that has a name.
private protocol Identified { var id: String { get } }
extension CategoryLimits: Identified {}
extension Station: Identified {}
extension CombinedLimit: Identified {}
extension FuelTank: Identified {}
extension FixedItem: Identified {}
