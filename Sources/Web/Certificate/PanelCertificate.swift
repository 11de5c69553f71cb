import Glibc
import NIOSSL
import Readings
import Settings
import System

/// The certificate of the page: the one that the box makes, or files of its owner.
package struct PanelCertificate: Sendable {
  package let context: NIOSSLContext
  package let fingerprint: Fingerprint
  package let isOwn: Bool
  private let certificate: NIOSSLCertificate

  /// A new one is made so long before the end of the old one, s: two years.
  private static let early: Int64 = 2 * 365 * 86_400
  /// Of a file, in bytes.
  private static let longest = 1 << 20

  /// Reads the certificate. The box's own is made if there is none, if it nears its end, if its file is damaged, or if the machine
  /// has got another name. A new address is no reason: the fingerprint that people have compared stays.
  /// - Parameter now: milliseconds since 1970.
  /// - Returns: `nil` if the configuration wants no TLS.
  /// - Throws: `configuration` for files of the owner that cannot be used.
  package init?(_ configuration: Configuration, name: String, at now: Int64) throws(LapwingError) {
    switch configuration[Keys.panelTLS] {
    case .without: return nil
    case .own:
      // The page and `lapwing panel fingerprint` may both come here at once.
      let file = StoredFile(path: Self.path(configuration), isShared: true), isThere = access(file.path, F_OK) == 0
      if let known = Self.kept(file), known.isGood(name, at: now) {
        self = known
        return
      }
      let made = try SelfSignedCertificate(
        names: [name, "\(name).local", "localhost"], addresses: InternetAddress.ofThisMachine())
      // A file of several writers keeps its permissions, and only its owner may read the key.
      if isThere { try Self.keepToOwner(file.path) }
      do throws(LapwingError) {
        try file.write(Array(made.pem.utf8), mayReplace: isThere) { reason in
          LapwingError(
            .inputOutput, code: "no-certificate",
            "\(file.path): the certificate of the page cannot be kept (\(reason)); use sudo, or set panel.tls")
        }
      } catch {
        // The other one has made one meanwhile: there is no second fingerprint.
        guard !isThere, let known = Self.kept(file) else { throw error }
        self = known
        return
      }
      do {
        self = try Self(Array(made.pem.utf8), Array(made.pem.utf8), isOwn: true)
      } catch {
        throw Self.fault("the certificate of the box cannot be used: \(error)")
      }
    case .files:
      guard let certificate = configuration[Keys.panelCertificate], let key = configuration[Keys.panelKey] else {
        throw Self.fault("panel.tls is files, so panel.certificate and panel.key must both name one")
      }
      let texts = (try Self.read(certificate), try Self.read(key))
      do {
        self = try Self(texts.0, texts.1, isOwn: false)
      } catch {
        throw Self.fault(
          "\(certificate) and \(key) cannot be used: write the certificate and its key in PEM, without a password")
      }
    }
  }

  /// Lets only its owner read a file that will hold the key. One that has gone meanwhile is made with that mode.
  package static func keepToOwner(_ path: String) throws(LapwingError) {
    guard chmod(path, 0o600) != 0, errno != ENOENT else { return }
    throw LapwingError(
      .inputOutput, code: "no-certificate",
      "\(path): its permissions cannot be set to 0600 (\(SystemFault.reason)), and others might read the "
        + "key of the page; use sudo, or delete the file")
  }

  /// The box's own certificate in a file; `nil` if there is none that can be used.
  private static func kept(_ file: StoredFile) -> PanelCertificate? {
    guard let text = try? file.read() else { return nil }
    return try? Self(text, text, isOwn: true)
  }

  package static func known(_ configuration: Configuration) throws(LapwingError) -> PanelCertificate? {
    switch configuration[Keys.panelTLS] {
    case .without: return nil
    case .files: return try Self(configuration, name: "", at: 0)
    case .own:
      guard let text = try StoredFile(path: path(configuration)).read() else { return nil }
      return try? Self(text, text, isOwn: true)
    }
  }

  private init(_ certificates: [UInt8], _ key: [UInt8], isOwn: Bool) throws {
    let chain = try NIOSSLCertificate.fromPEMBytes(certificates)
    guard let first = chain.first else { throw Self.fault("there is no certificate in it") }
    var settings = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: key, format: .pem)))
    settings.minimumTLSVersion = .tlsv12
    // Of TLS 1.2 only what is still good (RFC 9325, 4.2): a key for each connection, and encryption that authenticates.
    settings.cipherSuiteValues = [
      .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
      .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
      .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
    ]
    settings.applicationProtocols = ["http/1.1"]
    context = try NIOSSLContext(configuration: settings)
    certificate = first
    fingerprint = Fingerprint(of: try first.toDERBytes())
    self.isOwn = isOwn
  }

  /// Whether the box's own certificate still serves.
  private func isGood(_ name: String, at now: Int64) -> Bool {
    let bytes = (try? certificate.toDERBytes()) ?? []
    return bytes.contains(SelfSignedCertificate.entry(name))
      && now / 1000 < Int64(certificate.notValidAfter) - Self.early
  }

  /// Whether it holds at this time, in milliseconds since 1970. One that has ended must bind no browser to TLS: no one
  /// would get past its warning.
  package func isInForce(at now: Int64) -> Bool {
    Int64(certificate.notValidBefore) <= now / 1000 && now / 1000 <= Int64(certificate.notValidAfter)
  }

  /// The names in a certificate of the owner: under these the owner asks for the page.
  package var names: [String] {
    isOwn
      ? []
      : certificate._subjectAlternativeNames().compactMap { entry in
        entry.nameType == .dnsName ? String(decoding: entry.contents, as: UTF8.self) : nil
      }
  }

  /// Beside the file of codes, which belongs to the page as well.
  package static func path(_ configuration: Configuration) -> String {
    let codes = configuration[Keys.panelAccess]
    return (codes.hasSuffix(".json") ? String(codes.dropLast(".json".count)) : codes) + ".pem"
  }

  private static func read(_ path: String) throws(LapwingError) -> [UInt8] {
    do {
      return try FileBytes.read(path, mayWait: false, longest: longest)
    } catch {
      throw fault("\(error.message); panel.certificate and panel.key name files that the user lapwing-panel can read")
    }
  }

  private static func fault(_ sentence: String) -> LapwingError {
    LapwingError(.configuration, code: "bad-certificate", sentence)
  }
}
