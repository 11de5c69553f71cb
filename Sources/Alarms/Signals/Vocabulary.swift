/// How soon somebody must act, after IEC 60601-1-8. In the terms of 14 CFR 25.1322 these are advisory, caution and
/// warning; that word "warning" means other things elsewhere, so only these three are used here.
package enum Priority: UInt8, CaseIterable, Comparable, Sendable {
  /// Awareness (25.1322: advisory).
  case low
  /// Prompt response (25.1322: caution).
  case medium
  /// Immediate response (25.1322: warning).
  case high

  /// The word in JSON, in the log and on the screen.
  package var name: String {
    switch self {
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    }
  }

  package static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}

/// Whether the condition behind an alarm is there (the words of HL7 FHIR DeviceAlert).
package enum Presence: UInt8, CaseIterable, Sendable {
  /// The condition is not there.
  case off
  /// The condition is there.
  case on
  /// The condition has gone, and its sound stays until somebody resets it.
  case latched
  /// The condition is there, and somebody has acknowledged it.
  case ack

  /// The word in JSON and in the log.
  package var name: String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .latched: "latched"
    case .ack: "ack"
    }
  }
}

/// Whether an alarm's signals are generated (the words of HL7 FHIR DeviceAlert).
package enum Activation: UInt8, CaseIterable, Sendable {
  /// No signal: the alarm is over, acknowledged, or withheld in this phase of flight.
  case off
  /// Lamp and sound.
  case on
  /// The sound is paused for a limited time; the lamp goes on.
  case paused

  /// The word in JSON and in the log.
  package var name: String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .paused: "paused"
    }
  }
}

/// What an alarm is about, which chooses its melody.
package enum SignalFamily: UInt8, CaseIterable, Sendable {
  /// The heart (IEC 60601-1-8: cardiovascular).
  case heart
  /// Air to breathe (IEC 60601-1-8: ventilation).
  case air
  /// The appliance or its sensors (IEC 60601-1-8: technical alarm condition).
  case technical

  /// The word in JSON and on the screen.
  package var name: String {
    switch self {
    case .heart: "heart"
    case .air: "air"
    case .technical: "technical"
    }
  }
}
