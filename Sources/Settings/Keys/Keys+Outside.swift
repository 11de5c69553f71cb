import Circle

/// Which alarms are sent outside the box: those of this priority and above.
package enum ToldFrom: String, CaseIterable, Sendable, SettingValue {
  case high
  case medium
  case low
}

extension MessageLanguage: SettingValue {}

/// The keys of what leaves the box (`lapwing outside`).
extension Keys {
  package static let outsideQueue = SettingKey(
    "outside.queue", .path, "/var/lib/lapwing-outside/outside.db", .atNextStart,
    "The SQLite database with the messages that wait and those that were sent.")
  package static let outsideTells = SettingKey(
    "outside.tells", ToldFrom.medium, .atNextStart, "The lowest priority of an alarm that is sent.")
  package static let outsideTellsTechnical = SettingKey(
    "outside.tells-technical", true, .atNextStart, "Whether alarms about the box and its sensors are sent too.")
  package static let outsideCoolDown = SettingKey(
    "outside.cool-down", .number(0...3600, unit: "s"), 60.0, .atNextStart,
    "How long a channel waits after a message about a condition until the next one about the same condition.")
  package static let outsideBoxName = SettingKey<String?>(
    "outside.box-name", .shownName, nil, .atNextStart, "The name of the box in messages.")
  package static let outsideNames = SettingKey(
    "outside.names", false, .atNextStart, "Whether messages name the persons of the configuration.")
  package static let outsideLanguage = SettingKey(
    "outside.language", MessageLanguage.english, .atNextStart,
    "The language of messages, for every channel and person without one of their own.")
  package static let outsideChannels = SettingKey(
    "outside.channels", .channels, [OutsideChannel](), .atNextStart, "The ways by which messages leave the box.")

  package static let updatesAddress = SettingKey<String?>(
    "outside.updates.address", .webAddress, nil, .atNextStart,
    "Where lapwing outside looks once a day for an update of Lapwing's card, and downloads it (docs/image.md).")
  package static let updatesByThemselves = SettingKey(
    "outside.updates.by-themselves", false, .atNextStart,
    "Whether a downloaded update is installed by itself while no one is watched: no alarm, no flight, and no heart sensor "
      + "for ten minutes."
  )

  package static let accountServer = SettingKey<String?>(
    "outside.account.server", .webAddress, nil, .atNextStart,
    "The server at which the loadings are kept, so that all your devices have the same (docs/sync.md).")
  package static let accountCAFile = SettingKey<String?>(
    "outside.account.ca-file", .path, nil, .atNextStart,
    "The certificate of an authority of your own, in PEM, by which the account's server is checked.")
  package static let accountFile = SettingKey(
    "outside.account.file", .path, "/var/lib/lapwing-outside/account.json", .atNextStart,
    "The file that says who is signed in at the server; only its owner can read it.")

  package static let peerName = SettingKey<String?>(
    "outside.peer.name", .shownName, nil, .atNextStart,
    "The other box of the pair, as people here call it.")
  package static let follow = SettingKey<String?>(
    "outside.follow", .shownName, nil, .atNextStart,
    "The name of the other box, if this one also signals what that one signals, as a sounder in another room.")
  package static let peerAddress = SettingKey<String?>(
    "outside.peer.address", .peerAddress, nil, .atNextStart,
    "The IPv4 address of the other box, with its port if that is another one.")
  package static let peerPort = SettingKey(
    "outside.peer.port", .number(1024...65_534, unit: ""), 8438.0, .atNextStart,
    "The UDP port at which the two boxes receive from each other; `lapwing peer join` uses the next one.")
  package static let peerKeyFile = SettingKey(
    "outside.peer.key-file", .path, "/var/lib/lapwing-outside/peer.key", .atNextStart,
    "The file with the key that both boxes share; only its owner can read it.")

  static let peer: [ConfigurationKey] = [
    follow.plain, peerName.plain, peerAddress.plain, peerPort.plain, peerKeyFile.plain,
  ]
  static let outside: [ConfigurationKey] = [
    outsideQueue.plain, outsideTells.plain, outsideTellsTechnical.plain, outsideCoolDown.plain, outsideBoxName.plain,
    outsideNames.plain, outsideLanguage.plain, outsideChannels.plain, updatesAddress.plain, updatesByThemselves.plain,
    accountServer.plain, accountCAFile.plain, accountFile.plain,
  ]
}
