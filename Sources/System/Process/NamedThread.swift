import Foundation
import Readings

extension Thread {
  /// Starts a thread with a name, by which `ps` and a debugger show it.
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.start()
  }

  /// Runs what may block for seconds on a thread of its own. Swift's pool has one thread a core: some tasks that wait there for a box
  /// that hangs would keep back the messages about it.
  package static func run<Value: Sendable>(
    named name: String, _ body: @escaping @Sendable () throws(LapwingError) -> Value
  ) async throws(LapwingError) -> Value {
    let result: Result<Value, LapwingError> = await withCheckedContinuation { continuation in
      start(named: name) { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }
}
