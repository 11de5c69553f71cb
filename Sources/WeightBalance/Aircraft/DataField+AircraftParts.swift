extension DataField {
  /// Grades of fuel, each at most once.
  func grades() throws(DataFileError) -> [String] {
    var grades: [(word: String, field: DataField)] = []
    for field in try list(1...FuelGrade.allCases.count) {
      let grade: FuelGrade = try field.choice()
      grades.append((grade.rawValue, field))
    }
    try DataFile.refuseTwins(grades)
    return grades.map(\.word)
  }

  /// A volume of fuel in an hour, such as `{"value": 8.3, "unit": "gal/h"}`, or a plain number in the file's unit of
  /// volume.
  func flow() throws(DataFileError) -> Sourced<Volume> {
    try sourced(
      plain: { (field) throws(DataFileError) in try field.plainAmount(.positive) },
      { (object: inout DataObject) throws(DataFileError) in
        let value = try object.required("value")
        let symbol = try object.required("unit").choice(VolumeUnit.allCases.map { "\($0.symbol)/h" })
        guard let unit = VolumeUnit(symbol: symbol.dropLast(2)) else { throw value.fault("has no unit of volume") }
        let volume: Volume = try value.quantity(in: unit)
        try NumberRange.positive.check(volume, value)
        return volume
      }, numbers: { (_, field) throws(DataFileError) in [try field.valueNumber()] })
  }

  func fixedItem() throws(DataFileError) -> FixedItem {
    var object = try object()
    let item = FixedItem(
      id: try object.required("id").word(), name: try object.required("name").line(),
      weight: try object.required("weight").sourcedQuantity(.notNegative),
      moment: try object.required("moment").sourced(
        plain: { (field) throws(DataFileError) in throw field.fault("is a number; write value, unit and source") },
        { (object: inout DataObject) throws(DataFileError) in try object.moment() },
        numbers: { (_, field) throws(DataFileError) in [try field.valueNumber()] }))
    try object.finish()
    return item
  }

  func meanChord() throws(DataFileError) -> SourcedChord {
    var object = try object()
    let chord = SourcedChord(
      leadingEdge: try object.required("leadingEdge").sourcedQuantity(.any),
      length: try object.required("length").sourcedQuantity(.positive))
    try object.finish()
    return chord
  }
}
