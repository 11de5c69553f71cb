/// Where a point is, as a person should read it.
package enum SheetPosition: Sendable {
  case inside
  /// Inside an envelope that is only a placeholder, which says nothing of the aeroplane.
  case inPlaceholder
  /// Lighter than the envelope, where no limit is published, and within the limits of balance at its lowest weight.
  case belowChart
  case outside

  var isFault: Bool { self == .belowChart || self == .outside }
}
