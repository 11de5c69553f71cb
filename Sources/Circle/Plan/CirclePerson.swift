package struct CirclePerson: Codable, Sendable, Equatable {
  /// Names the person in messages, answers and the log: 1 to 32 letters, digits and `-`.
  package let name: String
  /// One to three names of channels, in the order in which they are tried.
  package let channels: [String]
  /// The lowest priority for which this person gets messages.
  package let from: CirclePriority
  package let weekly: Bool
  /// The language of their messages; `nil` for that of the channel, or of the box.
  package let language: MessageLanguage?

  package init(
    _ name: String, channels: [String], from: CirclePriority = .high, weekly: Bool = false,
    language: MessageLanguage? = nil
  ) {
    self.name = name
    self.channels = channels
    self.from = from
    self.weekly = weekly
    self.language = language
  }
}
