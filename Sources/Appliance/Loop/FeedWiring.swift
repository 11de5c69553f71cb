import Engine
import Glibc
import Monitor
import Radio
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
  case live(any Radio)
}

/// Where the critical loop's input comes from: a recording, or the radio.
extension CriticalLoop {
  func play() {
    for _ in 0..<Self.packetsPerTurn {
      guard !isStopping, let due = next, isDue(due.instant) else { return }
      take(due.input, at: due.instant)
      // Whether the next packet must wait is seen by how much room there is.
      passOn()
      fetch()
    }
  }

  /// Takes what the radio has.
  func listen() {
    radio?.serve(at: present) { output in
      switch output {
      case .input(let input): take(input, at: present)
      case .note(let text): tell(.note("radio    \(text)"), at: present)
      case .record(let piece): tell(.record(piece), at: present)
      }
    }
  }

  /// Whether packets of before now still wait.
  var isBehind: Bool { next.map { $0.instant <= present } ?? false }

  /// The time of what comes from outside the recording.
  var outsideInstant: Instant { isBehind ? engine.instant : present }

  func isDue(_ instant: Instant) -> Bool {
    switch pace {
    case .times: instant <= present
    // A recording is patient: at full speed it waits for those who write down what it says.
    case .max: !links.contains(where: \.isHalfFull)
    }
  }

  func fetch() {
    do throws(LapwingError) {
      next = try source?.next().map { (instant: $0.0, input: $0.1) }
    } catch {
      fault = error
      next = nil
    }
    if next == nil { isStopping = true }
  }
}
