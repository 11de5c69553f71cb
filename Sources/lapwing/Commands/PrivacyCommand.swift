import AirQuality
import AircraftFiles
import Appliance
import ArgumentParser
import Circle
import Glibc
import Outside
import Settings
import Status
import System
import Words

struct PrivacyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "privacy", abstract: "Shows what this box keeps, how long, who gets it and how to delete it.",
    discussion: "PRIVACY.md says the same in general, in English and Korean.")

  @OptionGroup var options: ConfigurationOptions

  @Option(
    help: ArgumentHelp("The folder of scenario files.", discussion: "Default: \(ScenarioStore.standardFolder)."),
    completion: .directory)
  var scenarios: String?

  @Flag(help: "Write one line of JSON.")
  var json = false

  func run() throws {
    let report = PrivacyReport(
      try options.read(), file: options.config ?? Configuration.standardPath, own: options.own, scenarios: scenarios)
    try Output.standard.line(json ? OrderedJSON.text(of: report) : report.text)
  }
}

/// What a configuration means for privacy.
struct PrivacyReport: Encodable {
  struct Store: Encodable {
    let what: String
    let path: String
    /// Of the file; absent if there is none.
    var bytes: Int64?
    let kept: String
    let deletedBy: String

    private enum CodingKeys: String, CodingKey {
      case what, path, bytes, kept
      case deletedBy = "deleted_by"
    }
  }

  struct Way: Encodable {
    let what: String
    let isOn: Bool
    let state: String
    var receivers: [String] = []

    private enum CodingKeys: String, CodingKey {
      case what
      case isOn = "on"
      case state, receivers
    }
  }

  let stores: [Store]
  let ways: [Way]

  /// - Parameters:
  ///   - own: the path of the file that wins over it.
  ///   - scenarios: the folder of loadings; `nil` for that of the box.
  init(_ settings: Configuration, file: String, own: String?, scenarios: String? = nil) {
    stores = Self.stores(settings, file, own) + Self.exchanged(settings, scenarios)
    ways = [
      Self.messages(settings), Self.circle(settings), Self.broker(settings), Self.account(settings),
      Self.pair(settings), Self.page(settings),
      Self.air(settings),
    ]
  }

