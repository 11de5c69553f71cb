extension Question {
  /// The acceleration that the question banks of EASA ATPL 031 use, m/s²; the standard one is 9.80665.
  private static let hundredfoldGravity: Int128 = 981

  /// `scales` as a list of `{reading, arm}`, with an optional `tare`, and `changes` for what is on the scales but not
  /// part of the empty weight, or the reverse → `emptyWeight`, `emptyMoment`, `emptyCG`. With `force: "N"` the readings
  /// are newtons, and `massKg` is added.
  func weighing() throws(DataFileError) -> Answer {
    guard let scales = try inputs.objects("scales"), !scales.isEmpty else {
      throw inputs.fault("scales", "must be a list of at least one scale")
    }
    var total = QuestionLoad.nothing
    for scale in scales {
      let reading = try scale.required(scale.firstKey(["reading", "weight"]) ?? "reading", scale.weight)
      let weight = reading - (try scale.weight("tare") ?? .zero)
      total = total + (try scale.load(weight, weight * scale.required("arm", scale.arm), "arm"))
    }
    for change in try inputs.objects("changes") ?? [] { total = total + (try change.load()) }
    for removed in try inputs.objects("remove") ?? [] {
      let load = try removed.load()
      total = QuestionLoad(weight: total.weight - load.weight, moment: total.moment - load.moment)
    }
    for added in try inputs.objects("add") ?? [] { total = total + (try added.load()) }
    guard total.weight > .zero else { throw inputs.fault("scales", "show no weight") }
    try inputs.refuseTooMuch(total, "scales")
    var answer = Answer(in: inputs)
    answer.add("emptyWeight", total.weight)
    answer.add("emptyMoment", total.moment)
    answer.addCG("emptyCG", total.moment, of: total.weight)
    if case .string("N")? = inputs.value("force")?.kind {
      // The number of newtons is stored as a number in the question's own unit of weight.
      let unit = inputs.units.weight.steps
      answer.add("massKg", decimalText(total.weight.steps * 100, over: unit * Self.hundredfoldGravity, places: 6))
    }
    if let chord = try inputs.chord(), let cg = total.moment.arm(of: total.weight) {
      answer.add("percentMAC", chord.percentText(of: cg, places: 6))
    }
    return answer
  }

  /// `overweight`, or `totalWeight` and `maxGross`, and a density → `gallons` (or `litres`) to be drained, rounded up
  /// to a tenth: 18.33 would leave the aeroplane too heavy.
  func drain() throws(DataFileError) -> Answer {
    let over: Weight
    if let weight = try inputs.weight("overweight") {
      over = weight
    } else {
      over = try inputs.required("totalWeight", inputs.weight) - inputs.required("maxGross", inputs.weight)
    }
    guard let density = try inputs.density() else { throw inputs.missing("lbPerGal") }
    let volume = max(over, .zero).volume(at: density)
    var answer = Answer(in: inputs)
    answer.add("gallons", volume.text(in: .usGallons, places: 1, rounding: .up))
    answer.add("litres", volume.text(in: .litres, places: 1, rounding: .up))
    answer.add("impGallons", volume.text(in: .imperialGallons, places: 1, rounding: .up))
    return answer
  }

  /// `takeoffMoment`, a volume with its density or a `weight` of fuel, and the `arm` → `landingMoment`, and with
  /// `takeoffWeight` the weight and CG at landing.
  func fuelBurnMoment() throws(DataFileError) -> Answer {
    let takeoff = try inputs.required("takeoffMoment", inputs.moment)
    let arm = try inputs.required("arm", inputs.arm)
    var fuel = try inputs.fuelWeight()
    if fuel == nil, let key = inputs.firstKey(["weight", "burn"]) { fuel = try inputs.fuelWeight(key) }
    guard let burned = fuel else { throw inputs.missing("gallons") }
    let landing = takeoff - burned * arm
    var answer = Answer(in: inputs)
    answer.add("landingMoment", landing)
    answer.add("fuelWeight", burned)
    if let weight = try inputs.weight("takeoffWeight") {
      guard weight > burned else { throw inputs.fault("takeoffWeight", "is less than the fuel that burns") }
      answer.add("landingWeight", weight - burned)
      answer.addCG("landingCG", landing, of: weight - burned)
    }
    return answer
  }
}
