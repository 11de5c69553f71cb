/// An audio pause: a person silences the sound of an alarm for a limited time; its lamp goes on.
package enum AudioPause {
  /// How long a pause lasts. It cannot be extended (convention of ICU monitors and ventilators).
  package static let longest = Duration.seconds(120)
}
