import Circle
import Readings
import Synchronization

extension CircleDesk {
  /// Looks at the channels, at most every few seconds.
  func keepProof() throws(LapwingError) {
    let now = time.now
    guard
      proofDue.withLock({ due in
        guard due <= now else { return false }
        due = now.advanced(by: .seconds(5))
        return true
      })
    else { return }
    let names = look { circle, _ in circle.channels }
    // A write, since only those notice that the clock was set.
    let seen = try queue.write(at: date()) { db, now in try ChannelProof(of: names, at: now, in: db) }
    proof.withLock { $0 = seen }
  }
}
