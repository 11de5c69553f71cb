/// A time in which a sensor was not heard, and of which the sensor itself keeps a record.
package struct HistoryGap: Sendable, Hashable {
  package let address: DeviceAddress
  /// The name of its model.
  package let model: String
  /// When its latest known measurement before was taken, milliseconds since 1970. It moves as the hole is filled.
  package var from: Int64
  /// When the first after it was taken, milliseconds since 1970.
  package private(set) var to: Int64

  /// All of it.
  package init(address: DeviceAddress, model: String, from: Int64, to: Int64) {
    self.address = address
    self.model = model
    self.from = from
    self.to = to
  }

  /// The date of a run has become known: what it measured was measured so many milliseconds later.
  /// - Parameter start: when the run began, as it was taken for, milliseconds since 1970.
  package mutating func move(by shift: Int64, from start: Int64) {
    guard to >= start else { return }
    if from >= start { from += shift }
    to += shift
  }
}
