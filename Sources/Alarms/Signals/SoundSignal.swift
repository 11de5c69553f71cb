/// A signal of the sounder: either the bursts of an alarm, repeated while the alarm sounds, or some short beeps, played
/// once. ``ToneRenderer`` turns it into samples.
package struct SoundSignal: Sendable, Equatable {
  package let priority: Priority
  package let family: SignalFamily
  /// The number of short beeps; 0 for an alarm.
  package let beeps: UInt8

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

  /// People do not count more beeps.
  package static let mostBeeps: UInt8 = 20

  /// Short beeps that a person can count, such as the number of a loading; the count is limited to 1 to ``mostBeeps``.
  package static func beeps(_ count: UInt8) -> SoundSignal { SoundSignal(beeps: min(max(count, 1), mostBeeps)) }

  /// The silence before a signal that follows the sound of another one: longer than any pause within a burst, so that people hear
  /// where it begins. An alarm that follows beeps, which are none, has no such silence.
  package static let changeover = Duration.milliseconds(500)

  package var rhythm: Rhythm { beeps == 0 ? Rhythm.of(priority) : Rhythm.beeps(Int(beeps)) }

  /// The time from the start of one burst to the start of the next. IEC 60601-1-8 requires pauses between bursts of 2.5
  /// to 15 s (high), 2.5 to 30 s (medium) and more than 15 s (low); these periods leave such a pause after the longest
  /// burst. A heart-rate alarm is repeated every 5 s, as on the monitors that caregivers know.
  package var burstPeriod: Duration {
    // Beeps are not repeated: the sounder is stopped long before.
    guard beeps == 0 else { return .seconds(3600) }
    return switch priority {
    case .high: family == .heart ? .seconds(5) : .seconds(8)
    case .medium: .seconds(15)
    case .low: .seconds(30)
    }
  }

  /// The shortest burst period that IEC 60601-1-8 allows: the burst and a pause of 2.5 s, or of 15 s for low priority.
  package var shortestBurstPeriod: Duration {
    rhythm.length + (priority == .low ? .seconds(15) : .milliseconds(2500))
  }

  /// The note of each pulse of a burst: the melody of the family, cut to the number of pulses of the priority.
  package var notes: [Note] {
    guard beeps == 0 else { return Array(repeating: .c5, count: Int(beeps)) }
    let melody = family.melody
    return switch priority {
    case .high: melody + melody
    case .medium: Array(melody.prefix(3))
    case .low: Array(melody.prefix(2))
    }
  }

  /// One burst as text: `–` is the longer gap within a half of a high burst, a comma the gap between the halves.
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
