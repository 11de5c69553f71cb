import Foundation
import Settings
import TestSupport
import Testing

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
    try String(contentsOfFile: bench.folder.file("lapwing.yaml"), encoding: .utf8)
  }

  private func bench(_ settings: String = Self.settings) throws -> PanelBench { try PanelBench(settings) }

  /// Sends a text as a browser sends a file.
  private func send(_ bench: PanelBench, _ path: String, _ text: String) async throws -> PanelBench.Answer {
    let body =
      "--xx\r\nContent-Disposition: form-data; name=\"backup\"; filename=\"b.json\"\r\nContent-Type: application/json\r\n\r\n\(text)\r\n--xx--\r\n"
    return try await bench.ask("POST", path, ["Content-Type: multipart/form-data; boundary=xx"], body: body)
  }

  @Test func `has the settings with their comments, and no secret`() async throws {
    let bench = try bench()
    let answer = try await bench.ask("GET", "/settings/backup.json")
    #expect(answer.field("Content-Disposition")?.contains("attachment") == true)
    let backup = try BackupFile(answer.body)
    #expect(backup.configuration.contains("limit: 2600  # mine"))
    #expect(!answer.body.contains("00112233445566778899aabbccddeeff"))
  }

  @Test func `comes back with the secrets that the box has, and shows first what changes`() async throws {
    let bench = try bench()
    let backup = try await bench.ask("GET", "/settings/backup.json").body
    let before = try file(bench)
    try before.replacing("limit: 2600  # mine", with: "limit: 2900")
      .write(toFile: bench.folder.file("lapwing.yaml"), atomically: true, encoding: .utf8)
    bench.panel.forgetConfiguration()
    let preview = try await send(bench, "/settings/backup", backup)
    #expect(preview.status == 200, "\(preview.body)")
    #expect(preview.body.contains("<td>2900</td><td>2600</td>"))
    #expect(try file(bench).contains("2900"), "a look changes nothing")
    let answer = try await send(bench, "/settings/restore", backup)
    #expect(answer.status == 200, "\(answer.body)")
    #expect(try file(bench) == before)
    #expect(try String(contentsOfFile: bench.folder.file("lapwing.yaml.before"), encoding: .utf8).contains("2900"))
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
    #expect(try await send(bench, "/settings/backup", backup).body.contains("all of it is so already"))
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
      let answer = try await send(bench, path, text)
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
    "sensors:\n  keys: {\"C2:DB:C0:DC:E4:55\": 00112233445566778899aabbccddeeff}\n",
  ])
  func `is not made where a secret has no line of its own`(settings: String) async throws {
    let answer = try await bench(settings).ask("GET", "/settings/backup.json")
    #expect(answer.status == 503 && answer.body.contains("in braces"))
  }
}
