import Circle

/// The keys of the care circle (`lapwing outside`). What they mean stands in docs/messages.md, *The plan*.
extension Keys {
  package static let circlePeople = SettingKey(
    "outside.circle.people", .people, [CirclePerson](), .atNextStart,
    "The people who get messages about an alarm that no one answers, in this order.")
  package static let circleInvite = SettingKey(
    "outside.circle.invite", false, .atNextStart,
    "Whether people can be added to the circle at the page, each with a topic of ntfy that the box makes.")
  package static let circleServer = SettingKey<String?>(
    "outside.circle.server", .webAddress, "https://ntfy.sh", .atNextStart,
    "The server of ntfy for people who are added at the page.")
  package static let circleSocket = SettingKey(
    "outside.circle.socket", .socketPath, "/run/lapwing-outside/circle", .atNextStart,
    "The Unix socket at which the care circle receives the orders of `lapwing circle`.")
  package static let circlePhone = SettingKey<String?>(
    "outside.circle.phone", .shownName, nil, .atNextStart, "The number that the people of the circle are asked to call."
  )
  package static let circleLink = SettingKey<String?>(
    "outside.circle.link", .pageAddress, nil, .atNextStart,
    "Where the people of the circle reach the page: messages then have a link by which they answer.")
  package static let circleCountdown = SettingKey(
    "outside.circle.countdown", .number(30...600, unit: "s"), 120.0, .atNextStart,
    "How long a high alarm goes on until the first person is alerted.")
  package static let circleUnconfirmed = SettingKey(
    "outside.circle.unconfirmed", .number(5...120, unit: "s"), 10.0, .atNextStart,
    "How long a provider may take to accept a message until the next person is alerted, and a phone to confirm it until the next channel is used."
  )
  package static let circleStep = SettingKey(
    "outside.circle.step", .number(15...600, unit: "s"), 40.0, .atNextStart,
    "How long a person whose provider has the message may take to answer until the next one is alerted.")
  package static let circleRepeat = SettingKey(
    "outside.circle.repeat", .number(60...3600, unit: "s"), 300.0, .atNextStart,
    "How long after the last person all are alerted again.")
  package static let circleHold = SettingKey(
    "outside.circle.hold", .number(300...7200, unit: "s"), 1800.0, .atNextStart,
    "How long the second answer of a person counts while an alarm goes on; the first one counts for 300 s.")
  package static let circleCoolDown = SettingKey(
    "outside.circle.cool-down", .number(60...3600, unit: "s"), 600.0, .atNextStart,
    "How long all must be well until a new alarm begins with a countdown again.")
  package static let circleNoticeCoolDown = SettingKey(
    "outside.circle.notice-cool-down", .number(0...3600, unit: "s"), 60.0, .atNextStart,
    "The time between two messages about the same low or medium condition.")
  package static let circleQuiet = SettingKey<CircleHours?>(
    "outside.circle.quiet", .hours, nil, .atNextStart, "The hours in which low and medium alarms wait.")
  package static let circleSummary = SettingKey(
    "outside.circle.summary", .weekTime, CirclePlan.sunday, .atNextStart, "When the weekly summary is sent.")

  static let circle: [ConfigurationKey] = [
    circlePeople.plain, circleInvite.plain, circleServer.plain, circlePhone.plain, circleLink.plain,
    circleCountdown.plain, circleUnconfirmed.plain,
    circleStep.plain,
    circleRepeat.plain, circleHold.plain, circleCoolDown.plain, circleNoticeCoolDown.plain, circleQuiet.plain,
    circleSummary.plain, circleSocket.plain,
  ]
}

/// What may leave the box, each with the date on which a person has said so. Without it a feature stays off though it is configured.
extension Keys {
  package static let messagesConsent = SettingKey<String?>(
    "consent.messages", .date, nil, .atNextStart,
    "The date of consent to messages about alarms by outside.channels.")
  package static let circleConsent = SettingKey<String?>(
    "consent.circle", .date, nil, .atNextStart,
    "The date of consent to messages to the people of outside.circle, and to a record of who answered.")
  package static let circleConsentBy = SettingKey<String?>(
    "consent.circle-by", .shownName, nil, .atNextStart,
    "Who has agreed to that: the person who is watched, or who decides for them.")

  package static let accountConsent = SettingKey<String?>(
    "consent.account", .date, nil, .atNextStart,
    "The date of consent to keep the loadings at the server of outside.account, so that other devices have them.")

  static let consent: [ConfigurationKey] = [
    messagesConsent.plain, circleConsent.plain, circleConsentBy.plain, accountConsent.plain,
  ]
}
