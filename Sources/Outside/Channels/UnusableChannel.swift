import Readings
import Synchronization
import Web

/// A channel of which a secret, a certificate or an address cannot be used. Its messages wait as they do without a network, each try
/// looks again, and the other channels go on.
final class UnusableChannel: Sender {
  private let make: @Sendable () throws(LapwingError) -> any Sender
  private let onMended: @Sendable () -> Void
  private let made = Mutex<(any Sender)?>(nil)

  private static let looksEvery = Duration.seconds(60)

  /// - Parameter onMended: called once, when it can be used.
  init(onMended: @escaping @Sendable () -> Void, make: @escaping @Sendable () throws(LapwingError) -> any Sender) {
    (self.onMended, self.make) = (onMended, make)
  }

  private func sender() throws(LapwingError) -> any Sender {
    if let known = made.withLock({ $0 }) { return known }
    let new = try make()
    let isFirst = made.withLock { made in
      defer { made = made ?? new }
      return made == nil
    }
    if isFirst { onMended() }
    return new
  }

  private func usable() throws(DeliveryFault) -> any Sender {
    do throws(LapwingError) { return try sender() } catch { throw .temporary(error.message) }
  }

  func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? {
    try await usable().send(message)
  }

  func prove() async throws(DeliveryFault) -> Bool {
    try await usable().prove()
  }
}

extension UnusableChannel: AnswerSource {
  func listen(_ answers: Answers) async {
    while !Task.isCancelled {
      if let sender = try? sender() {
        if let source = sender as? any AnswerSource { await source.listen(answers) }
        return
      }
      try? await Task.sleep(for: Self.looksEvery)
    }
  }
}
