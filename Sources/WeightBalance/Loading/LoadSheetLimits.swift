/// The weight limit of a phase that follows from type and category.
struct LimitInForce: Sendable, Hashable {
  let weight: Weight
  /// Whether the true value is known; if not, a conservative guess is in force.
  let isKnown: Bool

  /// The least of some limits; `nil` if there is none. It is known if one of the least ones is.
  static func least(of limits: Sourced<Weight>?...) -> LimitInForce? {
    var least: LimitInForce?
    for case let limit? in limits {
      if let now = least, limit.value > now.weight || (limit.value == now.weight && now.isKnown) { continue }
      least = LimitInForce(weight: limit.value, isKnown: limit.isKnown)
    }
    return least
  }
}

struct PhaseLimits: Sendable, Hashable {
  let ramp: LimitInForce?
  let takeoff: LimitInForce?
  let landing: LimitInForce?
  let zeroFuel: LimitInForce?

  init(_ aircraft: Aircraft, _ category: CategoryLimits) {
    let type = aircraft.limits
    let isLower = category.maxWeight.value < type.takeoff.value
    takeoff = .least(of: type.takeoff, category.maxWeight)
    if let own = category.maxRamp {
      ramp = .least(of: own)
    } else if let ramp = type.ramp {
      // A category with a lower maximum has as much room for taxi fuel as the type.
      self.ramp = LimitInForce(
        weight: ramp.value - (type.takeoff.value - category.maxWeight.value),
        isKnown: ramp.isKnown && (!isLower || (type.takeoff.isKnown && category.maxWeight.isKnown)))
    } else {
      ramp = nil
    }
    let hasLanding = type.landing != nil || category.maxLanding != nil || isLower
    landing = hasLanding ? .least(of: type.landing, category.maxLanding, category.maxWeight) : nil
    zeroFuel = .least(of: type.zeroFuel, category.maxZeroFuel)
  }
}
