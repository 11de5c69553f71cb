import TestSupport
import Testing

@Suite struct `lapwing doctor` {
  @Test func `names each part that is missing, and exits with 69`() throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(
      """
      control: {socket: \(folder.file("control"))}
      board:
        chip: no-such-chip
        sound: {device: "hw:CARD=NoSuchCard"}
        watchdog: {device: /dev/no-such-watchdog}
        real-time: {priority: 20}
      """, to: "lapwing.yaml")
    let outcome = try LapwingProcess.run(["doctor", "--config", configuration])
    #expect(outcome.status == 69)
    #expect(outcome.lines.contains { $0.hasPrefix("BAD   lines: there is no GPIO chip no-such-chip") })
    #expect(outcome.lines.contains { $0.hasPrefix("BAD   sound card: there is no card NoSuchCard") })
    #expect(outcome.lines.contains { $0.hasPrefix("BAD   watchdog: /dev/no-such-watchdog: No such file") })
    // Whether the machine of the test follows the clocks of a network is its own business.
    #expect(outcome.lines.contains { $0.contains("  clock: the date is ") })
    #expect(outcome.lines.contains { $0.hasPrefix("good  real time: priority 20 is configured") })
    #expect(outcome.error.contains("lines, sound card, watchdog"))
  }

  @Test func `finds no fault with what is not configured`() throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write("control: {socket: \(folder.file("control"))}\n", to: "lapwing.yaml")
    let outcome = try LapwingProcess.run(["doctor", "--config", configuration])
    for part in ["lines", "sound card", "watchdog", "real time", "memory"] {
      #expect(outcome.lines.contains { $0.hasPrefix("good  \(part): ") }, "\(part): \(outcome.lines)")
    }
    #expect(outcome.lines.contains { $0.hasPrefix("BAD   signals: neither a sounder nor a lamp") })
  }

  @Test func `looks at all that the radio depends on, and at the disk`() throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(
      "control: {socket: \(folder.file("control"))}\nlogbook: {path: \(folder.file("log/lapwing.db"))}\n",
      to: "lapwing.yaml")
    let outcome = try LapwingProcess.run(["doctor", "--config", configuration])
    for part in ["adapter", "rfkill", "other users", "permission", "kernel", "disk"] {
      #expect(outcome.lines.contains { $0.dropFirst(6).hasPrefix("\(part): ") }, "\(part): \(outcome.lines)")
    }
    #expect(outcome.lines.contains { $0.contains("MiB are free for \(folder.file("log/lapwing.db"))") })
  }
}
