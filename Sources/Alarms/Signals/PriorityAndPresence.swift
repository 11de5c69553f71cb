/// How soon a person must act, after IEC 60601-1-8. 14 CFR 25.1322 calls the priorities advisory, caution and warning;
/// Lapwing does not use these words, since "warning" has other meanings elsewhere.
package enum Priority: UInt8, CaseIterable, Comparable, Sendable {
  /// Awareness (25.1322: advisory).
  case low
  /// Prompt response (25.1322: caution).
  case medium
  /// Immediate response (25.1322: warning).
  case high

  package var name: String {
    switch self {
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    }
  }

  package static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}

/// Whether the condition of an alarm is present (the terms of HL7 FHIR DeviceAlert).
package enum Presence: UInt8, CaseIterable, Sendable {
  case off
  case on
  /// The condition is gone, but its sound goes on until a person resets it.
  case latched
  /// The condition is present, and a person has acknowledged it.
  case ack

  package var name: String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .latched: "latched"
    case .ack: "ack"
    }
  }
}

/// Whether the signals of an alarm are generated (the terms of HL7 FHIR DeviceAlert).
package enum Activation: UInt8, CaseIterable, Sendable {
  /// No signal: the alarm is over, acknowledged, or withheld in this phase of flight.
  case off
  /// Lamp and sound.
  case on
  /// The sound is paused for a limited time; the lamp goes on.
  case paused

  package var name: String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .paused: "paused"
    }
  }
}

/// The kind of an alarm; it determines the melody.
package enum SignalFamily: UInt8, CaseIterable, Sendable {
  /// The heart (IEC 60601-1-8: cardiovascular).
  case heart
  /// The air (IEC 60601-1-8: ventilation).
  case air
  /// The box or its sensors (IEC 60601-1-8: technical alarm condition).
  case technical

  package var name: String {
    switch self {
    case .heart: "heart"
    case .air: "air"
    case .technical: "technical"
    }
  }
}
