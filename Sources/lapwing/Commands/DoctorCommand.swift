import Appliance
import ArgumentParser
import Readings
import System

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Says of adapter, kernel, lines, sound card, watchdog, clock, disk and real time how they are.",
    discussion: """
      It changes nothing and may be asked while a box runs. It judges with the rights of the box, or of the user of its \
      service, and not with those of root, who may open everything. What is not configured is no fault. It exits with 69 \
      where a part is missing.
      """)

  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let findings = Doctor.findings(try options.read())
    for finding in findings {
      try Output.standard.line("\(finding.isGood ? "good" : "BAD ")  \(finding.part): \(finding.sentence)")
    }
    let bad = findings.filter { !$0.isGood }.map(\.part)
    guard bad.isEmpty else {
      throw LapwingError(.unavailable, code: "doctor", "not as it should be: \(bad.joined(separator: ", "))")
    }
  }
}
