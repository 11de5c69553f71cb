/// Why the messages of a sensor that is received do not count.
package enum SensorTrouble: String, Sendable, CaseIterable {
  /// An encrypted sensor counts from a lower number than before: it was restarted, or an attacker sends a recording.
  case counterWentBack = "counter-went-back"

  /// What is said of it, after the address of the sensor.
  package var sentence: String {
    switch self {
    case .counterWentBack:
      "its counter went back, as after new batteries or in a recording that is sent again: its messages count again "
        + "after three that rise"
    }
  }
}
