import Board

/// What has become of the opening of a part of the board.
package enum OpenedPart: Sendable {
  /// The lines are there.
  case lines(GPIOLines)
  /// The sound card is there; whether a microphone that the box has for that heard it.
  case card(PCMSounder, isHeard: Bool)
  /// The lines cannot be had for now, in words.
  case noLines(String)
  /// The sound card cannot be had for now, in words.
  case noCard(String)
}
