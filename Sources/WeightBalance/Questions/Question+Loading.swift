extension Question {
  /// `items`, and any of `maxGross`, `cgLimits`, `momentLimits`, `envelope`, `lemac` and `mac` → totals, and whether
  /// each limit is kept. The limits are answered separately: a loading can be too heavy and still balanced.
  func loading() throws(DataFileError) -> Answer {
    let total = try inputs.total()
    var answer = Answer(in: inputs)
    answer.add("totalWeight", total.weight)
    answer.add("totalMoment", total.moment)
    answer.addCG("cg", total.moment, of: total.weight)
    if let chord = try inputs.chord(), let cg = total.moment.arm(of: total.weight) {
      answer.add("percentMAC", chord.percentText(of: cg, places: 6))
    }
    if let limit = try inputs.weight("maxGross") {
      answer.add("withinWeight", .zero <= total.weight && total.weight <= limit)
      answer.add("weightMargin", limit - total.weight)
    }
    if let (forward, aft) = try inputs.pair("cgLimits", inputs.armOfNode) {
      // A weight of zero has no centre of gravity.
      let isWithin = total.weight * forward <= total.moment && total.moment <= total.weight * aft
      answer.add("withinCG", isWithin && total.weight > .zero)
      if let cg = total.moment.arm(of: total.weight) {
        answer.add("cgForwardMargin", cg - forward)
        answer.add("cgAftMargin", aft - cg)
      }
    }
    if let (least, most) = try inputs.pair("momentLimits", inputs.moment) {
      answer.add("withinMoment", least <= total.moment && total.moment <= most)
    }
    if let ring = try inputs.envelope("envelope") {
      let isInside = ring.contains(weight: total.weight, moment: total.moment)
      answer.add("inside", isInside)
      if answer["withinCG"] == nil { answer.add("withinCG", isInside) }
      answer.addLimits(of: ring, at: total.weight, moment: total.moment)
    }
    return answer
  }

  /// `items`, then any of `maxGross`, `stationLimit`, and with the `arm` of the station `cgLimits`, `momentLimits` or
  /// `maxMoment` → how much the station can still take: by weight, by balance, and overall.
  func maxStation() throws(DataFileError) -> Answer {
    let total = try inputs.total()
    var answer = Answer(in: inputs)
    var limits: [Weight] = []
    if let limit = try inputs.weight("maxGross") {
      limits.append(max(limit - total.weight, .zero))
      answer.add("weightLimited", limit - total.weight)
    }
    if let limit = try inputs.weight(inputs.firstKey(["stationLimit", "stationMax", "maxWeight"]) ?? "stationLimit") {
      limits.append(limit)
    }
    var aftLimit = try inputs.arm("aftLimit"), momentLimit = try inputs.moment("maxMoment")
    if let (_, aft) = try inputs.pair("cgLimits", inputs.armOfNode) { aftLimit = aft }
    if let (_, most) = try inputs.pair("momentLimits", inputs.moment) { momentLimit = most }
    if let arm = try inputs.arm("arm") {
      // (M + w a) / (W + w) ≤ limit, for a station aft of the limit.
      if let aftLimit, arm > aftLimit {
        let room = (total.weight * aftLimit - total.moment).weight(over: arm - aftLimit)
        answer.add("cgLimited", room)
        limits.append(max(room, .zero))
      }
      if let momentLimit, arm > .zero {
        let room = (momentLimit - total.moment).weight(over: arm)
        answer.add("momentLimited", room)
        limits.append(max(room, .zero))
      }
    }
    guard let most = limits.min() else { throw inputs.missing("maxGross") }
    answer.add("maxWeight", most)
    return answer
  }

  /// `items` without fuel, `fuel {weight, arm}` or a list of tanks in the order in which they burn, `taxi`, `burn`,
  /// `limits` → weight, moment and CG at zero fuel, on the ramp, at take-off and at landing.
  func phases() throws(DataFileError) -> Answer {
    let zeroFuel = try inputs.total()
    var tanks: [QuestionLoad] = []
    if case .array? = inputs.value("fuel")?.kind {
      for tank in try inputs.objects("fuel") ?? [] { tanks.append(try tank.load()) }
    } else if let tank = try inputs.object("fuel") {
      tanks.append(try tank.load())
    }
    let fuel = tanks.reduce(QuestionLoad.nothing) { $0 + $1 }
    try inputs.refuseTooMuch(fuel, "fuel")
    let taxi = try inputs.fuelWeight("taxi") ?? .zero, trip = try inputs.fuelWeight("burn") ?? .zero
    guard taxi >= .zero, trip >= .zero else { throw inputs.fault(taxi < .zero ? "taxi" : "burn", "is negative") }
    guard taxi + trip <= fuel.weight else {
      let short = (taxi + trip - fuel.weight).text(in: inputs.units.weight, places: 2)
      throw inputs.fault(
        "burn", "taxi and trip need \(short) \(inputs.units.weight.symbol) more than the fuel on board")
    }
    let states: [(name: String, load: QuestionLoad, limit: [String])] = [
      ("zeroFuel", zeroFuel, ["maxZeroFuel"]), ("ramp", zeroFuel + fuel, ["maxRamp"]),
      ("takeoff", zeroFuel + burned(taxi, of: tanks), ["maxTakeoff", "maxGross"]),
      ("landing", zeroFuel + burned(taxi + trip, of: tanks), ["maxLanding"]),
    ]
    var answer = Answer(in: inputs)
    for state in states {
      answer.add(state.name + "Weight", state.load.weight)
      answer.add(state.name + "Moment", state.load.moment)
      answer.addCG(state.name + "CG", state.load.moment, of: state.load.weight)
    }
    guard let limits = try inputs.object("limits") else { return answer }
    var isWithin = true
    for state in states {
      guard let key = limits.firstKey(state.limit), let limit = try limits.weight(key) else { continue }
      let name = state.name.prefix(1).uppercased() + state.name.dropFirst()
      answer.add("within\(name)", state.load.weight <= limit)
      answer.add("\(state.name)Margin", limit - state.load.weight)
      isWithin = isWithin && state.load.weight <= limit
    }
    answer.add("withinWeight", isWithin)
    return answer
  }

  /// The load that remains after an amount has burned from the tanks in order.
  private func burned(_ amount: Weight, of tanks: [QuestionLoad]) -> QuestionLoad {
    var left = QuestionLoad.nothing, toBurn = amount
    for tank in tanks {
      let used = min(toBurn, tank.weight)
      toBurn -= used
      let moment = rounded(tank.moment.steps, times: (tank.weight - used).steps, over: tank.weight.steps) ?? 0
      left = left + QuestionLoad(weight: tank.weight - used, moment: Moment(steps: moment))
    }
    return left
  }
}

