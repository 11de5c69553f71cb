/// What the sounder repeats while an alarm sounds.
public struct SoundSignal: Sendable, Equatable {
  /// Chooses the rhythm.
  public let priority: Priority
  /// Chooses the melody.
  public let family: SignalFamily

  /// A priority's rhythm with a family's melody.
  public init(priority: Priority, family: SignalFamily) {
    self.priority = priority
    self.family = family
  }

  /// Whether another signal takes its place: one of a higher priority; in the same, the heart before air before the
  /// appliance.
  func isOutranked(by other: SoundSignal) -> Bool {
    if priority != other.priority { return priority < other.priority }
    return other.family.rawValue < family.rawValue
  }

  /// The time from the start of one burst to the start of the next. IEC 60601-1-8 asks for pauses between bursts of
  /// 2.5 to 15 s (high), 2.5 to 30 s (medium) and more than 15 s (low); these leave that after the longest burst.
  public var burstPeriod: Duration {
    switch priority {
    case .high: .seconds(8)
    case .medium: .seconds(15)
    case .low: .seconds(30)
    }
  }

  /// The notes of one burst, `–` for the longer gap in a high one. Ten pulses as (3 + 2) twice are high, three medium,
  /// two low; the melodies are the ones that IEC 60601-1-8 assigns to cardiovascular, ventilation and general alarms.
  public var notes: String {
    let motif =
      switch family {
      case .heart: (first: "C4 E4 G4", rest: "G4 C5", low: "C4 E4")
      case .air: (first: "C4 A4 F4", rest: "A4 F4", low: "C4 A4")
      case .technical: (first: "C4 C4 C4", rest: "C4 C4", low: "C4 C4")
      }
    return switch priority {
    case .high: "\(motif.first) – \(motif.rest), \(motif.first) – \(motif.rest)"
    case .medium: motif.first
    case .low: motif.low
    }
  }
}
