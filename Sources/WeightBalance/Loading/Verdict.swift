/// What a sheet says of a loading. Every surface takes its word, colour, lamp and exit status from it.
package enum Verdict: Sendable, Hashable {
  /// What is not certain about a loading that breaks no limit.
  package struct Doubts: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The empty weight is typical of the type, and not that of this aeroplane.
    package static let emptyWeight = Doubts(rawValue: 1)
    package static let envelope = Doubts(rawValue: 2)
    /// Another limit is a guess.
    package static let limits = Doubts(rawValue: 4)
    /// A caution asks for a look.
    package static let cautions = Doubts(rawValue: 8)
  }

  /// No limit is broken. Without a doubt, the loading is inside all limits.
  case inside(Doubts)
  /// No limit is broken, but the aeroplane is lighter than the envelope, and no limit is published there.
  case belowEnvelope
  case outside

  /// The plain word of it, in JSON and on the lamps.
  package enum Level: String, Sendable, CaseIterable {
    case inside, caution, danger
  }

  package var level: Level {
    switch self {
    case .inside([]): .inside
    case .inside: .caution
    case .belowEnvelope, .outside: .danger
    }
  }

  /// The state in a word for programs.
  package var state: String {
    switch self {
    case .outside: return "outside"
    case .belowEnvelope: return "below-envelope"
    case .inside(let doubts):
      let known = doubts.isDisjoint(with: [.envelope, .limits]) ? "" : "-known-limits"
      let empty = doubts.contains(.emptyWeight) ? "-unverified-empty" : ""
      return known.isEmpty && empty.isEmpty && !doubts.isEmpty ? "inside-with-cautions" : "inside\(known)\(empty)"
    }
  }

  /// Each state that a sheet can have.
  package static let all: [Verdict] = (0..<16).map { .inside(Doubts(rawValue: $0)) } + [.belowEnvelope, .outside]
}

extension LoadSheet {
  package var verdict: Verdict {
    let broken = warnings.filter { $0.level > .caution }
    if !broken.isEmpty {
      return broken.allSatisfy { $0.code == .belowEnvelopeFloor && $0.level == .warning } ? .belowEnvelope : .outside
    }
    var doubts: Verdict.Doubts = []
    for warning in warnings where warning.level == .caution {
      switch warning.code {
      case .unverifiedEmpty: doubts.insert(.emptyWeight)
      case .unverifiedLimit: doubts.insert(.limits)
      default: doubts.insert(.cautions)
      }
    }
    if !category.envelope.isKnown { doubts.insert(.envelope) }
    return .inside(doubts)
  }

  /// Whether no limit is broken.
  package var isLegal: Bool { warnings.allSatisfy { $0.level <= .caution } }
}
