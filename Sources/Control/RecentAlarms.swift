import Status

/// The latest alarm changes of this run, for a follower that was away for some time.
///
/// It belongs to ``ControlServerState`` and its thread.
struct RecentAlarms {
  /// A night of a restless strap. A follower that was away for longer learns the rest from the state of the box.
  static let most = 512

  /// A word that no other run has.
  let run = String(UInt64.random(in: 1...UInt64.max), radix: 36)
  private var events: [BoxEvent] = []

  mutating func note(_ event: BoxEvent) {
    guard case .alarm = event.content else { return }
    events.append(event)
    if events.count >= 2 * Self.most { events.removeFirst(events.count - Self.most) }
  }

  /// What happened after the change that a follower knows; everything if it knows another run.
  func after(_ sequence: UInt64, of run: String?) -> [BoxEvent] {
    let known = run == self.run ? sequence : 0
    return events.suffix(Self.most).filter { event in
      guard case .alarm(let alarm) = event.content else { return false }
      return (alarm.sequence ?? 0) > known
    }
  }
}
