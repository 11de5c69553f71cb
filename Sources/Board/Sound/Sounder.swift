import Alarms
import Readings

/// Starts the bursts of a signal on a device that plays single bursts. Like ``Lamps`` it gets the time as an argument
/// and never waits; the critical loop owns it.
package struct Sounder {
  private let driver: any SounderDriver
  private var signal: SoundSignal?
  private var nextBurst: Instant?
  /// The ``SoundSignal/shortestBurstPeriod`` of the signal, stored because computing it allocates.
  private var shortestPeriod = Duration.zero
  /// Whether the device has not yet accepted the command to be silent.
  private var isStopPending = false

  /// - Parameter driver: the device, silent.
  package init(driver: any SounderDriver) { self.driver = driver }

  /// Plays another signal, whose first burst begins at once; `nil` for silence.
  package mutating func play(_ signal: SoundSignal?, at instant: Instant) throws(BoardFault) {
    self.signal = signal
    nextBurst = signal == nil ? nil : instant
    shortestPeriod = signal?.shortestBurstPeriod ?? .zero
    isStopPending = signal == nil
    try advance(to: instant)
  }

  /// The device was replaced by a silent one: the signal begins again with the next ``advance(to:)``.
  package mutating func renew(at instant: Instant) { if signal != nil { nextBurst = instant } }

  /// Starts the burst that is due. If a burst was late, the next one keeps the shortest pause.
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

  package var nextEdge: Instant? { nextBurst }
}
