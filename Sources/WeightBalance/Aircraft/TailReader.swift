extension Tail {
  /// Reads a tail file and checks the rules of `data/schemas/tail.schema.json` and those that a schema cannot express.
  /// - Parameters:
  ///   - file: the name of the file, for errors.
  ///   - types: the known aircraft types; the tail must name one of them.
  package init(bytes: [UInt8], file: String, types: [Aircraft]) throws(DataFileError) {
    self = try DataFile.read(bytes, file: file) { (root) throws(DataFileError) in try Tail(root, types: types) }
  }

  /// Whether the data of a file look like a tail.
  package static func isTail(_ node: JSONNode) -> Bool { node["weighings"] != nil || node["equipment"] != nil }

  private init(_ root: DataField, types: [Aircraft]) throws(DataFileError) {
    var object = try root.object()
    try DataFile.readHead(&object)
    try object.readSharedSources()
    registration = try object.required("registration").registration()
    let aircraftField = try object.required("aircraftId")
    let aircraft = try aircraftField.word()
    self.aircraft = aircraft
    let type = types.first { $0.id == aircraft } ?? (aircraftField.isPlaceholder ? types.first : nil)
    guard let type else { throw aircraftField.unknown(aircraft, "aircraft", types.map(\.id)) }
    notes = try object.optional("notes")?.text() ?? ""
    var weighings: [Weighing] = []
    for field in try object.required("weighings").list(1...200) {
      weighings.append(try field.weighing(besides: weighings))
    }
    self.weighings = weighings
    var changes: [EquipmentChange] = []
    for field in try object.optional("equipment")?.list(0...500) ?? [] { changes.append(try field.equipmentChange()) }
    equipment = changes
    var sharing: [String: Sharing] = [:]
    stations =
      try object.optional("stations")?.entries(0...50) { (field) throws(DataFileError) in
        let (station, shared) = try field.station(of: type)
        sharing[station.id] = shared
        return station
      } ?? []
    self.sharing = sharing
    let tankField = object.optional("tanks")
    let grade = FuelGrade(rawValue: type.fuelGrade)
    tanks = try tankField?.entries(0...20) { (field) throws(DataFileError) in try field.fuelTank(of: grade) } ?? []
    let weighingsField = try object.required("weighings")
    try object.finish()
    if let empty, empty.weight <= .zero, !weighingsField.isPlaceholder {
      throw weighingsField.fault("and equipment leave an empty weight of 0 or less; check the changes of equipment")
    }
  }
}

extension DataField {
  /// A registration such as `N12345` or `G-ABCD`.
  func registration() throws(DataFileError) -> String {
    let text = try identifier()
    guard text.utf8.count <= 20, isPlaceholder || text == text.uppercased() else {
      throw fault("is “\(text.prefix(80))”; a registration has 1 to 20 capital letters, digits and hyphens")
    }
    return text
  }

  /// A station of the tail, and what it says about the type's limits if the type does not have it.
  fileprivate func station(of type: Aircraft) throws(DataFileError) -> (Station, Tail.Sharing?) {
    var emptyIn: (field: DataField, words: [String])?, combined: (field: DataField, words: [String])?
    let station = try station { (object) throws(DataFileError) in
      if let field = object.optional("emptyIn") {
        emptyIn = (field, try field.words(0...10, among: type.categories.map(\.id), as: "category"))
      }
      if let field = object.optional("combinedLimits") {
        combined = (field, try field.words(0...20, among: type.combinedLimits.map(\.id), as: "combined limit"))
      }
    }
    if let field = emptyIn?.field ?? combined?.field, type.station(station.id) != nil {
      throw field.fault("is only for a station that the type does not have; delete it")
    }
    return (station, Tail.Sharing(emptyIn: emptyIn?.words, combinedLimits: combined?.words))
  }

  /// - Parameter others: the weighings before this one in the file, none of which may be of the same day.
  fileprivate func weighing(besides others: [Tail.Weighing]) throws(DataFileError) -> Tail.Weighing {
    var object = try object()
    let dateField = try object.required("date")
    let date = try dateField.day()
    if !dateField.isPlaceholder, others.contains(where: { $0.date == date }) {
      throw dateField.fault("is \(date), as that of another weighing; keep the one that counts")
    }
    let weighing = Tail.Weighing(
      date: date,
      record: Loading.WeighingRecord(
        weight: try object.required("weight").amount(.positive), arm: try object.required("arm").amount(.any)),
      by: try object.optional("by")?.line())
    try object.finish()
    return weighing
  }

  fileprivate func equipmentChange() throws(DataFileError) -> Tail.EquipmentChange {
    var object = try object()
    let date = try object.required("date").day(), name = try object.required("name").line()
    let weightField = try object.required("weight")
    let change = Tail.EquipmentChange(
      date: date, name: name, weight: try weightField.amount(.any), arm: try object.required("arm").amount(.any))
    guard change.weight != .zero || weightField.isPlaceholder else {
      throw weightField.fault("is 0, which changes nothing; write the weight, negative for a part that was removed")
    }
    try object.finish()
    return change
  }
}
