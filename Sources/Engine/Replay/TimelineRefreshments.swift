import Monitor
import Readings
import Sessions

/// What a line of a timeline says about drinks and caffeine.
struct TimelineRefreshments: Decodable {
  /// An amount in ml.
  private let drink: Double?
  /// `true`.
  private let caffeine: Bool?
  /// `drink` or `caffeine`: it was recorded by mistake.
  private let undo: String?

  /// How many entries the line has of these.
  var count: Int { (drink == nil ? 0 : 1) + (caffeine == nil ? 0 : 1) + (undo == nil ? 0 : 1) }

  /// The event; `nil` if the line says nothing about them.
  func event() throws(InputError) -> Event? {
    if let drink {
      guard let amount = UInt16(exactly: drink), Refreshments.allowed.contains(amount) else {
        throw InputError(
          code: .badDrink,
          message: "drink \(drink) is not \(Refreshments.allowedText)")
      }
      return .drink(amount)
    }
    if let caffeine {
      guard caffeine else {
        throw InputError(code: .badCaffeine, message: "caffeine is true, or is taken back by undo")
      }
      return .caffeine
    }
    switch undo {
    case nil: return nil
    case "drink": return .undoDrink
    case "caffeine": return .undoCaffeine
    case .some(let other):
      throw InputError(code: .badUndo, message: "undo \(other) is not one of drink, caffeine")
    }
  }
}
