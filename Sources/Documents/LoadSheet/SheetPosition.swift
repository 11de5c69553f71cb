/// Where a point is, as a person should read it.
package enum SheetPosition: Sendable {
  case inside
  /// Lighter than the chart reaches, but within its limits of balance, and the bottom of the chart is no limit.
  case belowChart
  case outside
}
