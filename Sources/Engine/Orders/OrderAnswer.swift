import Readings

/// The result of an order. Only the engine decides what may be done.
package enum OrderAnswer: Sendable {
  /// The order was carried out. The notices hold anything else that the client should know.
  case done([OrderNotice])
  case checked(ReadinessCheck)
  case refused(LapwingError)
}
