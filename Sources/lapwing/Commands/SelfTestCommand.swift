import Appliance
import ArgumentParser
import Readings
import System

struct SelfTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest",
    abstract: "Lights every lamp and sounds every sounder once, and says what worked.",
    discussion: """
      Each line is read back after it was switched; the sound card must take samples as fast as they are heard. A \
      running box holds its lines and its card: stop it first. It does the same test when it starts.
      """)

  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let findings = try SelfTest.run(try options.read())
    for finding in findings { try Output.standard.line(finding.sentence) }
    let failed = findings.filter { !$0.isGood }.map(\.part)
    guard failed.isEmpty else {
      throw LapwingError(
        .unavailable, code: "selftest", "the self-test failed: \(failed.joined(separator: ", ")); look at its wiring")
    }
  }
}
