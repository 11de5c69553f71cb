/// How one part of the box is, as ``Doctor`` sees it.
package struct DoctorFinding: Sendable, Equatable {
  package let part: String
  /// Whether the appliance can do its work with it.
  package let isGood: Bool
  /// How it is and, where that is bad, what to do.
  package let sentence: String
}
