/// When a message is tried again: after 1, 2, 4 … 60 s, each a fifth shorter or longer by chance, so that a service that comes
/// back does not meet all boxes in the same moment. A service that refuses is asked after 5, 15 and 60 s.
package enum RetrySchedule {
  package static let longest = 60.0

  /// - Parameters:
  ///   - failures: how often it has failed, with this time.
  ///   - chance: from 0 to 1.
  ///   - asked: what the service asks for; it is never asked sooner.
  /// - Returns: milliseconds.
  package static func pause(
    afterFailures failures: Int, chance: Double, asked: Duration? = nil, isRefused: Bool = false
  ) -> Int64 {
    var seconds = 1.0
    for _ in 0..<min(max(failures - 1, 0), 6) { seconds *= 2 }
    if isRefused { seconds = failures <= 1 ? 5 : failures == 2 ? 15 : longest }
    let spread: Double = 0.8 + 0.4 * min(max(chance, 0), 1)
    let pause = Int64(min(seconds, longest) * spread * 1000)
    guard let asked else { return pause }
    return max(pause, asked.components.seconds * 1000)
  }

  /// The pause, in ms, after the queue could not be written: from 13 s on, since nothing is gained by haste.
  package static func pause(afterUnkept failures: Int, chance: Double) -> Int64 {
    pause(afterFailures: min(failures, 3) + 4, chance: chance)
  }
}
