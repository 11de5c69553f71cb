/// A pause of the sound of an alarm, which a person asks for.
package enum AudioPause {
  /// It never lasts longer (ICU and ventilator convention).
  package static let longest = Duration.seconds(120)
}
