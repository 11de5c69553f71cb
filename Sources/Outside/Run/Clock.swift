import System

/// The date, which this room reads at its edge only: everything that decides takes it as an argument.
enum Clock {
  /// Milliseconds since 1970.
  static var now: Int64 { MonotonicClock.unixMilliseconds() }
}
