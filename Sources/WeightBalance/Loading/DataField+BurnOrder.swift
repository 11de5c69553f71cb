extension DataField {
  /// Reads the order in which tanks are emptied: words, or a tank with an amount such as `{"tankId": "inboard", "volume":
  /// {"value": 20, "unit": "gal"}}`.
  func burnSteps(among tanks: [String], _ fuel: FuelReader) throws(DataFileError) -> [Loading.BurnStep] {
    var steps: [Loading.BurnStep] = []
    for field in try list(0...20) {
      if case .object = field.node.kind {
        var object = try field.object()
        let tank = try object.required("tankId").tank(among: tanks)
        let volume = try object.required("volume").fuel(.notNegative, fuel, in: tank)
        try object.finish()
        steps.append(Loading.BurnStep(tank: tank, volume: volume))
      } else {
        steps.append(Loading.BurnStep(tank: try field.tank(among: tanks)))
      }
    }
    return steps
  }

  private func tank(among tanks: [String]) throws(DataFileError) -> String {
    let word = try word()
    guard tanks.contains(word) else { throw unknown(word, "tank", tanks) }
    return word
  }
}
