import Alarms
import Readings

/// Repeats the bursts of a signal. Like ``Lamps`` it is told the time and never waits.
package struct Sounder {
  private let driver: any SounderDriver
  private var signal: SoundSignal?
  private var nextBurst: Instant?
  /// The signal's, kept since finding it out takes memory, which a burst should not.
  private var shortestPeriod = Duration.zero
  /// Whether the device has not taken the command to fall silent.
  private var isStopPending = false

  /// - Parameter driver: the device, silent.
  package init(driver: any SounderDriver) { self.driver = driver }

  /// Gives the sounder another signal, whose first burst begins at once; `nil` for silence.
  package mutating func play(_ signal: SoundSignal?, at instant: Instant) throws(BoardFault) {
    self.signal = signal
    nextBurst = signal == nil ? nil : instant
    shortestPeriod = signal?.shortestBurstPeriod ?? .zero
    isStopPending = signal == nil
    try advance(to: instant)
  }

  /// The device is another one now, silent: what sounds begins again with the next ``advance(to:)``.
  package mutating func renew(at instant: Instant) { if signal != nil { nextBurst = instant } }

  /// Begins the burst that is due. A burst that came late does not draw the next one near.
  package mutating func advance(to instant: Instant) throws(BoardFault) {
    if isStopPending {
      try driver.stop()
      isStopPending = false
    }
    guard let signal, let due = nextBurst, due <= instant else { return }
    let inRhythm = due.advanced(by: signal.burstPeriod)
    let isTooNear = instant.duration(to: inRhythm) < shortestPeriod
    nextBurst = isTooNear ? instant.advanced(by: signal.burstPeriod) : inRhythm
    try driver.play(signal)
  }

  /// When the next burst is due.
  package var nextEdge: Instant? { nextBurst }
}
