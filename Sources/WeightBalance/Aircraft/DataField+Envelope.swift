extension DataField {
  /// Reads an envelope with its source. In a file with a source for all its numbers, the list of points is enough.
  func envelope(floorIsLimit: Bool) throws(DataFileError) -> Sourced<Envelope> {
    if isList, let source = reading.defaultSource {
      let units = reading.units
      let envelope = try ring(units.weight, units.length)
      try verify(
        envelope, self, in: source, of: self, floorIsLimit: floorIsLimit, weightUnit: units.weight)
      return Sourced(envelope, source: source)
    }
    var object = try object()
    // The units are given once, for the envelope and for all alternatives.
    let weightUnit: WeightUnit = try object.unit("weightUnit", or: reading.units.weight)
    let armUnit: LengthUnit = try object.unit("armUnit", or: reading.units.length)
    let points = try object.required("points")
    let envelope = try points.ring(weightUnit, armUnit)
    let isKnown = try object.isKnown()
    let (source, sourceField) = try object.source(of: self)
    var alternatives: [Sourced<Envelope>.Alternative] = []
    for field in try object.optional("alternatives")?.list(0...20) ?? [] {
      var other = try field.object()
      let envelope = try other.required("points").ring(weightUnit, armUnit)
      alternatives.append(Sourced.Alternative(value: envelope, source: try other.required("source").source()))
      try other.finish()
    }
    try object.finish()
    try verify(envelope, points, in: source, of: sourceField, floorIsLimit: floorIsLimit, weightUnit: weightUnit)
    return Sourced(envelope, isKnown: isKnown, source: source, alternatives: alternatives)
  }

  /// Looks up the numbers of an envelope in the passage of its source, if its source has one.
  private func verify(
    _ envelope: Envelope, _ points: DataField, in source: Source, of sourceField: DataField, floorIsLimit: Bool,
    weightUnit: WeightUnit
  ) throws(DataFileError) {
    guard let check = source.check else { return }
    let written = Passage.numbers(in: check.text)
    for field in try points.list(3...100) {
      let (weight, arm) = try field.weightAndArm()
      // The weight at which a chart ends is not a number of the document, so it is not looked up there.
      let isLowest = try weight.quantity(in: weightUnit) == envelope.lowestWeight
      let isWeightWritten = try written.contains(weight.number()) || (isLowest && !floorIsLimit)
      guard isWeightWritten, try written.contains(arm.number()) else {
        throw sourceField.fault("its check fails: \(field.path) is not in the transcribed text; compare them")
      }
    }
  }

  private func ring(_ weightUnit: WeightUnit, _ armUnit: LengthUnit) throws(DataFileError) -> Envelope {
    let fields = try list(3...100)
    var points: [Envelope.Point] = []
    for field in fields {
      let (weight, arm) = try field.weightAndArm()
      let point = Envelope.Point(
        weight: try weight.quantity(in: weightUnit), arm: try arm.quantity(in: armUnit))
      try NumberRange.notNegative.check(point.weight, weight)
      points.append(point)
    }
    do {
      return try Envelope(points: points)
    } catch {
      let field = error.point.flatMap { fields.indices.contains($0) ? fields[$0] : nil } ?? self
      throw field.fault(error.message)
    }
  }

  /// A point: `{"weight": 2300, "arm": 47.3}` or `[2300, 47.3]`.
  private func weightAndArm() throws(DataFileError) -> (weight: DataField, arm: DataField) {
    if isList {
      let numbers = try list(2...2)
      return (numbers[0], numbers[1])
    }
    var object = try object()
    let weight = try object.required("weight"), arm = try object.required("arm")
    try object.finish()
    return (weight, arm)
  }
}

extension DataObject {
  /// The unit of a key; the unit of the file if the key is missing and the file gives units.
  fileprivate mutating func unit<Unit: QuantityUnit>(_ key: String, or usual: Unit) throws(DataFileError) -> Unit {
    if optional(key) == nil, reading.hasUnits { return usual }
    return try required(key).unit()
  }
}