/// A weight and its moment.
struct QuestionLoad {
  let weight: Weight
  let moment: Moment

  static let nothing = QuestionLoad(weight: .zero, moment: .zero)
  /// 62 500 t·m, the greatest moment of one load.
  static let momentLimit = Moment(steps: Moment.limit.steps / 64)

  static func + (a: Self, b: Self) -> Self { Self(weight: a.weight + b.weight, moment: a.moment + b.moment) }
}

extension Moment {
  /// The weight that has this moment at an arm that is not 0.
  func weight(over arm: Arm) -> Weight { Weight(steps: rounded(steps, times: 1, over: arm.steps) ?? 0) }
}

extension QuestionInputs {
  func armOfNode(_ node: JSONNode, _ key: String) throws(DataFileError) -> Arm { try quantity(node, key, units.length) }

  /// The sum of `items`.
  func total() throws(DataFileError) -> QuestionLoad {
    guard let items = try objects("items") else { throw missing("items") }
    var total = QuestionLoad.nothing
    for item in items { total = total + (try item.load()) }
    try refuseTooMuch(total, "items")
    return total
  }

  /// One item: a `weight` or a volume of fuel with its density, and its `moment` or `arm`. A pure moment has no weight.
  func load() throws(DataFileError) -> QuestionLoad {
    var weight = try weight("weight")
    if weight == nil { weight = try fuelWeight() }
    if let moment = try moment("moment") { return try load(weight ?? .zero, moment, "moment") }
    guard let weight else { throw missing("weight") }
    guard let arm = try arm("arm") else {
      if weight == .zero { return .nothing }
      throw missing("arm")
    }
    return try load(weight, weight * arm, "arm")
  }

