import Readings
import Sessions

extension LogbookReader {
  /// The limits that are offered after a night, by sensor: of a heart rate, or of the pulse of an oximeter.
  /// - Parameters:
  ///   - night: milliseconds since 1970.
  ///   - limits: those in force now. A pulse has the limits of the heart.
  package func nightOffers(
    _ night: Range<Int64>, limits: SensorLimits
  ) throws(LogbookError) -> [(sensor: DeviceAddress, offer: NightOffer)] {
    let edges = Array(stride(from: night.lowerBound, to: night.upperBound, by: 60_000)) + [night.upperBound]
    var found: [(sensor: DeviceAddress, offer: NightOffer)] = []
    for quantity in [Quantity.heartRateBeatsPerMinute, .pulseBeatsPerMinute] {
      for trend in try trend(of: quantity, edges: edges, limits: [:]) {
        let own = limits[trend.address][.heartRateBeatsPerMinute] ?? ValueLimits()
        found += NightOffer.offers(of: trend.figures, limits: own).map { (trend.address, $0) }
      }
    }
    return found
  }
}
