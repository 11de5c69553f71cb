/// The times of one priority's burst. All are taken where a pulse has half of its amplitude; each value lies within its
/// band of the table (patterned on IEC 60601-1-8) also if pulses are taken from where they leave silence, or from where
/// they reach nine tenths, since readers of the table measure at different points.
package struct Rhythm: Sendable, Equatable {
  /// How many pulses follow each other before a longer gap; a burst is these groups one after another.
  package let groups: [Int]
  /// How long a pulse lasts (t_d).
  package let pulse: Duration
  /// The pause between two pulses of a group (t_s, or x in a high burst). Between two groups a whole pulse with its
  /// pause is left out, which makes a gap of 2x + t_d.
  package let spacing: Duration
  /// The pause between the two halves of a high burst; zero where a burst has one half only.
  package let halfTime: Duration
  /// How long a pulse takes from silence to its amplitude, in a straight line, and back: between 10 and 20 % of the
  /// pulse, both from silence to full and from a tenth to nine tenths.
  package let ramp: Duration

  /// The rhythm of a priority.
  package static func of(_ priority: Priority) -> Rhythm {
    switch priority {
    // Ten pulses as (3 + 2) twice. They last 2.4 s in all, so that a heart-rate alarm can come every 5 s and leave the
    // 2.5 s between bursts that are asked for.
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

  /// Short beeps one after another, faster than a low alarm and slower than a high one.
  static func beeps(_ count: Int) -> Rhythm {
    Rhythm(
      groups: [count], pulse: .milliseconds(100), spacing: .milliseconds(250), halfTime: .zero,
      ramp: .milliseconds(15))
  }

  /// When each pulse begins to rise, from the beginning of the burst.
  package var onsets: [Duration] {
    var onsets: [Duration] = []
    var next = Duration.zero
    for (number, group) in groups.enumerated() {
      for _ in 0..<group {
        onsets.append(next)
        next += pulse + spacing
      }
      // A half of a high burst ends with every second group.
      next += number % 2 == 0 ? pulse + spacing : halfTime - spacing
    }
    return onsets
  }

  /// From the first sound of a burst to its last.
  package var length: Duration { (onsets.last ?? .zero) + pulse + ramp }
}
