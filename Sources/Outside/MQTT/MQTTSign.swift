import Synchronization

/// How often `lapwing outside status` gets a sign of life, or a fault: each is written to the card.
final class MQTTSign: Sendable {
  /// In ms.
  static let every: Int64 = 60_000

  private let last = Mutex<Int64?>(nil)

  /// Whether it is time for one; the next is later.
  func begin(at now: Int64) -> Bool {
    last.withLock { last in
      if let last, now - last < Self.every { return false }
      last = now
      return true
    }
  }
}