  /// A load whose moment is so small that a list of them still fits.
  func load(_ weight: Weight, _ moment: Moment, _ key: String) throws(DataFileError) -> QuestionLoad {
    guard moment.steps.magnitude <= QuestionLoad.momentLimit.steps.magnitude else {
      throw fault(key, "gives a moment that is too large; check weight and arm")
    }
    return QuestionLoad(weight: weight, moment: moment)
  }

  /// Refuses a sum of loads that no aeroplane can have.
  func refuseTooMuch(_ total: QuestionLoad, _ key: String) throws(DataFileError) {
    guard total.weight.steps.magnitude <= WeightUnit.limit.magnitude else { throw fault(key, "weigh too much") }
    guard total.moment.steps.magnitude <= Moment.limit.steps.magnitude else {
      throw fault(key, "have a moment that is too large; check the arms")
    }
  }

  /// A weight of fuel under a key: a number in the units of weight, or an object with a volume and its density.
  func fuelWeight(_ key: String) throws(DataFileError) -> Weight? {
    if let object = value(key), case .object = object.kind, object["value"] == nil {
      let fuel = try self.object(object, key)
      return fuel.value("weight") == nil ? try fuel.fuelWeight() : try fuel.weight("weight")
    }
    return try weight(key)
  }

  /// The weight of fuel given as a volume: `gallons`, `impGallons`, `litres` or a `volume` with its unit.
  func fuelWeight() throws(DataFileError) -> Weight? {
    guard let volume = try volume() else { return nil }
    guard let density = try density() else { throw missing("lbPerGal") }
    return volume * density
  }

  static let volumeKeys: [(key: String, unit: VolumeUnit)] = [
    ("gallons", .usGallons), ("usGallons", .usGallons), ("impGallons", .imperialGallons), ("litres", .litres),
    ("liters", .litres), ("volume", .usGallons),
  ]

  func volume() throws(DataFileError) -> Volume? {
    for (key, unit) in Self.volumeKeys {
      if let volume = try quantity(key, unit) { return volume }
    }
    return nil
  }

  static let densityKeys: [(key: String, weight: WeightUnit, volume: VolumeUnit)] = [
    ("lbPerGal", .pounds, .usGallons), ("lbPerImpGal", .pounds, .imperialGallons), ("kgPerLitre", .kilograms, .litres),
    ("kgPerLiter", .kilograms, .litres), ("kgPerL", .kilograms, .litres), ("lbPerLitre", .pounds, .litres),
    ("kgPerGal", .kilograms, .usGallons), ("specificGravity", .kilograms, .litres),
  ]

  /// The density under one of its keys; a plain `density` is in kg/l if weights are in kilograms, otherwise in lb/gal.
  func density() throws(DataFileError) -> Density? {
    var keys = Self.densityKeys
    keys.append(units.weight == .kilograms ? ("density", .kilograms, .litres) : ("density", .pounds, .usGallons))
    for (key, weight, volume) in keys {
      guard let number = try decimal(key) else { continue }
      do { return try Density(number, weight, per: volume) } catch { throw fault(key, error.message) }
    }
    return nil
  }
}
