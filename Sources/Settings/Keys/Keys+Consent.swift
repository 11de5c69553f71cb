/// What may leave the box, each with the date on which a person has said so. Without it a feature stays off though it is configured.
extension Keys {
  package static let messagesConsent = SettingKey<String?>(
    "consent.messages", .date, nil, .atNextStart,
    "Since when somebody agrees that messages about alarms leave the box by outside.channels.")
  package static let circleConsent = SettingKey<String?>(
    "consent.circle", .date, nil, .atNextStart,
    "Since when somebody agrees that the people of outside.circle are told and that it is kept who answered.")

  static let consent: [ConfigurationKey] = [messagesConsent.plain, circleConsent.plain]
}
