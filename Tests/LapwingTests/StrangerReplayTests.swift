import Foundation
import TestSupport
import Testing

@Suite struct `A replay with strangers` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func replay(_ timeline: String, _ arguments: [String] = ["--strangers"]) throws -> LapwingProcess.Outcome {
    let path = try folder.write(timeline, to: "timeline.jsonl")
    return try LapwingProcess.run(["replay", path, "--profile", "bedside", "--json"] + arguments)
  }

  /// A jogger's strap advertises 180 bpm, and her signal comes and goes.
  private func jogger(_ seconds: Range<Int>) -> String {
    seconds.map { second in
      let rate = String(178 + second % 5, radix: 16), count = String(2 + second % 8 * 4, radix: 16)
      return #"{"t": \#(second), "address": "A0:9E:1A:00:00:07", "address_type": "public", "rssi": -60, "#
        + #""adv_hex": "07ff6b00\#(count.count < 2 ? "0" : "")\#(count)00\#(rate)\#(rate)"}"#
    }.joined(separator: "\n") + "\n"
  }

  @Test func `is silent while a jogger's strap at 180 bpm passes by for ten minutes`() throws {
    let outcome = try replay(jogger(0..<601) + "{\"t\": 7200}\n")
    #expect(outcome.status == 0, "\(outcome.error)")
    // Beside a bed a stranger's strap watches no person, and that is reported.
    let alarms = outcome.lines.filter { $0.contains(#""kind":"alarm""#) }
    #expect(alarms.allSatisfy { $0.contains(#""condition":"not-watched""#) })
    for kind in ["notice", "adoption"] {
      #expect(!outcome.output.contains("\"kind\":\"\(kind)\""), "\(kind)")
    }
    #expect(outcome.lines.contains { $0.contains(#""kind":"reading","address":"A0:9E:1A:00:00:07","adopted":false"#) })
  }

  @Test func `alarms without that flag, where every sensor of the file counts`() throws {
    let outcome = try replay(jogger(0..<60), [])
    #expect(outcome.output.contains(#""condition":"heart-rate-high""#))
  }

  @Test func `adopts by itself the one strap that stays`() throws {
    let outcome = try replay(jogger(0..<700))
    let adoption =
      #"{"t":601,"kind":"adoption","state":"unconfirmed","address":"A0:9E:1A:00:00:07","#
      + #""adopted_by":"itself","wearer":"adult"}"#
    #expect(outcome.lines.contains { $0 == adoption })
    #expect(outcome.output.contains(#""condition":"heart-rate-high""#))
  }

  @Test func `counts those that the configuration names, and no others`() throws {
    let strap = TimelineText.heartRate({ 68 + $0 % 5 }, during: 0..<60)
    let configuration = try folder.write(
      "sensors: {use: {any: automatic, \"C0:FF:EE:00:00:02\": automatic}}\n", to: "lapwing.yaml")
    let lines = (strap + jogger(0..<60)).split(separator: "\n").sorted {
      Int($0.dropFirst(6).prefix { $0.isNumber }) ?? 0 < Int($1.dropFirst(6).prefix { $0.isNumber }) ?? 0
    }
    let outcome = try replay(lines.joined(separator: "\n"), ["--config", configuration])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(!outcome.output.contains(#""kind":"alarm""#))
    #expect(outcome.output.contains(#""kind":"lamp","lamp":"green""#))
  }

  @Test(arguments: [
    (#"{"t": 0, "adopt": "here"}"#, "adopt here is not of the form C0:FF:EE:00:00:01"),
    (#"{"t": 0, "name": "desk"}"#, "name needs the sensor to adopt"),
    (#"{"t": 0, "replaces": "C0:FF:EE:00:00:01"}"#, "replaces needs the sensor to adopt"),
    (
      #"{"t": 0, "address": "C0:FF:EE:00:00:01", "adv_hex": "", "address_type": "secret"}"#,
      "address_type secret is not one of public, random"
    ),
  ])
  func `refuses a line that makes no sense`(line: String, message: String) throws {
    let outcome = try replay(line)
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("line 1: \(message)"), "\(outcome.error)")
  }

  @Test func `of a live box is no replay`() throws {
    #expect(try LapwingProcess.run(["run", "--strangers"]).status == 64)
  }
}
