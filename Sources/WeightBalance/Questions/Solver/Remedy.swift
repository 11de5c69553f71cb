/// A change to a loading, and the loading that results from it.
package struct Remedy: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Move weight from one station to another.
    case move
    /// Let two loads of people exchange places.
    case swap
    /// Remove weight from a station.
    case remove
    /// Add ballast to a station.
    case ballast
    /// Drain fuel from a tank.
    case drain
    /// Two steps that only help together.
    case two
    /// The largest amount of fuel that can still be added.
    case mostFuel
    /// The largest weight that can still be added to a station.
    case mostPayload
  }

  package let kind: Kind
  package let sentence: String
  /// The station or tank that is emptied or filled.
  package let place: String
  /// The station that receives moved weight, or whose people exchange places.
  package let destination: String?
  /// The weight that is moved, removed or added; `nil` for fuel.
  package let weight: Weight?
  /// The volume of fuel that is drained, or that can still be added; `nil` for weight.
  package let volume: Volume?
  /// The fuel on board after ``volume`` has been added; `nil` for other kinds.
  package var total: Volume?
  /// The steps in the order in which a person does them; one step is the remedy itself.
  package var steps: [Remedy] = []
  package let scenario: Loading
  /// The values on which the sheet of that loading depends and that are guesses, by their names.
  package var guesses: [String] = []

  /// How willingly a person would do it; less is better.
  var reluctance = Reluctance.partOfPeople
  /// The weight that is handled, also that of drained fuel, for a comparison within a class.
  var effort = Weight.zero

  /// Whether it handles whole people.
  var isOfPeople: Bool { reluctance == .people || reluctance == .personStays }
  /// Equal for steps that differ only in their amount. People are distinguished.
  var sameness: String { isOfPeople ? sentence : "\(kind.rawValue) \(place) \(destination ?? "")" }

  static func isBetter(_ a: Remedy, _ b: Remedy) -> Bool {
    a.reluctance == b.reluctance ? a.effort < b.effort : a.reluctance < b.reluctance
  }
}

/// What a person would rather do, best first.
enum Reluctance: Int, Comparable, Sendable {
  case baggage, people, drain, ballast, personStays, partOfPeople

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
