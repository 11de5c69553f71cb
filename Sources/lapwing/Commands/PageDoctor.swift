import Panel
import Readings
import Settings
import Status
import System
import Web

/// How the page is served in the network, for `lapwing doctor`. It makes no certificate.
enum PageDoctor {
  static func tls(_ configuration: Configuration) -> DoctorFinding {
    let part = "page"
    do {
      if let certificate = try PanelCertificate.known(configuration) {
        // The box's own holds for decades; before its beginning, it is the clock that is not set.
        guard certificate.isOwn || certificate.isInForce(at: MonotonicClock.unixMilliseconds()) else {
          return DoctorFinding(
            part: part, isGood: false,
            sentence:
              "its certificate has ended or has not begun, so browsers refuse it; renew it, then restart the page")
        }
        return DoctorFinding(
          part: part, isGood: true, sentence: "its certificate has the SHA-256 \(certificate.fingerprint)")
      }
    } catch {
      return DoctorFinding(part: part, isGood: false, sentence: error.message)
    }
    let isPlain = configuration[Keys.panelTLS] == .without
    return DoctorFinding(
      part: part, isGood: true,
      sentence: isPlain
        ? "it is served without TLS (panel.tls): who listens in the network sees values and cookie"
        : "it has no certificate yet, and makes one when it starts")
  }
}
