import Glibc

/// The loudness of the sounder: the peak of a pulse in decibels relative to the largest sample value.
///
/// Every value is limited to the range from ``floor`` to ``maximum``, so no setting makes an alarm inaudible.
package struct SoundLevel: Sendable, Equatable, Comparable {
  /// dB relative to full scale, -20 to -1.
  package let decibels: Double

  /// Limits the value to the range; NaN gives the maximum.
  package init(decibels: Double) {
    let held = decibels.isNaN ? Self.loudest : decibels
    self.decibels = min(max(held, Self.quietest), Self.loudest)
  }

  /// The quietest setting. Own choice: a small sounder with 90 dB at 1 m then still gives 70 dB, as loud as speech.
  package static let floor = SoundLevel(decibels: quietest)
  /// The loudest level at which a device neither clips nor overshoots between samples.
  package static let maximum = SoundLevel(decibels: loudest)
  /// The default level. Only an unanswered alarm is louder.
  package static let standard = SoundLevel(decibels: -6)

  private static let quietest = -20.0
  private static let loudest = -1.0

  /// The peak of a pulse as a fraction of full scale, above 0 and below 1.
  var amplitude: Double { pow(10, decibels / 20) }

  package static func < (left: SoundLevel, right: SoundLevel) -> Bool { left.decibels < right.decibels }
}
