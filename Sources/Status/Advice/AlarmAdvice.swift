import Alarms
import Flight
import Settings

/// The texts that are shown with an alarm: today only those for passengers, in the profile `cabin`. The other profiles show an
/// alarm without them; `lapwing alarms --json` has their advice.
package struct AlarmAdvice: Sendable, Equatable {
  /// What is wrong, in some words.
  package let headline: String
  /// The value, and what it should be; `nil` without a value, or if it is an old one.
  package let metric: String?
  package let action: String
  /// What supports that; `nil` if there is nothing to say.
  package let evidence: String?
  /// What cannot be done or known.
  package let limitation: String?

  init(headline: String, metric: String?, action: String, evidence: String?, limitation: String?) {
    (self.headline, self.metric, self.action) = (headline, metric, action)
    (self.evidence, self.limitation) = (evidence, limitation)
  }

  /// - Parameters:
  ///   - value: the value of the alarm, in the unit of its limit.
  ///   - phase: the phase of flight in force.
  ///   - hasTakenCaffeine: whether the person has said so in this session.
  ///   - profile: the profile of that time, if it is not that of the configuration.
  /// - Returns: `nil` if there are no texts for this alarm in the profile.
  package init?(
    on condition: ConditionID, value: Double?, limit: Double?, in phase: Phase, hasTakenCaffeine: Bool = false,
    by configuration: Configuration, profile: BoxProfile? = nil
  ) {
    guard (profile ?? configuration.profile) == .cabin, let advice = PassengerAdvice(condition) else { return nil }
    headline = advice.headline
    let target = advice == .highCO2 ? configuration.conditions[.co2Low].limit : limit
    metric = value.map { advice.metric($0, target: target) }
    action = advice.action(in: phase, hasTakenCaffeine: hasTakenCaffeine).rawValue
    evidence = advice.evidence(hasTakenCaffeine: hasTakenCaffeine)?.rawValue
    limitation = advice.limitation(hasTakenCaffeine: hasTakenCaffeine)?.rawValue
  }
}

extension AlarmTransition {
  /// The texts for it. An old value is no measure of the present air.
  /// - Parameter present: the value of now, if it is known: that of the alarm is the one with which it began.
  func advice(
    in phase: Phase, hasTakenCaffeine: Bool, present: Double? = nil, by configuration: Configuration
  ) -> AlarmAdvice? {
    AlarmAdvice(
      on: condition, value: isLastValue ? nil : present ?? value, limit: limit, in: phase,
      hasTakenCaffeine: hasTakenCaffeine,
      by: configuration)
  }
}

extension PassengerAdvice {
  package init?(_ condition: ConditionID) {
    switch condition {
    case .co2Medium: self = .elevatedCO2
    case .co2High: self = .highCO2
    case .vocHigh: self = .fumes
    default: return nil
    }
  }
}
