/// What somebody at the box says to the people of the care circle.
package enum PersonCall: String, Codable, Sendable, CaseIterable {
  /// All is well.
  case okay
  /// They need help.
  case help
}
