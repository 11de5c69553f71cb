import Logbook
import Readings
import Reports

/// What a page of days has read of the logbook.
struct FoundTrends: Sendable {
  enum Comparison: Sendable {
    /// The same quantity in as many days before.
    case before(TrendSpan, [TrendFigures])
    case quantity(Quantity, [TrendFigures])
  }

  var quantity: Quantity
  var figures: [TrendFigures] = []
  var comparison: Comparison?
  var alarms: [RecalledAlarm] = []
  /// Everything that was measured at any time.
  var measured: Set<Quantity> = []
}
