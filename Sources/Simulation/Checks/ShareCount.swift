/// How many of the latest seconds of fresh time a value was beyond a limit: the share rule as its text says it, a second at
/// a time.
///
/// With bounds N and M the window is 1.5 M. A lasting value is told by M in it; a flickering one also at half of the last
/// 10 M, of 120 s at least. Seconds in which nothing was known are not handed in at all, so they are cut out.
struct ShareCount: Sendable {
  private var seconds: [Bool]
  private var next = 0
  private(set) var recent = 0
  private var long = 0
  private let window: Int
  private let mustBy: Int

  /// - Parameters:
  ///   - mustBy: M, s.
  ///   - slack: by so many seconds the window is longer than 1.5 M.
  init(mustBy: Int, slack: Int = 0) {
    self.mustBy = mustBy
    window = mustBy * 3 / 2 + slack
    seconds = Array(repeating: false, count: max(10 * mustBy, 120, window))
  }

  /// Counts a second.
  mutating func take(_ isBeyond: Bool) {
    // Most of the time nothing is beyond, and has not been for long.
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

  /// The count begins from zero.
  mutating func restart() {
    guard long > 0 else { return }
    for place in seconds.indices { seconds[place] = false }
    (recent, long, next) = (0, 0, 0)
  }

  /// Whether it must be told by now, with so many seconds to spare.
  func mustBeTold(slack: Int) -> Bool { recent >= mustBy + slack || long >= seconds.count / 2 + slack }
}
