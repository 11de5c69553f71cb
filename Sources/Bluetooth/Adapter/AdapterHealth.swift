import Readings

/// Whether an adapter counts as down: at once, or unless what is tried helps within a moment.
struct AdapterHealth: Sendable {
  /// It counts as down.
  private(set) var isDown = false
  private var suspicion: (reason: String, countsAt: Instant)?

  /// It may be down.
  var isInDoubt: Bool { suspicion != nil }

  /// When it counts as down unless it rises before.
  var deadline: Instant? { suspicion?.countsAt }

  /// It may be down. What it is in doubt for already goes on to count when that was to.
  mutating func suspect(_ reason: String, countingAt instant: Instant) {
    guard !isDown, suspicion == nil else { return }
    suspicion = (reason, instant)
  }

  /// Lets a doubt count when its time has come.
  mutating func advance(to instant: Instant, into outputs: inout [AdapterOutput]) {
    if let suspicion, suspicion.countsAt <= instant { markDown(suspicion.reason, into: &outputs) }
  }

  /// It is down, which is told once.
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
