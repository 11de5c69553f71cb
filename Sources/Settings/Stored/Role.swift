/// What a person may do with the page.
package enum Role: String, Codable, Sendable, CaseIterable, Comparable {
  /// See everything, and acknowledge nothing.
  case look
  /// Give orders and change settings too.
  case change

  package static func < (left: Role, right: Role) -> Bool { left == .look && right == .change }
}
