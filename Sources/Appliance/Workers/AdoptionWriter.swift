import Engine
import Readings
import Settings
import System

/// Stores the list of adopted sensors on its own thread, because a disk may stand still. It tries again after a failure
/// and reports each different failure once.
final class AdoptionWriter: OutputConsumer {
  private let file: AdoptionFile
  private let inward: BoundedRing<LoopInput>
  private let clock: MonotonicClock
  private var isDamaged: Bool
  /// The list to write.
  private var waiting: AdoptionList?
  private var retryAt: Instant?
  private var reportedFault: String?

  private static let retryInterval = Duration.seconds(5)

  /// - Parameter isDamaged: whether the existing file could not be read.
  init(file: AdoptionFile, isDamaged: Bool, inward: BoundedRing<LoopInput>, clock: MonotonicClock) {
    self.file = file
    self.isDamaged = isDamaged
    self.inward = inward
    self.clock = clock
  }

  func take(_ batch: [TimedOutput]) {
    for outward in batch { if case .adoptions(let list) = outward.record { (waiting, retryAt) = (list, nil) } }
    if let retryAt, clock.now < retryAt { return }
    write()
  }

  func finish() { write() }

  private func write() {
    guard let list = waiting else { return }
    do throws(LapwingError) {
      if isDamaged { file.setAside() }
      isDamaged = false
      try file.write(list)
      (waiting, retryAt, reportedFault) = (nil, nil, nil)
    } catch {
      retryAt = clock.now.advanced(by: Self.retryInterval)
      guard reportedFault != error.message else { return }
      reportedFault = error.message
      _ = inward.push(.note(error.message))
      inward.bell.ring()
    }
  }
}
