import Alarms
import Readings

/// Repeats the bursts of a signal. Like ``Lamps`` it is told the time and never waits.
public struct Sounder {
  private let driver: any SounderDriver
  private var signal: SoundSignal?
  private var nextBurst: Instant?

  /// - Parameter driver: the device, silent.
  public init(driver: any SounderDriver) { self.driver = driver }

  /// Gives the sounder another signal, whose first burst begins at once; `nil` for silence.
  public mutating func play(_ signal: SoundSignal?, at instant: Instant) throws(BoardFault) {
    self.signal = signal
    nextBurst = signal == nil ? nil : instant
    if signal == nil { try driver.stop() } else { try advance(to: instant) }
  }

  /// Begins the burst that is due. After a delay the rhythm goes on from now: bursts are not crowded together.
  public mutating func advance(to instant: Instant) throws(BoardFault) {
    guard let signal, let due = nextBurst, due <= instant else { return }
    nextBurst = max(due.advanced(by: signal.burstPeriod), instant)
    try driver.play(signal)
  }

  /// When the next burst is due.
  public var nextEdge: Instant? { nextBurst }
}
