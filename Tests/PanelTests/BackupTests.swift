import Foundation
import Settings
import TestSupport
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `A backup of the settings` {
  private static let settings = """
    alarms:
      co2-high:
        limit: 2600  # mine
    sensors:
      keys:
        "C2:DB:C0:DC:E4:55": 00112233445566778899aabbccddeeff

    """

  private func file(_ bench: PanelBench) throws -> String {
    try bench.folder.text(of: "lapwing.yaml")
  }

  private func bench(_ settings: String = Self.settings) throws -> PanelBench { try PanelBench(settings) }

  /// Sends a text as a browser sends a file.
  /// - Parameter was: of the page that showed what would change.
  private func send(_ bench: PanelBench, _ path: String, _ text: String, was: String? = nil) async throws
    -> PanelBench.Answer
  {
    let stamp = was.map { "--xx\r\nContent-Disposition: form-data; name=\"was\"\r\n\r\n\($0)\r\n" } ?? ""
    let body =
      "\(stamp)--xx\r\nContent-Disposition: form-data; name=\"backup\"; filename=\"b.json\"\r\nContent-Type: application/json\r\n\r\n\(text)\r\n--xx--\r\n"
    return try await bench.ask("POST", path, ["Content-Type: multipart/form-data; boundary=xx"], body: body)
  }

  /// Looks at what would change, and carries it out.
  private func restore(_ bench: PanelBench, _ text: String) async throws -> PanelBench.Answer {
    try await send(bench, "/settings/restore", text, was: try stamp(try await send(bench, "/settings/backup", text)))
  }

  private func stamp(_ preview: PanelBench.Answer) throws -> String {
    let parts = preview.body.components(separatedBy: "name=\"was\" value=\"")
    return String(try #require(parts.count > 1 ? parts[1] : nil, "\(preview.body)").prefix { $0 != "\"" })
  }

  private func backup(
    _ configuration: String, sensors: [BackupFile.Sensor] = [], tails: [String: String] = [:]
  ) -> String {
    BackupFile(configuration: configuration, sensors: sensors, tails: tails, made: "2026-11-26T10:00:00Z").text
  }

  /// A tail file of the box.
  /// - Parameter weight: empty, lb.
  private func tail(_ registration: String = "N1", weight: Int) -> String {
    """
    {
      "registration": "\(registration)", "aircraftId": "cessna-172m",
      "units": {"weight": "lb", "arm": "in", "volume": "gal"},
      "weighings": [{"date": "2024-05-01", "weight": \(weight), "arm": 39.0, "by": "the workshop"}]
    }

    """
  }

  @Test func `has every setting in force, and no secret`() async throws {
    let bench = try bench()
    let answer = try await bench.ask("GET", "/settings/backup.json")
    #expect(answer.field("Content-Disposition")?.contains("attachment") == true)
    let backup = try BackupFile(answer.body)
    #expect(backup.configuration.contains("limit: 2600") && backup.configuration.contains("profile: cabin"))
    #expect(!answer.body.contains("00112233445566778899aabbccddeeff") && !answer.body.contains("panel:"))
    let read = try SettingsCopy.read(backup.configuration)
    #expect(ConfigurationEditor.changes(from: bench.panel.configuration, to: read).isEmpty && read.kept.isEmpty)
  }

  @Test func `comes back into its lines, with the secrets that the box has, and shows first what changes`() async throws
  {
    let bench = try bench()
    let backup = try await bench.ask("GET", "/settings/backup.json").body
    let before = try file(bench)
    try before.replacing("limit: 2600  # mine", with: "limit: 2900  # mine")
      .write(toFile: bench.folder.file("lapwing.yaml"), atomically: true, encoding: .utf8)
    bench.panel.forgetConfiguration()
    let preview = try await send(bench, "/settings/backup", backup)
    #expect(preview.status == 200, "\(preview.body)")
    #expect(preview.body.contains("<td>2900</td><td>2600</td>"))
    #expect(try file(bench).contains("2900"), "a look changes nothing")
    let answer = try await send(bench, "/settings/restore", backup, was: try stamp(preview))
    #expect(answer.status == 200, "\(answer.body)")
    #expect(try file(bench) == before)
    #expect(try bench.folder.text(of: "lapwing.yaml.before").contains("2900"))
    #expect(try bench.folder.mode(of: "lapwing.yaml.before") == 0o600, "it holds the keys of sensors")
  }

  @Test func `takes back what the box has and the copy has not`() async throws {
    let bench = try bench("alarms:\n  co2-high:\n    limit: 2600\n")
    let answer = try await restore(bench, backup("profile: cabin\n"))
    #expect(answer.status == 200, "\(answer.body)")
    #expect(try file(bench).contains("limit: 2500"))
  }

  @Test func `brings lists back, and a profile with all its values`() async throws {
    let bench = try bench("persons:\n  Anna:\n    heart-rate-low: 40\n")
    let wanted = """
      profile: bedside
      alarms: {heart-rate-high: {limit: 120}, sound: {low: {every: 600}}}
      sensors:
        use: {"C2:DB:C0:DC:E4:55": advert, any: off}
        own: {"C2:DB:C0:DC:E4:55": {name: "a \\"b\\"", co2-high: 2300}}
      persons: {Bert: {heart-rate-low: 44, night: {from: "22:00", to: "07:00", heart-rate-low: 41}}}

      """
    let content = try SettingsCopy.read(wanted)
    // What a copy holds is read again as the same.
    let again = try SettingsCopy.read(SettingsCopy.text(of: content.configuration))
    #expect(ConfigurationEditor.changes(from: content.configuration, to: again).isEmpty)
    let answer = try await restore(bench, backup(wanted))
    #expect(answer.status == 200, "\(answer.body)")
    let now = try Configuration(path: bench.folder.file("lapwing.yaml"), profile: nil)
    #expect(ConfigurationEditor.changes(from: now, to: content).isEmpty)
  }

  @Test func `opens no door, moves no file and sends nothing: these keys stay, and the page says so`() async throws {
    let bench = try bench()
    let text = backup(
      "panel: {enabled: true, tls: none}\ncontrol: {socket: /tmp/x}\nlogbook: {path: /tmp/y.db}\nconsent: {messages: 2026-11-26}\nalarms: {co2-high: {limit: 2400}}\n"
    )
    let preview = try await send(bench, "/settings/backup", text)
    for key in ["panel.enabled", "panel.tls", "control.socket", "logbook.path", "consent.messages"] {
      #expect(preview.body.contains(key) && !preview.body.contains("<th scope=\"row\">\(key)"))
    }
    let answer = try await restore(bench, text)
    #expect(answer.status == 200, "\(answer.body)")
    let now = try Configuration(path: bench.folder.file("lapwing.yaml"), profile: nil)
    #expect(!now[Keys.panelEnabled] && now[Keys.panelTLS] == .own && now[Keys.messagesConsent] == nil)
    #expect(now.controlSocket == bench.folder.file("control") && now.bindKeys.count == 1)
  }

  @Test func `brings an aeroplane and a sensor back, and keeps the file that was there`() async throws {
    let other = try TemporaryFolder(), was = tail(weight: 1454), now = tail(weight: 1460)
    let bench = try bench("sensors: {adopted-file: \(other.file("adopted.json"))}\n")
    let box = try FakeBox(bench)
    defer {
      box.end()
      withExtendedLifetime(other) {}
    }
    _ = try bench.folder.write(now, to: "tails/N1.json")
    _ = try bench.folder.write(tail("N2", weight: 1400), to: "tails/N2.json")
    let text = backup(
      SettingsCopy.text(of: bench.panel.configuration),
      sensors: [.init(address: "C2:DB:C0:DC:E4:55", name: "Kitchen")],
      tails: ["N1": was, "N2": tail("N2", weight: 1400)])
    let preview = try await send(bench, "/settings/backup", text)
    #expect(preview.body.contains("The aeroplane N1 is written") && !preview.body.contains("The aeroplane N2"))
    #expect(preview.body.contains("The sensor Kitchen, C2:DB:C0:DC:E4:55 becomes yours"))
    let answer = try await send(bench, "/settings/restore", text, was: try stamp(preview))
    #expect(answer.status == 200 && answer.body.contains("The copy is back."), "\(answer.body)")
    #expect(try bench.folder.text(of: "tails/N1.json") == was)
    #expect(try bench.folder.text(of: "tails/N1.json.before") == now)
    #expect(box.orders.count == 1 && box.orders.allSatisfy { $0.contains("Kitchen") }, "\(box.orders)")
  }

  @Test func `of which only a part could be written says so, and the box hears of that part`() async throws {
    let bench = try bench()
    let box = try FakeBox(bench)
    defer { box.end() }
    // A folder in the place of the file that is renamed: the tail cannot be written.
    try FileManager.default.createDirectory(
      atPath: bench.folder.file("tails/N1.json.new"), withIntermediateDirectories: true)
    let text = backup(
      "alarms: {co2-high: {limit: 2400}}\n", sensors: [.init(address: "C2:DB:C0:DC:E4:55", name: "Kitchen")],
      tails: ["N1": tail(weight: 1454)])
    let answer = try await restore(bench, text)
    #expect(answer.status == 500 && answer.body.contains("Only a part was changed:"), "\(answer.body)")
    #expect(answer.body.contains("tails/N1.json cannot be written") && !answer.body.contains("Nothing is changed."))
    #expect(try file(bench).contains("limit: 2400"))
    #expect(box.orders.count == 1 && box.orders.allSatisfy { $0.contains("settings") }, "\(box.orders)")
  }

  @Test func `that could not come back is not made`() async throws {
    let bench = try bench()
    _ = try bench.folder.write(
      tail(weight: 1454) + String(repeating: "// old\n", count: 8000), to: "tails/N1.json")
    let answer = try await bench.ask("GET", "/settings/backup.json")
    #expect(answer.status == 422 && answer.body.contains("larger than 44 kB"), "\(answer.body)")
    #expect(answer.field("Content-Disposition") == nil)
  }

  @Test func `is refused when something was changed since it was shown`() async throws {
    let bench = try bench()
    let text = backup("alarms: {co2-high: {limit: 2400}}\n")
    let stamp = try stamp(try await send(bench, "/settings/backup", text))
    let edited = try file(bench).replacing("2600", with: "2700")
    try edited.write(toFile: bench.folder.file("lapwing.yaml"), atomically: true, encoding: .utf8)
    let answer = try await send(bench, "/settings/restore", text, was: stamp)
    #expect(answer.status == 422 && answer.body.contains("someone has changed the box"), "\(answer.body)")
    #expect(try file(bench).contains("2700"))
    #expect(try await send(bench, "/settings/restore", text).status == 400)
  }

  @Test func `is the same again in a form, with characters that nobody sees`() throws {
    let file = BackupFile(
      configuration: "# \u{200B}\u{202E}한 \t\"\n", sensors: [.init(address: "C2:DB:C0:DC:E4:55", name: "a\u{FEFF}b")],
      tails: ["N1": "{}"], made: "2026-11-26T10:00:00Z")
    #expect(try BackupFile(file.text) == file)
    #expect(try BackupFile(file.inForm) == file)
    #expect(file.inForm.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
  }

  @Test func `that changes nothing says so`() async throws {
    let bench = try bench()
    let backup = try await bench.ask("GET", "/settings/backup.json").body
    #expect(try await send(bench, "/settings/backup", backup).body.contains("this box has all of it already"))
  }

  @Test(arguments: [
    ("{}", "not a backup of Lapwing"), ("nonsense", "not a backup of Lapwing"),
    (
      #"{"format":"lapwing-backup","version":9,"lapwing":"9.0","made":"x","configuration":"","sensors":[],"tails":{}}"#,
      "a newer version of Lapwing"
    ),
    (
      #"{"format":"lapwing-backup","version":1,"lapwing":"1","made":"x","configuration":"alarms: {co2-high: {limit: lots}}","sensors":[],"tails":{}}"#,
      "allowed is a number from"
    ),
    (
      #"{"format":"lapwing-backup","version":1,"lapwing":"1","made":"x","configuration":"","sensors":[],"tails":{"../../etc/x":"{}"}}"#,
      "a registration has letters"
    ),
    (
      #"{"format":"lapwing-backup","version":1,"lapwing":"1","made":"x","configuration":"","sensors":[],"tails":{"N1":"{}"}}"#,
      "N1.json"
    ),
  ])
  func `that cannot be used is refused in a sentence, and nothing is written`(text: String, sentence: String)
    async throws
  {
    let bench = try bench()
    let before = try file(bench)
    for path in ["/settings/backup", "/settings/restore"] {
      let answer = try await send(bench, path, text, was: path == "/settings/restore" ? "1" : nil)
      #expect(answer.status == 422 && answer.body.contains(sentence), "\(answer.body)")
    }
    #expect(try file(bench) == before)
  }

  @Test func `is for those who may change`() async throws {
    let bench = try bench()
    let answer = try await bench.ask(
      "GET", "/settings/backup.json", [PanelBench.fromAfar, try bench.cookie(.look)])
    #expect(answer.status == 403)
  }

  @Test(arguments: ["", "--xx", "--xx\r\n\r\n--xx--", "--xx\r\nContent-Disposition: form-data\r\n\r\nq\r\n--xx--\r\n"])
  func `in a broken form is refused`(body: String) async throws {
    let answer = try await bench().ask(
      "POST", "/settings/backup", ["Content-Type: multipart/form-data; boundary=xx"], body: body)
    #expect(answer.status == 400)
  }

  @Test(arguments: [
    "sensors: {keys: {\"C2:DB:C0:DC:E4:55\": 00112233445566778899aabbccddeeff}}\n",
    "sensors:\n  keys:\n    C2:DB:C0:DC:E4:55: 00112233445566778899aabbccddeeff\n    C2:DB:C0:DC:E4:56: 00112233445566778899aabbccddeeff\n",
    "sensors:\n  ? keys\n  : \"C2:DB:C0:DC:E4:55\": >-\n      00112233445566778899aabbccddeeff\n",
  ])
  func `has no secret in whatever form it is written`(settings: String) async throws {
    let answer = try await bench(settings).ask("GET", "/settings/backup.json")
    #expect(answer.status == 200 && !answer.body.contains("00112233445566778899aabbccddeeff"), "\(answer.body)")
  }
}
