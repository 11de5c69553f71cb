/// Where the heart rate of a device comes from that both notifies it over a connection and advertises it.
package enum HeartRateSource: String, CaseIterable, Sendable {
  /// From connections only.
  case strap
  /// From advertisements only: no connection is made for a heart rate.
  case advert
  /// From the connection while it delivers a value every few seconds, else from the advertisement.
  case automatic

  /// After this time without a notification a connection counts as silent. A strap notifies once a second and is stale
  /// after 5 s; the advertisement must count before that.
  package static let longestSilence = Duration.seconds(3)
}
