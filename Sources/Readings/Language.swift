/// A language in which people read the box: its page, its messages, its documents.
package enum Language: String, Codable, Sendable, CaseIterable {
  case english = "en"
  case korean = "ko"

  /// For people who may choose.
  package static let allowed = allCases.map(\.rawValue).joined(separator: ", ")
}
