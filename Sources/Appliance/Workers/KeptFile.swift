import Readings
import System

/// A file that is written as a whole when its content changes. It tries again after a failure and reports each different
/// failure once.
struct KeptFile<Content> {
  private let store: (Content) throws(LapwingError) -> Void
  private let setAside: () -> Void
  private var retry: RetriedWrite
  private var isDamaged: Bool
  private var waiting: Content?

  /// - Parameters:
  ///   - isDamaged: whether the existing file could not be read. It is set aside before the first writing.
  ///   - content: what is used in the place of a damaged file, and is written at once; `nil` for nothing.
  init(
    isDamaged: Bool, content: Content? = nil, inward: BoundedRing<LoopInput>, clock: MonotonicClock,
    store: @escaping (Content) throws(LapwingError) -> Void, setAside: @escaping () -> Void
  ) {
    self.isDamaged = isDamaged
    waiting = isDamaged ? content : nil
    retry = RetriedWrite(every: .seconds(5), inward: inward, clock: clock)
    self.store = store
    self.setAside = setAside
  }

  mutating func keep(_ content: Content) {
    waiting = content
    retry.begin()
  }

  /// Writes what waits, unless a failure was a moment ago.
  mutating func writeIfDue() {
    if retry.isDue { write() }
  }

  mutating func write() {
    guard let content = waiting else { return }
    do throws(LapwingError) {
      if isDamaged { setAside() }
      isDamaged = false
      try store(content)
      waiting = nil
      retry.succeed()
    } catch {
      retry.fail(error)
    }
  }
}
