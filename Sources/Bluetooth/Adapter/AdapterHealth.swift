import Readings

/// Whether an adapter counts as down. A doubt becomes a fault at its deadline, unless the adapter recovers before.
struct AdapterHealth: Sendable {
  private(set) var isDown = false
  private var suspicion: (reason: String, countsAt: Instant)?

  /// Whether there is a doubt.
  var isInDoubt: Bool { suspicion != nil }

  /// When the doubt becomes a fault.
  var deadline: Instant? { suspicion?.countsAt }

  /// Begins a doubt. An earlier doubt keeps its deadline.
  mutating func suspect(_ reason: String, countingAt instant: Instant) {
    guard !isDown, suspicion == nil else { return }
    suspicion = (reason, instant)
  }

  /// Turns a doubt into a fault when its deadline has come.
  mutating func advance(to instant: Instant, into outputs: inout [AdapterOutput]) {
    if let suspicion, suspicion.countsAt <= instant { markDown(suspicion.reason, into: &outputs) }
  }

  /// Marks the adapter as down and reports that once.
  mutating func markDown(_ reason: String, into outputs: inout [AdapterOutput]) {
    suspicion = nil
    guard !isDown else { return }
    isDown = true
    outputs.append(.down(reason))
  }

  mutating func markUp(into outputs: inout [AdapterOutput]) {
    suspicion = nil
    guard isDown else { return }
    isDown = false
    outputs.append(.up)
  }
}
