import System
import Web

/// The clock of the panel, for a round trip of a live page: with it the page sees how late its news come. Something on
/// the way may hold them back and still deliver one each second.
enum PulsePage: PanelPage {
  static let path = "/live/clock"

  static let routes = [
    Route.get(path) { _ in .sentence(.ok, "\(now)") }
  ]

  /// Milliseconds of the kernel's monotonic clock, which no one sets.
  static var now: Int64 { MonotonicClock.kernelMicroseconds() / 1000 }
}
