import Glibc

/// How loud the sounder is: the peak of a pulse against the largest sample that the device takes, in decibels.
///
/// No setting makes an alarm inaudible: every value is held between ``floor`` and ``maximum``.
package struct SoundLevel: Sendable, Equatable, Comparable {
  /// The peak of a pulse, dB relative to full scale; never above 0.
  package let decibels: Double

  /// Held between the floor and the maximum; what is not a number gives the maximum.
  package init(decibels: Double) {
    let held = decibels.isNaN ? Self.loudest : decibels
    self.decibels = min(max(held, Self.quietest), Self.loudest)
  }

  /// The audible floor. Our own choice: a small sounder with 90 dB at 1 m then still gives 70 dB, as loud as speech.
  package static let floor = SoundLevel(decibels: quietest)
  /// Where a device neither clips nor overshoots between samples.
  package static let maximum = SoundLevel(decibels: loudest)
  /// Louder than that only while an alarm goes unanswered.
  package static let standard = SoundLevel(decibels: -6)

  private static let quietest = -20.0
  private static let loudest = -1.0

  /// The peak of a pulse as a part of full scale, above 0 and below 1.
  var amplitude: Double { pow(10, decibels / 20) }

  package static func < (left: SoundLevel, right: SoundLevel) -> Bool { left.decibels < right.decibels }
}
