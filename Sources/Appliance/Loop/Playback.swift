import Engine
import Readings

package enum Pace: Sendable, Equatable {
  /// This many times as fast as recorded.
  case times(Double)
  case max
}

/// The source of the critical loop's inputs.
enum Feed {
  case replay(ReplaySource, Pace)
  /// The radio, in real time and for ever.
  case live
}

/// A recording that is played to the critical loop, and the time axis of the run. A live box has no recording and uses
/// the time of the clock. Other times here are those of the recording, unless they are called the clock's.
struct Playback {
  let pace: Pace
  private var source: ReplaySource?
  private(set) var next: (instant: Instant, input: EngineInput)?
  /// Why the recording could not be played to its end.
  private(set) var fault: LapwingError?
  /// The first time of the recording.
  private(set) var origin = Instant.start
  /// The time of this turn.
  private(set) var present = Instant.start

  /// The largest number of packets in one turn at full speed.
  static let packetsPerTurn = 256

  init(_ feed: Feed) {
    switch feed {
    case .replay(let source, let pace): (self.source, self.pace) = (source, pace)
    case .live: (source, pace) = (nil, .times(1))
    }
  }

  var isLive: Bool { source == nil }

  var isFinished: Bool { !isLive && next == nil }

  /// Any other remark on the recording, for people.
  var remark: String? { source?.remark }

  /// Reads the first entry, if there is a recording.
  mutating func begin() {
    guard !isLive else { return }
    fetch()
    origin = next?.instant ?? .start
  }

  /// Reads the next entry. At the end there is none.
  mutating func fetch() {
    do throws(LapwingError) {
      next = try source?.next().map { (instant: $0.0, input: $0.1) }
    } catch {
      fault = error
      next = nil
    }
  }

  /// Begins a turn.
  /// - Parameter latest: how far the engine's time has advanced.
  mutating func beginTurn(at clock: Instant, after latest: Instant) { present = time(at: clock, after: latest) }

  /// Converts the time of the clock to the axis of the recording.
  func time(at clock: Instant, after latest: Instant) -> Instant {
    switch pace {
    case .max: latest
    case .times where isLive: max(latest, clock)
    case .times(let speed): max(latest, origin.advanced(by: Instant.start.duration(to: clock) * speed))
    }
  }

  /// Whether packets before the present time still wait. They come first.
  var isBehind: Bool { next.map { $0.instant <= present } ?? false }

  /// Whether deadlines may be handled. The time of a recording ends with its last packet, and at full speed it advances
  /// by packets.
  var mayLetTimePass: Bool { pace != .max && !isBehind }

  /// Whether a packet is to be played now.
  /// - Parameter hasRoom: whether all consumers keep up. At full speed a packet waits for them.
  func isDue(_ instant: Instant, hasRoom: Bool) -> Bool { pace == .max ? hasRoom : instant <= present }

  /// The time from a time of the clock until an instant of the recording, measured by the clock.
  func wait(until instant: Instant?, at clock: Instant, after latest: Instant) -> Duration? {
    guard let instant, case .times(let speed) = pace else { return nil }
    return time(at: clock, after: latest).duration(to: instant) / speed
  }
}
