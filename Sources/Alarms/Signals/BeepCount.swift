/// The numbers of short beeps by which the box informs people. They distinguish them by counting, so no two messages
/// have the same; the number of a loading, which a person has requested, is the exception.
package enum BeepCount {
  /// Something goes on that a person should remember, such as standby.
  package static let reminder: UInt8 = 1
  /// The order was carried out, or everything is in order.
  package static let done: UInt8 = 2
  /// The countdown of the care circle runs.
  package static let countdown: UInt8 = 3
  /// What was asked for cannot be done, or something is missing.
  package static let refused: UInt8 = 4
  package static let flightMode: UInt8 = 5
  package static let flightModeOff: UInt8 = 6
  /// A question: a press within 10 s says yes.
  package static let question: UInt8 = 7
}
