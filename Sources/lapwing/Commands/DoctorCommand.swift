import Appliance
import ArgumentParser
import Outside
import Panel
import Readings
import Settings
import Status
import System
import Web

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Checks adapter, kernel, lines, sound card, watchdog, clock, disk, real time and messages.",
    discussion: """
      It changes nothing and can be used while a box runs. It checks with the rights of the box, or of the user of its \
      service, and not with those of root, who can open everything. A part that is not configured is not a fault, \
      unless no lamp and no sounder is left. The exit status is 69 if a part is missing.
      """)

  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let configuration = try options.read()
    let findings =
      Doctor.findings(configuration) + (configuration[Keys.panelEnabled] ? [PageDoctor.tls(configuration)] : [])
      + (configuration[Keys.outsideChannels].isEmpty ? [] : [Self.messages(configuration)])
    for finding in findings {
      try Output.standard.line("\(finding.isGood ? "good" : "BAD ")  \(finding.part): \(finding.sentence)")
    }
    let bad = findings.filter { !$0.isGood }.map(\.part)
    guard bad.isEmpty else {
      throw LapwingError(.unavailable, code: "doctor", "these parts have a fault: \(bad.joined(separator: ", "))")
    }
  }

  /// Whether messages can leave the box, as far as that is known without sending one.
  private static func messages(_ configuration: Configuration) -> DoctorFinding {
    let faults = OutsideCheck(configuration).faults + OutsideCheck.failing(configuration)
    return DoctorFinding(
      part: "messages", isGood: faults.isEmpty,
      sentence: faults.isEmpty
        ? "consent is given and secrets are in place; lapwing outside test NAME tries a channel"
        : faults.joined(separator: "; "))
  }
}

/// How the page is served in the network, for `lapwing doctor`. It makes no certificate.
enum PageDoctor {
  static func tls(_ configuration: Configuration) -> DoctorFinding {
    let part = "page"
    do {
      if let certificate = try PanelCertificate.known(configuration) {
        // The box's own holds for decades; before its beginning, it is the clock that is not set.
        guard certificate.isOwn || certificate.isInForce(at: MonotonicClock.unixMilliseconds()) else {
          return .bad(
            part, "its certificate has ended or has not begun, so browsers refuse it; renew it, then restart the page")
        }
        return .good(part, "its certificate has the SHA-256 \(certificate.fingerprint)")
      }
    } catch {
      return .bad(part, error.message)
    }
    let isPlain = configuration[Keys.panelTLS] == .without
    return .good(
      part,
      isPlain
        ? "it is served without TLS (panel.tls): who listens in the network sees values and cookie"
        : "it has no certificate yet, and makes one when it starts")
  }
}
