import AirQuality
import Foundation

/// Answers the questions of Tests/air-oracle, one a line, each by the function of the room.
struct Answers {
  private let decoder = JSONDecoder()

  init() {
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  }

  func answer(_ line: String) throws -> Answer {
    let question = try decoder.decode(Question.self, from: Data(line.utf8)), given = question.with
    switch question.ask {
    case "index": return Self.index(try Self.table(given.table), given.c)
    case "invert": return try invert(given)
    case "nowcast": return .number(HourlyMeans.nowCast(try Self.needed(given.hours)))
    case "c24e": return .number(HourlyMeans.c24E(try Self.needed(given.hours)))
    case "distance": return .number(try Self.needed(given.p).place.distance(to: try Self.needed(given.q).place))
    case "estimate": return try estimate(given)
    case "calibrate": return try calibrate(given)
    case "faults":
      let check = StationCheck(try Self.needed(given.stations).map(\.series))
      return .list((given.stations ?? []).indices.map { .text(Faults.name(check.verdict(of: $0))) })
    case "reference_station":
      let network = AirNetwork(try Self.needed(given.observations).map(\.observation), period: .hour)
      return Self.part(Reference.station(network, at: try Self.needed(given.at).place))
    case "reference_satellite":
      guard let depth = Self.finite(given.depth) else { return .none }
      return Self.part(
        Reference.satellite(depth, humidity: Self.finite(given.humidity), age: try Self.needed(given.age)))
    case "reference_fusion":
      let parts = try Self.needed(given.tiers).map { Reference.Part(value: $0[0], confidence: $0[1]) }
      guard let fused = Reference.fusion(parts) else { return .none }
      return .object([
        "pm": .number(fused.value), "sigma": .number(fused.sigma), "confidence": .number(fused.confidence),
        "lower": .number(fused.value - 1.96 * fused.sigma), "upper": .number(fused.value + 1.96 * fused.sigma),
      ])
    default: throw Question.Wrong.unknown(question.ask)
    }
  }

  private func invert(_ given: Question.Arguments) throws -> Answer {
    let index = given.value ?? .nan
    guard given.table != nil else {
      guard let found = AirIndex.concentration(ofUSIndex: index) else { return .none }
      return Self.numbers([found.concentration, LogScale.z(found.concentration), found.ownError])
    }
    guard let concentration = try Self.table(given.table).concentration(ofIndex: index) else { return .none }
    return Self.numbers([concentration, LogScale.z(concentration), 0])
  }

  private func estimate(_ given: Question.Arguments) throws -> Answer {
    let at = try Self.needed(given.at).place, period = try period(given)
    let calibration =
      given.calibration.map { own in
        Calibration(
          stationFactor: own.factor,
          bounds: zip(own.lower, own.upper).map { Calibration.Bounds(lower: $0, upper: $1) })
      } ?? .usual(period)
    let network = AirNetwork(try Self.needed(given.observations).map(\.observation), period: period)
    let station = try? network.stationTier(at: at, factor: calibration.stationFactor).get()
    let camera = given.camera.map { TierEstimate(tier: .camera, z: $0.z, variance: $0.variance, age: $0.age) }
    var satellite: TierEstimate?
    if let optical = given.optical, let depth = Self.finite(optical.depth) {
      satellite = SatelliteRatio(try Self.needed(given.pairs).map(\.pair))
        .tier(OpticalDepth(depth, month: try Self.needed(given.month), age: optical.age ?? 0), at: at)
    }
    let inverse = Reference.inverseDistance(network, at: at).map { LogScale.z($0) }
    guard let whole = try? AirEstimate([station, camera, satellite].compactMap(\.self), calibration: calibration)
    else {
      return .object(["station": .none, "satellite": .none, "fused": .none])
    }
    let shares = whole.fusion.shares
    let named = { (tier: Tier) in Answer.number(shares.first { $0.tier.tier == tier }?.weight) }
    let classes = AirIndex.all.map { table in
      let index = Self.index(table, whole.value), probability = Answer.number(whole.probabilityOfClass(in: table))
      return (table.name, Answer.object(["value": index, "probability": probability]))
    }
    return .object([
      "station": Self.tier(station, inverse), "satellite": Self.tier(satellite),
      "fused": .object([
        "z": .number(whole.fusion.z), "sigma": .number(whole.fusion.sigma),
        "weights": .object(["station": named(.station), "camera": named(.camera), "satellite": named(.satellite)]),
        "misfits": .list(shares.filter { !$0.fits }.map(\.tier.tier.rawValue).sorted().map { .text($0) }),
      ]),
      "c": .number(whole.value), "age": .number(whole.age),
      "cell": .number(Double(whole.cell.level.rawValue * 2 + (whole.cell.isNear ? 0 : 1))),
      "lower": .number(whole.lower), "upper": .number(whole.upper),
      "classes": .object(Dictionary(uniqueKeysWithValues: classes)),
    ])
  }

  private func calibrate(_ given: Question.Arguments) throws -> Answer {
    let rows = try Self.needed(given.times).enumerated().flatMap { number, time in
      time.filter { Self.finite($0.c) != nil }
        .map { StationTable.Row(time: "\(number)", observation: $0.observation, depth: nil, calibrates: true) }
    }
    let own = LeaveOneOut(rows, period: try period(given), hasParts: true, showsInputs: false).calibrated()
    return .object([
      "factor": .number(own.stationFactor), "lower": Self.numbers(own.bounds.map(\.lower)),
      "upper": Self.numbers(own.bounds.map(\.upper)),
    ])
  }

  private func period(_ given: Question.Arguments) throws -> Period {
    try Self.needed(given.period.flatMap(Period.init(rawValue:)))
  }

  private static func index(_ table: AirIndex, _ concentration: Double?) -> Answer {
    guard let concentration = finite(concentration) else { return .none }
    let value = table.value(of: concentration)
    return .list([.number(Double(value.index)), .text(value.airClass)])
  }

  private static func tier(_ tier: TierEstimate?, _ inverse: Double? = nil) -> Answer {
    guard let tier else { return .none }
    return .object([
      "z": .number(tier.z), "variance": .number(tier.variance), "age": .number(tier.age),
      "n": .number(Double(tier.inputs.count)), "nearest": .number(tier.nearest), "highest": .number(tier.highest),
      "inverseDistance": .number(inverse),
    ])
  }

  private static func part(_ part: Reference.Part?) -> Answer {
    part.map { numbers([$0.value, $0.confidence]) } ?? .none
  }

  private static func numbers(_ numbers: [Double]) -> Answer { .list(numbers.map { .number($0) }) }

  private static func finite(_ number: Double?) -> Double? { number.flatMap { $0.isFinite ? $0 : nil } }

  private static func table(_ name: String?) throws -> AirIndex {
    try needed(AirIndex.all.first { $0.name == name })
  }

  private static func needed<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Question.Wrong.missing("\(Value.self)") }
    return value
  }
}
