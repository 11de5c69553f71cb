/// Why the messages of a sensor that is received do not count.
package enum SensorTrouble: String, Sendable, CaseIterable {
  /// An encrypted sensor counts from a lower number than before: it was restarted, or an attacker sends a recording.
  case counterWentBack = "counter-went-back"
  /// Its messages are encrypted, and cannot be decrypted.
  case lacksKey = "lacks-key"
  /// A sensor that signs its messages sends one without a signature, or another device does.
  case unsigned

  /// What is said of it, after the address of the sensor.
  package var sentence: String {
    switch self {
    case .counterWentBack:
      "its counter went back, as after new batteries or in a recording that is sent again: its messages count again "
        + "after three that rise"
    case .lacksKey: "its messages are encrypted, and its bind key is missing or wrong (sensors.keys)"
    case .unsigned:
      "a message without a signature came at its address, though it signs its messages: such ones count ten minutes "
        + "after the last signed one"
    }
  }
}
