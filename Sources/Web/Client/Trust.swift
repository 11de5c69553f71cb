import NIOCore
import NIOSSL
import Readings

/// Whose certificates are believed: the authorities of the system, or those of one file.
///
/// TLS 1.2 is the oldest that is spoken: mail servers of providers are not all at 1.3. With a server that has 1.3 it is 1.3.
package struct Trust: Sendable {
  package let context: NIOSSLContext
  /// The file of an own authority.
  package let file: String?

  /// - Parameters:
  ///   - file: certificates in PEM; `nil` for the authorities of the system.
  ///   - certificate: of this client and its key, in PEM, for a server that asks for them.
  /// - Throws: `configuration` if a file cannot be used.
  package init(file: String?, certificate: (file: String, key: String)? = nil) throws(LapwingError) {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    if let file { configuration.trustRoots = .file(file) }
    if let certificate {
      do {
        configuration.certificateChain = try NIOSSLCertificate.fromPEMFile(certificate.file).map { .certificate($0) }
        configuration.privateKey = .privateKey(try NIOSSLPrivateKey(file: certificate.key, format: .pem))
      } catch {
        throw LapwingError(
          .configuration, code: "bad-certificates",
          "\(certificate.file), \(certificate.key): no certificate with its key can be read; both must be files in PEM")
      }
    }
    do {
      context = try NIOSSLContext(configuration: configuration)
    } catch {
      let name = file ?? "the system's list of authorities (Debian's package ca-certificates)"
      throw LapwingError(
        .configuration, code: "bad-certificates", "\(name): no certificates can be read; it must be a file in PEM")
    }
    self.file = file
  }

  /// The TLS of one connection. An IP address must be in the certificate too, but is not sent as a name (RFC 6066).
  ///
  /// swift-nio-ssl takes the common name of a certificate that has no other. No other library does any more (RFC 9525),
  /// and an authority may have put anything there. BoringSSL takes RSA with 1024 bits, and SHA-1; what others can forge
  /// is refused here.
  package func handler(host: String) throws -> NIOSSLClientHandler {
    try NIOSSLClientHandler._makeSSLClientHandler(
      context: context, serverHostname: Self.isAddress(host) ? nil : host,
      additionalPeerCertificateVerificationCallback: { certificate, channel in
        let isStrong = (try? certificate.toDERBytes()).flatMap { CertificateFields(der: $0) }?.isStrong ?? false
        let fault: NetworkFault? =
          certificate._subjectAlternativeNames().isEmpty ? .onlyCommonName : isStrong ? nil : .weakCertificate
        return fault.map { channel.eventLoop.makeFailedFuture($0) } ?? channel.eventLoop.makeSucceededVoidFuture()
      })
  }

  package static func isAddress(_ host: String) -> Bool { (try? SocketAddress(ipAddress: host, port: 0)) != nil }
}
