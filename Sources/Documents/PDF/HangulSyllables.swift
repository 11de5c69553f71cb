/// Composes Korean syllables from their letters, as macOS writes them in names of files. Fonts draw the letters one
/// after the other otherwise. (Unicode Standard, 3.12.)
enum HangulSyllables {
  private static let leads: ClosedRange<UInt32> = 0x1100...0x1112
  private static let vowels: ClosedRange<UInt32> = 0x1161...0x1175
  private static let tails: ClosedRange<UInt32> = 0x11A8...0x11C2
  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

  static func composed(_ text: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
    var composed: [Unicode.Scalar] = []
    for scalar in text {
      if let last = composed.last, let both = compose(last.value, scalar.value) {
        composed[composed.count - 1] = both
      } else {
        composed.append(scalar)
      }
    }
    return composed
  }

  private static func compose(_ first: UInt32, _ second: UInt32) -> Unicode.Scalar? {
    if leads.contains(first), vowels.contains(second) {
      let syllable = (first - leads.lowerBound) * 21 + (second - vowels.lowerBound)
      return Unicode.Scalar(syllables.lowerBound + syllable * 28)
    }
    if syllables.contains(first), (first - syllables.lowerBound).isMultiple(of: 28), tails.contains(second) {
      return Unicode.Scalar(first + second - tails.lowerBound + 1)
    }
    return nil
  }
}