  private static func stores(_ settings: Configuration, _ file: String, _ own: String?) -> [Store] {
    let days = ConfigurationValue.number(settings[Keys.keepDays])
    let size = ConfigurationValue.number(settings[Keys.keepMegabytes])
    let queue = settings[Keys.outsideQueue], forget = "lapwing forget --before DATE"
    var stores = [
      store(
        "readings, sessions, alarms and loadings", settings.logbookPath,
        "readings for \(days) days or up to \(size) MB, the rest until you delete it",
        "\(forget), lapwing sessions delete NUMBER")
    ]
    stores += SetAsideLogbooks.files(besides: settings.logbookPath).map {
      store("an older logbook", $0, "until you delete it", "lapwing forget --all")
    }
    stores += [
      store(
        "the alarms that were on when the box last wrote them",
        RestartSnapshotFile.path(besideLogbook: settings.logbookPath),
        "until a box writes it again", "lapwing forget --all, while no box runs"),
      store(
        "addresses and names of your sensors", settings[Keys.adoptedFile], "until you forget them",
        "lapwing sensors forget ADDRESS"),
      store("keys of paired devices", settings[Keys.bonds], "until you unpair them", "lapwing unpair ADDRESS"),
      store(
        "messages that were sent outside or wait to be sent, and who answered", queue, "90 days",
        "\(forget); what waits: lapwing forget --all, while lapwing outside does not run"),
    ]
    let invited = OutsideQueue.invited(of: queue), unpublishedFile = OutsideQueue.unpublished(of: queue)
    for (what, file) in [
      ("a queue that was damaged", queue), ("a damaged list of who agreed", OutsideQueue.people(of: queue)),
      ("a damaged list of people who were added at the page", invited),
      ("a damaged file of what the MQTT broker has not confirmed", unpublishedFile),
    ] {
      let damaged = store(what, OutsideQueue.setAside(file), "until you delete it", "lapwing forget --all")
      if damaged.bytes != nil { stores.append(damaged) }
    }
    let unpublished = store(
      "what the MQTT broker has not confirmed", unpublishedFile, "35 days, or until it has", forget)
    if unpublished.bytes != nil { stores.append(unpublished) }
    stores += [
      store(
        "values and estimates of the air outdoors, and the place to 0.01°", settings[Keys.airRecord],
        "estimates for 7 days, values for 32 days at most, those of WAQI for 3 hours", forget),
      store(
        "who agreed to get messages, and when", OutsideQueue.people(of: queue), "until the person is removed",
        "take the person out of outside.circle.people"),
      store(
        "people who were added at the page, and their topics", invited, "until the person is removed",
        "lapwing circle remove NAME"),
      store(
        "the key of the pair of boxes", settings[Keys.peerKeyFile], "until you leave the pair", "lapwing peer leave"),
      store(
        "who is signed in at the server of the loadings", settings[Keys.accountFile], "until the server ends it",
        "lapwing account logout"),
      store("who may see the page", settings[Keys.panelAccess], "until it ends", "delete the file"),
      store(
        "names and limits of persons, addresses of people", file, "until you change it",
        "edit the file"),
    ]
    if let own {
      stores.append(store("settings of the page, with names and limits", own, "until you change them", "edit the file"))
      let former = store(
        "the settings before a backup was restored", own + ".before", "until the next one", "delete the file")
      if former.bytes != nil { stores.append(former) }
    }
    let copies = [settings[Keys.adoptedFile], settings[Keys.bonds], file, own, invited].compactMap(\.self).map {
      store("the last good copy of \($0)", SettingsFile.copy(of: $0).path, "until the file changes", "delete it")
    }
    let limits = store(
      "names and limits of persons in the last run", LimitsRecord(besideLogbook: settings.logbookPath).path,
      "until the limits change", "delete it, while no box runs")
    stores += (copies + [limits]).filter { $0.bytes != nil }
    return stores
  }

  /// What the exchange of loadings has left here, if it has.
  private static func exchanged(_ settings: Configuration, _ scenarios: String?) -> [Store] {
    [
      store(
        "the edits of loadings that are exchanged, with names and notes, also of deleted ones",
        SyncedFolder.file(in: scenarios), "until you delete it",
        "delete the file, while lapwing outside does not run; this device counts as a new one then"),
      store(
        "the address of mail to which a code was sent", settings[Keys.accountFile] + ".code",
        "until you sign in or out",
        "lapwing account logout"),
    ].filter { $0.bytes != nil }
  }

  private static func store(_ what: String, _ path: String, _ kept: String, _ deletedBy: String) -> Store {
    var status = stat()
    let bytes = stat(path, &status) == 0 ? Int64(status.st_size) : nil
    return Store(what: what, path: path, bytes: bytes, kept: kept, deletedBy: deletedBy)
  }

  private static func messages(_ settings: Configuration) -> Way {
    let channels = settings[Keys.outsideChannels]
    return way(
      "messages about alarms (lapwing outside)", isConfigured: !channels.isEmpty, settings, Keys.messagesConsent,
      channels.map { "\($0.name) (\($0.kind.rawValue))" })
  }

  private static func broker(_ settings: Configuration) -> Way {
    way(
      "state, alarms and values by MQTT (outside.mqtt)", isConfigured: settings.mqtt != nil, settings,
      Keys.messagesConsent, [settings.mqtt?.host].compactMap(\.self))
  }

  private static func account(_ settings: Configuration) -> Way {
    way(
      "loadings, with the names and notes in them (outside.account)", isConfigured: settings[Keys.accountServer] != nil,
      settings, Keys.accountConsent, [settings[Keys.accountServer]].compactMap(\.self))
  }

