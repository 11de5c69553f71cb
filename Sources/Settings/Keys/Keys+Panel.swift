package enum PanelTLS: String, CaseIterable, Sendable, SettingValue {
  /// With TLS, by a certificate that the box makes.
  case own = "self"
  case files
  /// Without TLS: who listens in the network sees values and cookie.
  case without = "none"
}

/// The keys of the page, which `lapwing panel` serves.
extension Keys {
  package static let panelEnabled = SettingKey(
    "panel.enabled", false, .atNextStart,
    "Whether the page is served in the network. Without it, `lapwing panel` serves this machine alone.")
  package static let panelAddress = SettingKey(
    "panel.address", .internetAddress, "127.0.0.1", .atNextStart,
    "The address at which the page is served: 127.0.0.1 for this machine alone, 0.0.0.0 or :: for all networks.")
  package static let panelPort = SettingKey(
    "panel.port", .number(1024...65_535, unit: ""), 8437.0, .atNextStart, "The port at which the page is served.")
  package static let panelAccess = SettingKey(
    "panel.access-file", .path, "/var/lib/lapwing/panel/panel.json", .atNextStart,
    "The file with the code for the page, and with who has entered one; only the page and the box can read it.")
  package static let panelTLS = SettingKey(
    "panel.tls", PanelTLS.own, .atNextStart,
    "How the page is served in a network: with a certificate that the box makes, with files of your own, or without TLS."
  )
  package static let panelCertificate = SettingKey<String?>(
    "panel.certificate", .path, nil, .atNextStart, "Your certificate in PEM, with those that lead to its authority.")
  package static let panelKey = SettingKey<String?>(
    "panel.key", .path, nil, .atNextStart,
    "The key of your certificate in PEM. The user lapwing-panel must be able to read it.")
  package static let boxName = SettingKey<String?>(
    "panel.name", .shownName, nil, .byReload,
    "The name of the box on its pages, such as Mum's bedroom. Without one it is that of the machine.")
  package static let personToCall = SettingKey<String?>(
    "panel.person-to-call", .shownName, nil, .byReload,
    "The person to call and the number, which the page shows with each high alarm, such as Anna +41 79 555 01 00.")

  package static let panelPlace = SettingKey<String?>(
    "panel.place", .address, nil, .atNextStart,
    "The address to give to an ambulance, with floor and door. Only messages of high alarms carry it.")
  package static let emergencyNumber = SettingKey<String?>(
    "panel.emergency-number", .shownName, nil, .atNextStart,
    "The emergency number at that place, for people who are elsewhere. Only messages of high alarms carry it.")

  static let panel: [ConfigurationKey] = [
    panelEnabled.plain, panelAddress.plain, panelPort.plain, panelAccess.plain, panelTLS.plain,
    panelCertificate.plain, panelKey.plain, boxName.plain, personToCall.plain, panelPlace.plain, emergencyNumber.plain,
  ]
}
