/// Times that several checks of a world share, s. They are stated from the documents, apart from the rules of the box.
enum CheckTimes {
  /// Arithmetic with seconds.
  static let tolerance = 0.01
  /// A pause of the sound of a high alarm.
  static let longestPause = 120.0
}
