import Foundation
import TestSupport
import Testing

@Suite struct `The command line` {
  @Test(arguments: [
    ("--version", Int32(0)), ("--help", 0), ("run --help", 0), ("nothing", 64), ("replay", 64), ("replay /none", 66),
    ("replay /dev/null", 65), ("run", 69), ("run --speed fast", 64), ("run --speed 0", 64),
    ("run --profile kitchen", 64), ("config check /none", 66), ("config check /etc/passwd", 78),
    ("status --config /none", 66), ("session pause", 64),
  ])
  func `exits with the status that its help names`(arguments: String, status: Int32) throws {
    let outcome = try LapwingProcess.run(arguments.split(separator: " ").map(String.init))
    #expect(outcome.status == status, "\(outcome.error)")
    if status != 0 { #expect(!outcome.error.isEmpty) }
  }

  @Test func `a file that is not there is one sentence that names it`() throws {
    let outcome = try LapwingProcess.run(["replay", "/none"])
    #expect(outcome.error == "lapwing: /none: No such file or directory; check the path\n")
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func `has completions`(shell: String) throws {
    let outcome = try LapwingProcess.run(["--generate-completion-script", shell])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("replay"))
  }

  @Test func `decode answers every line in its order and stops at none`() throws {
    let outcome = try LapwingProcess.run(
      ["decode"],
      input: """
        {"service_uuid": "0x180D", "characteristic": "0x2A37", "hex": "164f0203"}
        no JSON

        {"adv_hex": "02010619ff0207210e0401000c0f016f030802681f1362012c018c00b9", "rssi": -60}
        {"adv_hex": "02010603ff4c00"}
        {"characteristic": "2A37 Heart Rate Measurement", "hex": "01"}
        {"adv_hex": "020106ff"}
        {"characteristic": "what", "hex": "00"}
        {"hex": "00"}
        {"adv_hex": 5}
        {"adv_hex": "0"}
        {"adv_hex": "0x"}
        []
        {"characteristic": "0x2A37", "hex": "0600", "adv_hex": null}
        """)
    let starts = [
      #"{"model":"Heart Rate Service","heart_rate_bpm":79,"contact":true,"contact_supported":true,"rr_1024":[770],"#
        + #""rr_ms":[751.95]}"#,
      #"{"error":{"code":"bad-json""#, #"{"error":{"code":"bad-json""#,
      #"{"model":"Aranet4","disconnected":true,"calibration":"notActive","dfu":false,"integrations":true,"#
        + #""firmware":"1.4.14","reading":true,"co2_ppm":879,"temperature_c":26,"humidity_pct":19,"pressure_hpa":804,"#
        + #""battery_pct":98,"status":"green","interval_s":300,"age_s":140,"counter":185}"#,
      #"{"unknown":true}"#, #"{"error":{"code":"too-short""#, #"{"error":{"code":"truncated-structure""#,
      #"{"error":{"code":"bad-uuid""#, #"{"error":{"code":"missing-field""#, #"{"error":{"code":"bad-field""#,
      #"{"error":{"code":"bad-hex""#, #"{"error":{"code":"bad-hex""#, #"{"error":{"code":"bad-"#,
      #"{"model":"Heart Rate Service","heart_rate_bpm":0,"#,
    ]
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == starts.count)
    for (line, start) in zip(outcome.lines, starts) { #expect(line.hasPrefix(start), "\(line)") }
  }

  @Test func `decode reports every RR interval, however many there are`() throws {
    let hex = "1048" + String(repeating: "0004", count: 40)
    let outcome = try LapwingProcess.run(["decode"], input: "{\"characteristic\": \"2A37\", \"hex\": \"\(hex)\"}\n")
    #expect(outcome.output.components(separatedBy: "1000,").count == 40)
  }

  @Test func `replay gives the same bytes on every run`() throws {
    let bench = try Workbench()
    let path = try bench.folder.write(TimelineText.restless(200), to: "timeline.jsonl")
    let first = try LapwingProcess.run(["replay", path, "--profile", "bedside", "--json"])
    let second = try LapwingProcess.run(["replay", path, "--profile", "bedside", "--json"])
    #expect(first.status == 0)
    #expect(first.lines.count > 200)
    #expect(first.output == second.output)
  }

  @Test func `replay without JSON is for a person`() throws {
    let bench = try Workbench()
    let path = try bench.folder.write(TimelineText.heartRate({ _ in 171 }, during: 0..<20), to: "timeline.jsonl")
    let outcome = try LapwingProcess.run(["replay", path])
    #expect(
      outcome.output.contains(
        "00:10.0  alarm    Heart rate high (heart-rate-high) high on (171, limit 150) at C0:FF:EE:00:00:02\n"))
  }
}
