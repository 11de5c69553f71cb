import Readings

/// One limit of one condition, made ready for the hot path: a small value without references.
///
/// The *dwell* is how long a value must be beyond the limit before it is signalled. It has two bounds. A value that is
/// confirmed (see ``Dwell``) is signalled at *not before*; any other at nine tenths of *must by*, so that a passing
/// artefact is no alarm and a lasting value is never late.
public struct LimitRule: Sendable {
  /// Which condition.
  public let condition: ConditionID
  /// What is measured.
  public let quantity: Quantity
  /// Whether it is in force.
  public let isEnabled: Bool
  /// The limit as it is logged, in the unit of the condition's trigger.
  public let limit: Double
  /// The place of the rule for the other side of the same quantity.
  public let opposite: Int?
  /// Whether the value must be confirmed by the heartbeats themselves.
  public let isOfHeart: Bool
  private let isAltitude: Bool

  private enum Side: Sendable { case atOrAbove, above, below, atOrBelow }
  private let side: Side
  private let edge: Double
  private let clear: Double

  /// Signalled not before it has been beyond for so long.
  let notBefore: Duration
  /// Signalled once it has been beyond for so long, confirmed or not.
  let unconfirmed: Duration
  /// A value that is back inside for no longer is a dip: it does not begin the dwell anew.
  let longestDip: Duration
  /// A slow value that is measured between limit and hysteresis for so long, before it is signalled, is back: its dwell
  /// begins anew. One such measurement is none of a value that hovers, and of a dwell of half an hour not even three
  /// minutes are. Ours.
  let longestLinger: Duration
  /// An alarm ends when the value has been back inside for so long, and no heartbeat contradicted it.
  let endsAfter: Duration
  /// An alarm ends when the value has been back inside for so long, though the heartbeats contradict it.
  let endsContradicted: Duration

  /// For so long heartbeats that contradict a good heart rate keep its alarm.
  /// Ours: longer than nearly every artefact, and short enough for a rhythm that is never regular.
  private static let longestArtefact = Duration.seconds(30)

  /// Every limit of every condition, in an order that does not depend on the settings.
  public static func all(of table: ConditionTable) -> [LimitRule] {
    var rules: [LimitRule] = []
    for condition in table.all {
      guard let quantity = condition.trigger.quantity, let limit = condition.limit else { continue }
      rules.append(LimitRule(condition, quantity, limit, after: .zero, table))
      guard let sustained = condition.sustained else { continue }
      rules.append(LimitRule(condition, quantity, sustained.limit, after: sustained.time, table))
    }
    return rules
  }

  private init(
    _ condition: Condition, _ quantity: Quantity, _ limit: Double, after time: Duration, _ table: ConditionTable
  ) {
    self.condition = condition.id
    self.quantity = quantity
    self.limit = limit
    isEnabled = condition.isEnabled
    isOfHeart = condition.family == .heart
    isAltitude = condition.trigger == .cabinAltitude
    switch condition.trigger {
    case .above: (side, edge, clear) = (.above, limit, limit - condition.hysteresis)
    case .below: (side, edge, clear) = (.below, limit, limit + condition.hysteresis)
    case .cabinAltitude:
      // High is where the pressure is low.
      side = .atOrBelow
      edge = PressureAltitude.hectopascals(feet: limit)
      clear = PressureAltitude.hectopascals(feet: limit - condition.hysteresis)
    case .atOrAbove, .stale, .reported: (side, edge, clear) = (.atOrAbove, limit, limit - condition.hysteresis)
    }
    // A limit for a long time has its dwell instead of the condition's, and the condition's must-by after that.
    notBefore = max(condition.notBefore, time)
    unconfirmed = time + condition.mustBy * 9 / 10
    // One sample of a strap that speaks once a second; two of a sensor that advertises every few seconds.
    longestDip = isOfHeart ? .milliseconds(1500) : .seconds(10)
    longestLinger = max(Dwell.measurementGap, notBefore / 10)
    // An artefact ends no alarm: a heart rate must be as sure to be back as it must be to have gone. A slow value needs
    // no more than its hysteresis.
    endsAfter = isOfHeart ? condition.notBefore : .zero
    endsContradicted = isOfHeart ? Self.longestArtefact : .zero
    var position: Int?
    if let id = condition.id.opposite {
      let limits = table.all.filter { $0.trigger.quantity != nil && $0.limit != nil }
      var place = 0
      for other in limits {
        if other.id == id { position = place }
        place += other.sustained == nil ? 1 : 2
      }
    }
    opposite = position
  }

  /// Whether a value is beyond the limit.
  public func isBeyond(_ value: Double) -> Bool {
    switch side {
    case .atOrAbove: value >= edge
    case .above: value > edge
    case .below: value < edge
    case .atOrBelow: value <= edge
    }
  }

  /// Between these no value is beyond the limit.
  public var inside: (above: Double, below: Double) {
    switch side {
    case .atOrAbove, .above: (-.infinity, edge)
    case .below, .atOrBelow: (edge, .infinity)
    }
  }

  /// Whether a value is back inside by the hysteresis.
  func hasCleared(_ value: Double) -> Bool {
    switch side {
    case .atOrAbove, .above: value <= clear
    case .below, .atOrBelow: value >= clear
    }
  }

  /// A value in the unit of the limit.
  public func shown(_ value: Double) -> Double {
    isAltitude ? (PressureAltitude.feet(hectopascals: value) ?? value).rounded() : value
  }
}
