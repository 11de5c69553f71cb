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
