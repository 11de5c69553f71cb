/// Keeps a fault that lasts for many rounds out of the journal after its first line.
struct RepeatedFaults {
  private var earlier: Set<String> = []
  private var now: [String] = []

  mutating func add(_ sentence: String) {
    if !now.contains(sentence) { now.append(sentence) }
  }

  /// - Returns: the faults that the round before did not have.
  mutating func endRound() -> [String] {
    defer { (earlier, now) = (Set(now), []) }
    return now.filter { !earlier.contains($0) }
  }
}
