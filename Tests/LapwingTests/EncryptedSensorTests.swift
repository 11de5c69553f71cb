import TestSupport
import Testing

@Suite struct `An encrypted sensor` {
  private static let key = "231d39c1d7cc1ab1aee224cd096db932"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a replay of one advertisement (the example of bthome.io/encryption) prints with a configuration.
  private func replay(_ configuration: String) throws -> LapwingProcess.Outcome {
    let timeline = try folder.write(
      #"{"t": 0, "address": "54:48:E6:8F:80:A5", "adv_hex": "1216d2fc41a47266c95f730011223378237214"}"#
        + "\n" + #"{"t": 1000}"#,
      to: "timeline.jsonl")
    return try LapwingProcess.run(
      ["replay", timeline, "--json", "--config", try folder.write(configuration, to: "lapwing.yaml")])
  }

  @Test(arguments: [
    "sensors:\n  keys:\n    54:48:E6:8F:80:A5: \(key)\n",
    "sensors: {keys: {\"54-48-e6-8f-80-a5\": \"\(key.uppercased())\"}}",
  ])
  func `is read with the bind key of the configuration`(configuration: String) throws {
    let outcome = try replay(configuration)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""temperature_c":25.06"#))
    #expect(outcome.output.contains(#""humidity_pct":50.55"#))
  }

  @Test(arguments: [
    "", "sensors: {keys: none}", "sensors:\n  keys:\n    54:48:E6:8F:80:A6: \(key)\n",
    "sensors:\n  keys:\n    54:48:E6:8F:80:A5: 00000000000000000000000000000000\n",
  ])
  func `gives no value without it or with another one, and is never missed`(configuration: String) throws {
    let outcome = try replay(configuration)
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("no-data"))
    #expect(!outcome.output.contains("temperature_c"))
  }

  @Test(arguments: [
    ("keys: all", ":2: sensors.keys is \"all\"; allowed is an address for each sensor and after it"),
    ("keys: []", ":2: sensors.keys is a list or keys; allowed is"),
    ("keys: {54:48: \(key)}", ":2: sensors.keys has \"54:48\"; an address is written like"),
    ("keys: {\"54:48:E6:8F:80:A5\": \(key)0}", ":2: the bind key of 54:48:E6:8F:80:A5 must have 32 hexadecimal digits"),
    (
      "keys: {\"54:48:E6:8F:80:A5\": \(key), \"54:48:e6:8f:80:a5\": \(key)}",
      ":2: sensors.keys has 54:48:E6:8F:80:A5 twice"
    ),
  ])
  func `has a key that is checked strictly and never shown`(keys: String, violation: String) throws {
    let file = try folder.write("sensors:\n  \(keys)\n", to: "bad.yaml")
    let outcome = try LapwingProcess.run(["config", "check", file])
    #expect(outcome.status == 78)
    #expect(outcome.error.contains(violation), "\(outcome.error)")
    #expect(!outcome.error.contains(Self.key))
  }

  @Test func `is shown in the configuration by its address alone`() throws {
    let file = try folder.write("sensors:\n  keys:\n    54:48:E6:8F:80:A5: \(Self.key)\n", to: "good.yaml")
    let outcome = try LapwingProcess.run(["config", "show", "--config", file])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("sensors.keys: 54:48:E6:8F:80:A5"))
    #expect(!outcome.output.contains(Self.key))
  }
}
