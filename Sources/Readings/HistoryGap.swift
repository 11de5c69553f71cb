/// A gap: a time in which the box did not receive a sensor, and for which the sensor keeps a history. The logbook
/// stores it until the history has been fetched.
package struct HistoryGap: Sendable, Hashable {
  package let address: DeviceAddress
  package let model: String
  /// When the latest known measurement before the gap was taken, milliseconds since 1970. It increases as the gap is
  /// filled.
  package var from: Int64
  /// When the first measurement after the gap was taken, milliseconds since 1970.
  package private(set) var to: Int64

  package init(address: DeviceAddress, model: String, from: Int64, to: Int64) {
    self.address = address
    self.model = model
    self.from = from
    self.to = to
  }

  /// Corrects the times of a run whose date has become known.
  /// - Parameters:
  ///   - shift: how much later the measurements of the run were taken, in milliseconds.
  ///   - start: the start of the run by its uncorrected clock, milliseconds since 1970.
  package mutating func move(by shift: Int64, from start: Int64) {
    guard to >= start else { return }
    if from >= start { from += shift }
    to += shift
  }
}
