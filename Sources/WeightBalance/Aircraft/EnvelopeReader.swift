extension DataField {
  /// Reads an envelope with its source.
  func envelope(floorIsLimit: Bool) throws(DataFileError) -> Sourced<Envelope> {
    var object = try object()
    // The units are given once, for the envelope and for all alternatives.
    let weightUnit: WeightUnit = try object.required("weightUnit").unit()
    let armUnit: LengthUnit = try object.required("armUnit").unit()
    let points = try object.required("points")
    let envelope = try points.ring(weightUnit, armUnit)
    let isKnown = try object.required("known").truth()
    let sourceField = try object.required("source")
    let source = try sourceField.source()
    var alternatives: [Sourced<Envelope>.Alternative] = []
    for field in try object.optional("alternatives")?.list(0...20) ?? [] {
      var other = try field.object()
      let envelope = try other.required("points").ring(weightUnit, armUnit)
      alternatives.append(Sourced.Alternative(value: envelope, source: try other.required("source").source()))
      try other.finish()
    }
    try object.finish()
    if let check = source.check {
      let written = Passage.numbers(in: check.text)
      for field in try points.list(3...100) {
        var point = try field.object()
        let weight = try point.required("weight"), arm = try point.required("arm")
        // The weight at which a chart ends is not a number of the document, so it is not looked up there.
        let isLowest = try weight.quantity(in: weightUnit) == envelope.lowestWeight
        let isWeightWritten = try written.contains(weight.number()) || (isLowest && !floorIsLimit)
        guard isWeightWritten, try written.contains(arm.number()) else {
          throw sourceField.fault("its check fails: \(field.path) is not in the transcribed text; compare them")
        }
      }
    }
    return Sourced(envelope, isKnown: isKnown, source: source, alternatives: alternatives)
  }

  private func ring(_ weightUnit: WeightUnit, _ armUnit: LengthUnit) throws(DataFileError) -> Envelope {
    let fields = try list(3...100)
    var points: [Envelope.Point] = []
    for field in fields {
      var object = try field.object()
      let weight = try object.required("weight")
      let point = Envelope.Point(
        weight: try weight.quantity(in: weightUnit), arm: try object.required("arm").quantity(in: armUnit))
      try NumberRange.notNegative.check(point.weight, weight)
      try object.finish()
      points.append(point)
    }
    do {
      return try Envelope(points: points)
    } catch {
      let field = error.point.flatMap { fields.indices.contains($0) ? fields[$0] : nil } ?? self
      throw field.fault(error.message)
    }
  }
}
