import Board

package enum OpenedPart: Sendable {
  case lines(GPIOLines)
  /// The sound card is open. The flag says whether the microphone, if there is one, received its tone.
  case card(PCMSounder, isHeard: Bool)
  /// The lines cannot be opened for now; the text says why.
  case noLines(String)
  /// The sound card cannot be opened for now; the text says why.
  case noCard(String)
}
