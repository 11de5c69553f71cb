import Engine
import Readings

/// How fast a recording is played.
package enum Pace: Sendable, Equatable {
  /// So many times as fast as it was recorded.
  case times(Double)
  /// As fast as it goes.
  case max
}

/// What the critical loop is fed with.
enum Feed {
  /// A file, at a pace.
  case replay(ReplaySource, Pace)
  /// The radio, in real time and for ever.
  case live
}

/// A recording that is played to the critical loop, and the time axis of the run. On a live box there is no recording, and
/// the time is that of the clock. Times are those of the recording, but where they are said to be the clock's.
struct Playback {
  let pace: Pace
  private var source: ReplaySource?
  /// What the recording holds next.
  private(set) var next: (instant: Instant, input: EngineInput)?
  /// Why the recording could not be played to its end.
  private(set) var fault: LapwingError?
  /// Where the recording's time begins.
  private(set) var origin = Instant.start
  /// The time of this turn.
  private(set) var present = Instant.start

  /// At full speed so many packets are played in one turn.
  static let packetsPerTurn = 256

  init(_ feed: Feed) {
    switch feed {
    case .replay(let source, let pace): (self.source, self.pace) = (source, pace)
    case .live: (source, pace) = (nil, .times(1))
    }
  }

  var isLive: Bool { source == nil }

  /// Whether the recording was played to its end.
  var isFinished: Bool { !isLive && next == nil }

  /// What else a person should know of the recording.
  var remark: String? { source?.remark }

  /// Reads the first packet, where there is a recording.
  mutating func begin() {
    guard !isLive else { return }
    fetch()
    origin = next?.instant ?? .start
  }

  /// Reads what comes next. At the end there is nothing.
  mutating func fetch() {
    do throws(LapwingError) {
      next = try source?.next().map { (instant: $0.0, input: $0.1) }
    } catch {
      fault = error
      next = nil
    }
  }

  /// A turn begins.
  /// - Parameters:
  ///   - clock: the clock's time.
  ///   - latest: how far the engine's time has come.
  mutating func beginTurn(at clock: Instant, after latest: Instant) { present = time(at: clock, after: latest) }

  /// The time on the axis of the recording, by the clock's.
  func time(at clock: Instant, after latest: Instant) -> Instant {
    switch pace {
    case .max: latest
    case .times where isLive: max(latest, clock)
    case .times(let speed): max(latest, origin.advanced(by: Instant.start.duration(to: clock) * speed))
    }
  }

  /// Whether packets of before now still wait: they come first.
  var isBehind: Bool { next.map { $0.instant <= present } ?? false }

  /// Whether what is due may happen: with a recording's last packet its time ends, and at full speed it goes by packets.
  var mayLetTimePass: Bool { pace != .max && !isBehind }

  /// Whether a packet is to be played now.
  /// - Parameter hasRoom: whether those who write down what it says keep up. A recording is patient at full speed.
  func isDue(_ instant: Instant, hasRoom: Bool) -> Bool { pace == .max ? hasRoom : instant <= present }

  /// How long after a clock's time, in the clock's time, the next packet or deadline is due.
  func wait(until instant: Instant?, at clock: Instant, after latest: Instant) -> Duration? {
    guard let instant, case .times(let speed) = pace else { return nil }
    return time(at: clock, after: latest).duration(to: instant) / speed
  }
}
