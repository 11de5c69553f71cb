/// What a person at the box says to the care circle.
package enum PersonCall: String, Codable, Sendable, CaseIterable {
  /// All is well.
  case okay
  /// They need help.
  case help
}
