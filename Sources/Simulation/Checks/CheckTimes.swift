/// Times that several checks use, s. They come from the documents, not from the rules of the box.
enum CheckTimes {
  /// Rounding of seconds.
  static let tolerance = 0.01
  /// The longest pause of the sound of a high alarm.
  static let longestPause = 120.0
}
