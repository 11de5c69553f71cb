import Alarms

/// What is usual for the heart of a person: it sets the limits that the person does not set, and what a value that
/// stays the same means. `docs/alarms.md` has the table and its sources.
package enum PersonKind: Sendable, Equatable, Hashable {
  /// The limits of the profile hold.
  case adult
  /// In whole years.
  case child(age: Int)
  /// In the first year.
  case infant
  case athlete
  /// With a pacemaker that lets the heart beat no slower than this, in beats per minute.
  case paced(rate: Int)
  case atrialFibrillation

  /// The ages of a child, in whole years: before them a child is an infant, after them an adult.
  package static let ages = 1...17
  /// The rates of a pacemaker: makers let the lower rate be set from about 30 per minute (unverified). Above 100 there would be no room below 130.
  package static let rates = 30...100

  /// The limits of this kind, by condition; a condition that is not here has the limit of the profile.
  package var limits: [ConditionID: Double] {
    switch self {
    case .adult: [:]
    // Home monitors are set to 80 and to 210 to 230 bpm (Aeroflow; Parental reports, Pediatrics 1991: 80). An infant who is
    // awake reaches 205 (PALS), and a supraventricular tachycardia begins at 220.
    case .infant: [.heartRateLow: 80, .heartRateHigh: 210]
    // High: the worst score of the Bedside PEWS (Critical Care 2009, cc7998, table 1). Low: 5 bpm above its worst score,
    // which is below the slowest sleep of PALS for each age; never below the 45 of an adult beside a bed.
    case .child(let age):
      switch age {
      case ..<4: [.heartRateLow: 65, .heartRateHigh: 170]
      case ..<13: [.heartRateLow: 55, .heartRateHigh: 150]
      default: [.heartRateLow: 45, .heartRateHigh: 140]
      }
    // A trained heart is normal down to 30 bpm (international recommendations for ECGs of athletes, 2017). Own choice: 4
    // above, because the rate of a strap lags behind.
    case .athlete: [.heartRateLow: 34]
    // A pacemaker that works holds its rate. Own choice: 5 below, because sensors round and lose beats.
    case .paced(let rate): [.heartRateLow: Double(max(rate - 5, 25))]
    // Own choice: a mean over five irregular beats falls below that of a minute. The high limit of the profile stays: at
    // rest the aim is below 110 (RACE II).
    case .atrialFibrillation: [.heartRateLow: 40]
    }
  }

  /// The rates that a pacemaker keeps, in beats per minute; `nil` without one. Own choice: 2 below, because sensors
  /// round, and 20 above, because many pacemakers have a lower rate at rest or by night than by day.
  package var pacedRates: ClosedRange<Double>? {
    if case .paced(let rate) = self { Double(rate - 2)...Double(rate + 20) } else { nil }
  }
}

extension PersonKind: CustomStringConvertible {
  /// The first word of each kind, which has no number or one.
  package enum Word: String, CaseIterable, Sendable {
    case adult, child, infant, athlete, paced
    case atrialFibrillation = "atrial-fibrillation"
  }

  package var word: Word {
    switch self {
    case .adult: .adult
    case .child: .child
    case .infant: .infant
    case .athlete: .athlete
    case .paced: .paced
    case .atrialFibrillation: .atrialFibrillation
    }
  }

  /// The age or the rate; `nil` for a kind without a number.
  package var number: Int? {
    switch self {
    case .child(let number), .paced(let number): number
    case .adult, .infant, .athlete, .atrialFibrillation: nil
    }
  }

  package var description: String { number.map { "\(word.rawValue) \($0)" } ?? word.rawValue }

  /// The words of a choice and of the number beside it: a number that was typed for another kind does not count.
  package static func words(_ word: String, _ number: String?) -> String {
    [Word.child, .paced].map(\.rawValue).contains(word) ? "\(word) \(number ?? "")" : word
  }

  package static let allowed =
    "one of adult, infant, athlete, atrial-fibrillation, child AGE (\(ages.lowerBound) to \(ages.upperBound) years) "
    + "and paced RATE (\(rates.lowerBound) to \(rates.upperBound) bpm), such as paced 60"

  /// - Parameter words: as ``description`` has them; `nil` for any other.
  package init?(words: String) {
    let parts = words.split(separator: " ")
    guard let word = parts.first.flatMap({ Word(rawValue: String($0)) }), parts.count <= 2 else { return nil }
    switch (word, parts.count == 2 ? Self.number(parts[1]) : nil) {
    case (.child, let age?) where Self.ages.contains(age): self = .child(age: age)
    case (.paced, let rate?) where Self.rates.contains(rate): self = .paced(rate: rate)
    case (.adult, _) where parts.count == 1: self = .adult
    case (.infant, _) where parts.count == 1: self = .infant
    case (.athlete, _) where parts.count == 1: self = .athlete
    case (.atrialFibrillation, _) where parts.count == 1: self = .atrialFibrillation
    default: return nil
    }
  }

  private static func number(_ text: Substring) -> Int? {
    text.count <= 3 && text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
  }
}