  private static func circle(_ settings: Configuration) -> Way {
    let people = settings[Keys.circlePeople]
    return way(
      "the care circle", isConfigured: !people.isEmpty, settings, Keys.circleConsent,
      people.map { "\($0.name) by \($0.channels.joined(separator: ", "))" })
  }

  /// To join is to agree, at both boxes.
  private static func pair(_ settings: Configuration) -> Way {
    let what = "the pair of boxes (outside.peer)"
    guard let peer = settings.peer else { return Way(what: what, isOn: false, state: "off: not configured") }
    let receivers = [
      "\(peer.name), and everybody in the network, since it is signed and not encrypted: that there is an alarm of a priority "
        + "about heart, air or box, and what was answered; no condition, value or name"
    ]
    let isSeen = access(peer.keyFile, F_OK) == 0
    guard isSeen || errno != ENOENT else {
      return Way(
        what: what, isOn: false, state: "off: configured, but not joined (lapwing peer join)", receivers: receivers)
    }
    guard isSeen else {
      return Way(
        what: what, isOn: true, state: "on if it is joined, which this user may not see; use sudo", receivers: receivers
      )
    }
    return Way(
      what: what, isOn: true, state: "agreed by lapwing peer join until lapwing peer leave, if lapwing-outside runs",
      receivers: receivers)
  }

  private static func page(_ settings: Configuration) -> Way {
    let isOn = settings[Keys.panelEnabled]
    return Way(
      what: "the page (lapwing panel)", isOn: isOn,
      state: isOn ? "served at \(settings[Keys.panelAddress]) to people who have entered a code" : "this machine alone")
  }

  private static func air(_ settings: Configuration) -> Way {
    let what = "requests for the air outdoors (outside.air)"
    guard let air = settings.air else { return Way(what: what, isOn: false, state: "off: not configured") }
    let asked = air.sources.filter { $0.source.terms.sends != .nothing }, agreed = asked.filter(\.hasConsent)
    let dates = agreed.map { "\($0.source.rawValue) on \($0[.consent] ?? "")" }.joined(separator: ", ")
    let without = asked.filter { !$0.hasConsent }.map(\.source.rawValue).joined(separator: ", ")
    let states = [
      agreed.isEmpty ? nil : "agreed for \(dates), if lapwing-outside runs",
      without.isEmpty ? nil : "off without consent: \(without)",
    ].compactMap(\.self)
    return Way(
      what: what, isOn: !agreed.isEmpty, state: states.isEmpty ? "this machine alone" : states.joined(separator: "; "),
      receivers: agreed.map { "\($0.source.terms.name): \(AirWords.sent($0.source.terms.sends).text(.english))" })
  }

  private static func way(
    _ what: String, isConfigured: Bool, _ settings: Configuration, _ consent: SettingKey<String?>, _ receivers: [String]
  ) -> Way {
    guard isConfigured else { return Way(what: what, isOn: false, state: "off: not configured") }
    guard let date = settings[consent] else {
      return Way(
        what: what, isOn: false, state: "off: configured, but without consent (\(consent.path))", receivers: receivers
      )
    }
    return Way(what: what, isOn: true, state: "agreed on \(date), if lapwing-outside runs", receivers: receivers)
  }

  var text: String {
    var lines = ["This box keeps"]
    for store in stores {
      let size = store.bytes.map { "\(($0 + 1023) / 1024) kB" } ?? "no such file"
      lines.append("  \(store.what)")
      lines.append("    \(store.path) (\(size)), \(store.kept)")
      lines.append("    to delete: \(store.deletedBy)")
    }
    lines.append("It gives away")
    for way in ways {
      lines.append("  \(way.what): \(way.state)")
      if !way.receivers.isEmpty { lines.append("    to \(way.receivers.joined(separator: "; "))") }
    }
    lines.append("Nothing else leaves this machine. The alarms themselves have no network.")
    return lines.joined(separator: "\n")
  }
}
