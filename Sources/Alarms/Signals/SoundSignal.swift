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

/// A note of the alarm melodies, in equal temperament with A4 at 440 Hz. All are within the 150 to 1000 Hz that
/// IEC 60601-1-8 allows for the fundamental of a pulse.
package enum Note: String, CaseIterable, Sendable {
  case c4 = "C4"
  case e4 = "E4"
  case f4 = "F4"
  case g4 = "G4"
  case a4 = "A4"
  case c5 = "C5"

  package var hertz: Double {
    switch self {
    case .c4: 261.626
    case .e4: 329.628
    case .f4: 349.228
    case .g4: 391.995
    case .a4: 440
    case .c5: 523.251
    }
  }
}

extension SignalFamily {
  /// The five notes of half a high-priority burst: the melodies of IEC 60601-1-8 for cardiovascular and ventilation
  /// alarms, and its general melody for technical alarms.
  package var melody: [Note] {
    switch self {
    case .heart: [.c4, .e4, .g4, .g4, .c5]
    case .air: [.c4, .a4, .f4, .a4, .f4]
    case .technical: [.c4, .c4, .c4, .c4, .c4]
    }
  }
}

/// The times of the burst of one priority (after IEC 60601-1-8). All times are measured at half amplitude. Each value
/// is within its range of the norm's table, no matter whether a pulse is measured from silence, from half amplitude or
/// from nine tenths, since readers of the table measure at different points.
package struct Rhythm: Sendable, Equatable {
  /// The number of pulses in each group of the burst; a longer gap follows each group.
  package let groups: [Int]
  /// The length of a pulse (t_d).
  package let pulse: Duration
  /// The pause between two pulses of a group (t_s, or x in a high burst). Between two groups one pulse and its pause
  /// are omitted, which makes a gap of 2x + t_d.
  package let spacing: Duration
  /// The pause between the two halves of a high burst; zero in other bursts.
  package let halfTime: Duration
  /// How long a pulse takes to rise linearly from silence to its amplitude, and to fall again. This is 10 to 20 % of
  /// the pulse, measured from silence to full or from a tenth to nine tenths.
  package let ramp: Duration

  package static func of(_ priority: Priority) -> Rhythm {
    switch priority {
    // Ten pulses: (3 + 2) twice. They last 2.4 s in all, so that a heart-rate alarm can be repeated every 5 s with the
    // required 2.5 s between bursts.
    case .high:
      Rhythm(
        groups: [3, 2, 3, 2], pulse: .milliseconds(110), spacing: .milliseconds(70), halfTime: .milliseconds(380),
        ramp: .milliseconds(18))
    case .medium:
      Rhythm(
        groups: [3], pulse: .milliseconds(180), spacing: .milliseconds(180), halfTime: .zero, ramp: .milliseconds(28))
    case .low:
      Rhythm(
        groups: [2], pulse: .milliseconds(200), spacing: .milliseconds(200), halfTime: .zero, ramp: .milliseconds(30))
    }
  }

  /// Short beeps, faster than a low alarm and slower than a high one.
  static func beeps(_ count: Int) -> Rhythm {
    Rhythm(
      groups: [count], pulse: .milliseconds(100), spacing: .milliseconds(250), halfTime: .zero,
      ramp: .milliseconds(15))
  }

  /// When each pulse begins to rise, measured from the start of the burst.
  package var onsets: [Duration] {
    var onsets: [Duration] = []
    var next = Duration.zero
    for (number, group) in groups.enumerated() {
      for _ in 0..<group {
        onsets.append(next)
        next += pulse + spacing
      }
      // Every second group ends a half of a high burst.
      next += number % 2 == 0 ? pulse + spacing : halfTime - spacing
    }
    return onsets
  }

  /// When the sound is over if the burst is cut off, both measured from its start: a pulse that sounds falls as fast as every pulse.
  package func silence(afterCutAt time: Duration) -> Duration {
    guard let onset = onsets.last(where: { $0 <= time }) else { return time }
    let age = time - onset, whole = pulse + ramp
    return age < whole ? time + min(age, whole - age, ramp) : onset + whole
  }

  /// From the first sound of a burst to the last.
  package var length: Duration { (onsets.last ?? .zero) + pulse + ramp }
}
