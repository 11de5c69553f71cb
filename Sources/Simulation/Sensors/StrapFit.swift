/// How a strap is worn: well, loose, off, or just put on. One step is one second.
struct StrapFit: Sendable {
  enum State: Sendable {
    /// It detects the heart.
    case worn
    /// Its contact comes and goes.
    case loose
    /// It is off but has not noticed: it repeats its last values.
    case slipping
    case off
    /// It is on again and finds no beat yet.
    case searching
  }

  private(set) var state = State.worn
  private(set) var touches = true
  private var off: RandomInterval
  private var loose: RandomInterval
  private var until = 0.0

  /// The time until a strap notices that it has lost the skin, s.
  private static let noticesAfter = 3.0
  /// The time until it finds the heart after it is put on, s: it needs some beats, and moisture.
  private static let findsWithin = (3.0, 12.0)

  init(_ parameters: WorldParameters, _ random: inout WorldRandom) {
    off = RandomInterval(perDay: parameters.strapOffPerDay, &random)
    loose = RandomInterval(perDay: parameters.strapLoosePerDay, &random)
  }

  mutating func step(_ now: Double, _ parameters: WorldParameters, _ random: inout WorldRandom) {
    let off = off.step(
      now, duration: { random.logNormal(median: 300, sigma: 1) },
      wait: { random.wait(perDay: parameters.strapOffPerDay) })
    _ = loose.step(
      now, duration: { random.logNormal(median: 180, sigma: 0.8) },
      wait: { random.wait(perDay: parameters.strapLoosePerDay) })
    if off == true {
      state = .slipping
      until = now + Self.noticesAfter
    } else if off == false {
      state = .searching
      touches = true
      until = now + random.uniform(Self.findsWithin.0, Self.findsWithin.1)
    }
    switch state {
    case .slipping where now >= until:
      state = .off
      touches = random.happens(parameters.strapOffClaimsContactShare)
    case .searching where now >= until: state = .worn
    case .worn where loose.isOn: state = .loose
    case .loose:
      if !loose.isOn {
        state = .worn
        touches = true
      } else {
        // Off for some seconds, then on for some.
        touches = touches ? !random.happens(0.12) : random.happens(0.25)
      }
    default: break
    }
  }

  mutating func takeOff(_ now: Double, for duration: Double) {
    off.begin(now, for: duration)
    state = .slipping
    until = now + Self.noticesAfter
  }

  mutating func loosen(_ now: Double, for duration: Double) { loose.begin(now, for: duration) }
}
