/// What a person at the box says to the care circle.
package enum PersonCall: String, Codable, Sendable, CaseIterable {
  case okay
  case help
}
