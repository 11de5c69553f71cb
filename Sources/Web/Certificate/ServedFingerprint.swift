import Glibc
import Readings
import Settings
import System

/// The fingerprint of the certificate that a running panel serves, in a file beside its codes: the certificate's own file may be
/// another one by now, such as a renewed one that the panel has not read yet.
package struct ServedFingerprint: Sendable {
  private let file: StoredFile

  package init(_ configuration: Configuration) {
    file = StoredFile(path: PanelCertificate.path(configuration) + ".served", mode: 0o644)
  }

  /// Of the panel that runs; `nil` if none serves with TLS. A panel that was killed leaves the last one until its next start.
  package var text: String? {
    guard let bytes = try? file.read(), let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let line = text.prefix { $0 != "\n" }
    return line.count == 95 && line.allSatisfy { $0.isHexDigit || $0 == ":" } ? String(line) : nil
  }

  package func keep(_ fingerprint: Fingerprint) throws(LapwingError) {
    try file.write(Array("\(fingerprint)\n".utf8)) { reason in
      LapwingError(.inputOutput, code: .noWrite, "\(file.path) cannot be written (\(reason))")
    }
  }

  package func forget() { unlink(file.path) }
}
