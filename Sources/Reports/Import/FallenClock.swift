import System

/// The clock of a file, which shows an hour twice at the end of summer time: the order of the rows decides which one is meant.
struct FallenClock {
  private var last: Int64?
  private var isRising: Bool?
  /// Between the last two rows.
  private var step: Int64 = 0

  private static let hour: Int64 = 3_600_000

  mutating func time(_ time: Int64) -> Int64 {
    guard let before = last else {
      last = time
      return time
    }
    let found = inOrder(time, after: before)
    if found != before { (isRising, step) = (found > before, abs(found - before)) }
    last = found
    return found
  }

  private func inOrder(_ time: Int64, after last: Int64) -> Int64 {
    let isTwice = { (other: Int64) in
      UnixTime(milliseconds: time).parts(in: .local) == UnixTime(milliseconds: other).parts(in: .local)
    }
    let choices = [time, time + Self.hour, time - Self.hour].filter { $0 == time || isTwice($0) }
    // A row of the same time is a copy, unless the rows before were an hour apart.
    if choices.contains(last), step < Self.hour { return last }
    let onward = choices.filter { choice in isRising.map { $0 ? choice > last : choice < last } ?? false }
    let others = choices.filter { $0 != last || choices.count == 1 }
    return (onward.isEmpty ? others : onward).min { abs($0 - last) < abs($1 - last) } ?? time
  }
}
