/// What the sounder repeats while an alarm sounds.
package struct SoundSignal: Sendable, Equatable {
  /// Chooses the rhythm.
  package let priority: Priority
  /// Chooses the melody.
  package let family: SignalFamily
  /// How many short beeps it is, once and not as an alarm; 0 for an alarm.
  package let beeps: UInt8

  /// A priority's rhythm with a family's melody.
  package init(priority: Priority, family: SignalFamily) {
    self.priority = priority
    self.family = family
    beeps = 0
  }

  private init(beeps: UInt8) {
    priority = .low
    family = .technical
    self.beeps = beeps
  }

  /// The most beeps that anybody counts.
  package static let mostBeeps: UInt8 = 20

  /// So many short beeps, 1 to ``mostBeeps``: the number of a scenario.
  package static func beeps(_ count: UInt8) -> SoundSignal { SoundSignal(beeps: min(max(count, 1), mostBeeps)) }

  /// The times of its pulses.
  package var rhythm: Rhythm { beeps == 0 ? Rhythm.of(priority) : Rhythm.beeps(Int(beeps)) }

  /// Whether another signal takes its place: one of a higher priority; in the same, the heart before air before the
  /// appliance.
  func isOutranked(by other: SoundSignal) -> Bool {
    if priority != other.priority { return priority < other.priority }
    return other.family.rawValue < family.rawValue
  }

  /// The time from the start of one burst to the start of the next. IEC 60601-1-8 asks for pauses between bursts of
  /// 2.5 to 15 s (high), 2.5 to 30 s (medium) and more than 15 s (low); these leave that after the longest burst. A
  /// heart-rate alarm comes again every 5 s, as on the monitors that caregivers know.
  package var burstPeriod: Duration {
    // Beeps are not repeated: the sounder stops long before.
    guard beeps == 0 else { return .seconds(3600) }
    return switch priority {
    case .high: family == .heart ? .seconds(5) : .seconds(8)
    case .medium: .seconds(15)
    case .low: .seconds(30)
    }
  }

  /// The least time from the start of a burst to the start of the next: the burst and the shortest pause that
  /// IEC 60601-1-8 allows after it, 2.5 s, or 15 s after one of low priority.
  package var shortestBurstPeriod: Duration {
    rhythm.length + (priority == .low ? .seconds(15) : .milliseconds(2500))
  }

  /// The note of each pulse of a burst: the family's melody, cut to the pulses that the priority has.
  package var notes: [Note] {
    guard beeps == 0 else { return Array(repeating: .c5, count: Int(beeps)) }
    let melody = family.melody
    return switch priority {
    case .high: melody + melody
    case .medium: Array(melody.prefix(3))
    case .low: Array(melody.prefix(2))
    }
  }

  /// One burst for a person to read: `–` is the longer gap in a half of a high one, a comma the one between the halves.
  package var score: String {
    var notes = notes[...]
    let groups = rhythm.groups.map { size in
      defer { notes = notes.dropFirst(size) }
      return notes.prefix(size).map(\.rawValue).joined(separator: " ")
    }
    return stride(from: 0, to: groups.count, by: 2)
      .map { groups[$0..<min($0 + 2, groups.count)].joined(separator: " – ") }.joined(separator: ", ")
  }
}
