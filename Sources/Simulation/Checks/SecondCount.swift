/// The number of recent seconds of fresh time in which a value was beyond a limit: the share rule as its text says it,
/// second by second.
///
/// With bounds N and M the window is 1.5 M. A lasting value must be signalled after M in that window; a flickering one
/// also at half of the last 10 M, or of 120 s if that is longer. Seconds without a known value are not passed in, so
/// they are cut out.
struct SecondCount: Sendable {
  private var seconds: [Bool]
  private var next = 0
  private(set) var recent = 0
  private var long = 0
  private let window: Int
  private let mustBy: Int

  /// - Parameters:
  ///   - mustBy: M, s.
  ///   - slack: how much longer than 1.5 M the window is, s.
  init(mustBy: Int, slack: Int = 0) {
    self.mustBy = mustBy
    window = mustBy * 3 / 2 + slack
    seconds = Array(repeating: false, count: max(10 * mustBy, 120, window))
  }

  mutating func countSecond(_ isBeyond: Bool) {
    // Most of the time the value is inside and has been for long.
    guard isBeyond || long > 0 else { return }
    let count = seconds.count
    let leaving = next >= window ? next - window : next - window + count
    if seconds[leaving] { recent -= 1 }
    if seconds[next] { long -= 1 }
    seconds[next] = isBeyond
    if isBeyond {
      recent += 1
      long += 1
    }
    next = next + 1 == count ? 0 : next + 1
  }

  mutating func restart() {
    guard long > 0 else { return }
    for place in seconds.indices { seconds[place] = false }
    (recent, long, next) = (0, 0, 0)
  }

  /// Whether it must be signalled by now, with this many seconds of tolerance.
  func mustBeReported(slack: Int) -> Bool { recent >= mustBy + slack || long >= seconds.count / 2 + slack }
}
