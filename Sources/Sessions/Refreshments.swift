import Readings

/// What a person has drunk in a session, and when they have taken caffeine. A session that goes on after a restart of the
/// box keeps what was recorded before it.
package struct Refreshments: Sendable, Equatable {
  package struct Drink: Sendable, Equatable {
    package let at: Instant
    package let millilitres: UInt16

    package init(at: Instant, millilitres: UInt16) { (self.at, self.millilitres) = (at, millilitres) }
  }

  /// The amount of one drink, ml (specification of the session record).
  package static let allowed: ClosedRange<UInt16> = 1...2000
  package static let allowedText = "a whole number of millilitres from \(allowed.lowerBound) to \(allowed.upperBound)"

  /// The amount that a person or a program has said.
  /// - Throws: a usage error for anything else than ``allowed``.
  package static func amount(_ text: String) throws(LapwingError) -> UInt16 {
    guard let millilitres = UInt16(text), allowed.contains(millilitres) else {
      throw LapwingError(.usage, code: "bad-drink", "a drink is \(allowedText), not \(text)")
    }
    return millilitres
  }

  /// A drink without an amount, ml ("Drink 200ml" in the specification of the advice).
  package static let usual: UInt16 = 200
  /// The most drinks that a session can have (choice: more come from a program that repeats its order).
  package static let most = 500

  /// The drinks before the restart and those of this run, oldest first.
  private var earlier: [Drink]
  private var own: [Drink] = []
  package private(set) var caffeineAt: Instant?

  /// - Parameters:
  ///   - earlier: what was drunk before a restart of the box, oldest first.
  ///   - caffeineAt: when caffeine was taken before it.
  package init(earlier: [Drink] = [], caffeineAt: Instant? = nil) {
    self.earlier = Array(earlier.suffix(Self.most))
    self.caffeineAt = caffeineAt
  }

  package var millilitres: UInt32 {
    earlier.reduce(0) { $0 + UInt32($1.millilitres) } + own.reduce(0) { $0 + UInt32($1.millilitres) }
  }

  package var latestAt: Instant? { own.last?.at ?? earlier.last?.at }

  /// Whether no more drinks can be recorded.
  package var isFull: Bool { earlier.count + own.count >= Self.most }

  package mutating func drink(_ millilitres: UInt16, at instant: Instant) {
    guard !isFull else { return }
    own.append(Drink(at: instant, millilitres: millilitres))
  }

  /// Removes the latest drink.
  /// - Returns: the drink; `nil` if there is none.
  package mutating func takeBackDrink() -> Drink? { own.popLast() ?? earlier.popLast() }

  package mutating func takeCaffeine(at instant: Instant) { caffeineAt = instant }

  package mutating func takeBackCaffeine() { caffeineAt = nil }

  /// The same on an axis on which this run begins later.
  package func later(by offset: Duration) -> Refreshments {
    Refreshments(
      earlier: (earlier + own).map { Drink(at: $0.at.advanced(by: offset), millilitres: $0.millilitres) },
      caffeineAt: caffeineAt?.advanced(by: offset))
  }

  /// Adds what was recorded before a restart of the box. What was recorded in this run stays.
  package mutating func goOn(after before: Refreshments) {
    earlier = before.earlier + before.own
    caffeineAt = caffeineAt ?? before.caffeineAt
  }
}

package enum RefreshmentChange: Sendable, Equatable {
  /// The millilitres that were drunk, or that were recorded by mistake and are taken back.
  case drunk(UInt16)
  case drinkTakenBack(UInt16)
  case caffeine
  case caffeineTakenBack
}

/// How much to drink in a session.
package enum HydrationGoal {
  /// The goal after some time, ml, rounded to the nearest.
  /// - Parameter perHour: ml per hour of the session.
  package static func millilitres(perHour: Double, after seconds: Double) -> Int64 {
    Int64(exactly: (max(0, perHour) * max(0, seconds) / 3600).rounded()) ?? 0
  }
}
