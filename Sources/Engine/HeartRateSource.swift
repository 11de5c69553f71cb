import Bluetooth
import Readings

/// Where a heart rate is taken from at a device that both notifies it on a connection and advertises it.
package enum HeartRateSource: String, CaseIterable, Sendable {
  /// From connections only.
  case strap
  /// From advertisements only: nothing is connected to for a heart rate.
  case advert
  /// From the connection while it gives a value every few seconds, else from the advertisement.
  case automatic

  /// So long after its last notification a connection counts as silent: a strap notifies once a second and is stale
  /// after 5 s, and the advertisement must be in force before that.
  package static let longestSilence = Duration.seconds(3)
}
