import Appliance
import ArgumentParser
import Readings
import System

struct SelfTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest",
    abstract: "Switches every lamp and sounder on once, and reports the results.",
    discussion: """
      Each line is read back after it was switched, and the sound card must accept samples as fast as it plays them. A \
      running box uses these lines and this card, so stop it first. The box does the same test when it starts.
      """)

  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let findings = try SelfTest.run(try options.read())
    for finding in findings { try Output.standard.line(finding.sentence) }
    let failed = findings.filter { !$0.isGood }.map(\.part)
    guard failed.isEmpty else {
      throw LapwingError(
        .unavailable, code: "selftest", "the self-test failed: \(failed.joined(separator: ", ")); check the wiring")
    }
  }
}
