import Readings
import Synchronization
import System

/// Runs something that waits for the network, and waits for it on this thread: for commands.
enum WaitedTask {
  static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () async throws(Failure) -> Value
  ) throws(LapwingError) -> Result<Value, Failure> {
    let outcome = Outcome<Value, Failure>(ended: try EventFlag())
    Task {
      do throws(Failure) { outcome.finish(.success(try await body())) } catch { outcome.finish(.failure(error)) }
    }
    while true {
      if let result = outcome.result { return result }
      _ = outcome.ended.wait(.seconds(60))
    }
  }

  private final class Outcome<Value: Sendable, Failure: Error>: Sendable {
    private let held = Mutex<Result<Value, Failure>?>(nil)
    let ended: EventFlag

    init(ended: EventFlag) { self.ended = ended }

    func finish(_ result: Result<Value, Failure>) {
      held.withLock { $0 = result }
      ended.ring()
    }

    var result: Result<Value, Failure>? { held.withLock { $0 } }
  }
}
