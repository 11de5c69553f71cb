/// The language of the messages to a person, by a channel, or of a box, as the configuration writes it.
package enum MessageLanguage: String, Codable, Sendable, CaseIterable {
  case english = "en"
  case korean = "ko"

  /// For people who may choose.
  package static let allowed = allCases.map(\.rawValue).joined(separator: ", ")
}
