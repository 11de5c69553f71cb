/// Where a point is, as a person should read it.
package enum SheetPosition: Sendable {
  case inside
  /// Lighter than the envelope, where no limit is published, and within the limits of balance at its lowest weight.
  case belowChart
  case outside
}
