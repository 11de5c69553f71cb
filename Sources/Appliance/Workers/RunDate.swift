import Readings
import Synchronization

/// The date at the start of the run's time axis, as far as it is known. The thread of the logbook sets it, and other
/// threads read it.
final class RunDate: Sendable {
  private let milliseconds: Atomic<Int64>
  /// The mark by which other files identify this run.
  let mark: String

  /// - Parameter start: milliseconds since 1970.
  init(start: Int64) {
    milliseconds = Atomic(start)
    mark = UInt64.random(in: .min ... .max).digits(16, radix: 16)
  }

  /// Milliseconds since 1970.
  var start: Int64 {
    get { milliseconds.load(ordering: .relaxed) }
    set { milliseconds.store(newValue, ordering: .relaxed) }
  }
}
