import Control
import Synchronization

/// How much of updates is written in a day, since a card takes only so much in its life. What came counts, also if it was wrong and
/// is gone again: a server that offers such an update offers it again.
final class UpdateBudget: Sendable {
  private static let day: Int64 = 86_400_000
  /// In bytes.
  static let most = 2 * UpdateFolder.longest

  private let came = Mutex((bytes: 0, since: Int64(0)))

  /// The bytes that may still come.
  /// - Parameter now: ms since 1970. A date that was set back begins another day.
  func left(at now: Int64) -> Int {
    came.withLock { came in
      if !(0..<Self.day).contains(now - came.since) { came = (0, now) }
      return max(0, Self.most - came.bytes)
    }
  }

  func spend(_ bytes: Int) { came.withLock { $0.bytes += bytes } }
}
