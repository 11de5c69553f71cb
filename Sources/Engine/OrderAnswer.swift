import Alarms
import Readings

/// What came of an order, from the engine, which alone knows what may be done.
package enum OrderAnswer: Sendable {
  /// It is done, and this is what the client should know besides.
  /// - Parameter unsilenced: what an order for silence was about and could not silence.
  case done(note: String?, unsilenced: [ConditionID] = [])
  /// It is refused.
  case refused(LapwingError)
}
