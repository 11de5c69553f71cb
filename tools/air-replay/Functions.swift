import AirQuality

/// Answers one function a line, so that a second implementation can be compared:
///
///     index us 35.9
///     nowcast 21 - 35 …            the newest first; - is missing
///     c24e 21 - 35 …
///     distance 36.12 -86.67 33.94 -118.4
///     fuse hour station,3.1,0.04,0,12,30 camera,3.0,0.1,0 satellite,3.4,0.2,5     tier, z, σ², age, nearest, highest
enum Functions {
  /// The answer as JSON; nil if the line is no such function.
  static func answer(_ line: String) -> String? {
    let words = line.split(separator: " ")
    guard let name = words.first else { return nil }
    let numbers = words.dropFirst().map { Double($0) }
    switch name {
    case "index":
      guard words.count == 3, let index = AirIndex.all.first(where: { $0.name == words[1] }), let value = numbers[1]
      else { return nil }
      let found = index.value(of: value)
      return #"{"index":\#(found.index),"class":"\#(found.airClass)"}"#
    case "nowcast": return #"{"value":\#(text(HourlyMeans.nowCast(numbers)))}"#
    case "c24e": return #"{"value":\#(text(HourlyMeans.c24E(numbers)))}"#
    case "distance":
      let values = numbers.compactMap(\.self)
      guard values.count == 4, let first = Place(latitude: values[0], longitude: values[1]),
        let second = Place(latitude: values[2], longitude: values[3])
      else { return nil }
      return #"{"value":\#(first.distance(to: second))}"#
    case "fuse":
      guard words.count > 2, let period = Period(rawValue: String(words[1])) else { return nil }
      let tiers = words.dropFirst(2).compactMap(tier)
      guard tiers.count == words.count - 2, let estimate = try? AirEstimate(tiers, calibration: .usual(period)) else {
        return nil
      }
      return fused(estimate)
    default: return nil
    }
  }

  private static func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "null" }

  private static func tier(_ word: Substring) -> TierEstimate? {
    let fields = word.split(separator: ","), numbers = fields.dropFirst().compactMap { Double($0) }
    guard let tier = fields.first.flatMap({ Tier(rawValue: String($0)) }), numbers.count == fields.count - 1,
      numbers.count >= 3
    else { return nil }
    return TierEstimate(
      tier: tier, z: numbers[0], variance: numbers[1], age: numbers[2], nearest: numbers.count > 3 ? numbers[3] : nil,
      highest: numbers.count > 4 ? numbers[4] : nil)
  }

  private static func fused(_ estimate: AirEstimate) -> String {
    let shares = estimate.fusion.shares.map {
      #"{"tier":"\#($0.tier.tier.rawValue)","weight":\#($0.weight),"fits":\#($0.fits)}"#
    }
    let classes = AirIndex.all.map { #""\#($0.name)":\#(estimate.probabilityOfClass(in: $0))"# }
    return """
      {"z":\(estimate.fusion.z),"sigma":\(estimate.fusion.sigma),"value":\(estimate.value),"lower":\(estimate.lower),\
      "upper":\(estimate.upper),"age":\(estimate.age),"tiers":[\(shares.joined(separator: ","))],\
      "probabilities":{\(classes.joined(separator: ","))}}
      """
  }
}
