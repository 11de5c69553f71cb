import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// Finds out for people why a server's certificate was refused. It connects once more, looks at the certificates and ends the
/// handshake as failed, so nothing is ever sent.
package enum CertificateDiagnosis {
  /// - Parameter now: seconds since 1970.
  /// - Returns: the sentence, without the host.
  package static func sentence(host: String, port: Int, trust: Trust, group: any EventLoopGroup, now: Int) async
    -> String
  {
    let kept = SeenCertificates()
    let channel = try? await ClientBootstrap(group: group).connectTimeout(.seconds(5))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let handler = try NIOSSLClientHandler(
            context: trust.context, serverHostname: Trust.isAddress(host) ? nil : host,
            customVerificationCallback: { certificates, promise in
              kept.set(certificates)
              promise.succeed(.failed)
            })
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }
      .connect(host: host, port: port).get()
    if let channel {
      channel.eventLoop.scheduleTask(in: .seconds(5)) { channel.close(promise: nil) }
      try? await channel.closeFuture.get()
    }
    return reason(for: kept.certificates, now: now, hasFile: trust.file != nil)
  }

  package static func reason(for certificates: [NIOSSLCertificate], now: Int, hasFile: Bool) -> String {
    guard let leaf = certificates.first else { return "its certificate was refused" }
    if leaf.notValidAfter < now { return "its certificate has expired; its owner must renew it" }
    if leaf.notValidBefore > now { return "its certificate is not valid yet; is the clock of this box right?" }
    if let names = (try? leaf.toDERBytes()).flatMap({ CertificateNames(der: $0) }), names.issuer == names.subject {
      return "its certificate is self-signed; if it is yours, name it as ca-file"
    }
    return hasFile
      ? "its certificate is not signed by an authority of ca-file"
      : "its certificate is not signed by a known authority; if the authority is yours, name its certificate as ca-file"
  }
}

/// The certificates that the callback has seen.
private final class SeenCertificates: Sendable {
  private let held = Mutex<[NIOSSLCertificate]>([])
  func set(_ certificates: [NIOSSLCertificate]) { held.withLock { $0 = certificates } }
  var certificates: [NIOSSLCertificate] { held.withLock { $0 } }
}

/// The names of issuer and subject in a certificate, as bytes: fields of the TBSCertificate in RFC 5280, section 4.1.
package struct CertificateNames {
  package let issuer: [UInt8]
  package let subject: [UInt8]

  /// - Returns: `nil` if this is no certificate.
  package init?(der: [UInt8]) {
    guard let certificate = Self.element(der[...]), let body = Self.element(certificate.content) else { return nil }
    var rest = body.content
    var elements: [(tag: UInt8, content: ArraySlice<UInt8>)] = []
    while elements.count < 6, let next = Self.element(rest) {
      // The version has a tag of its own, and may be missing.
      if !(elements.isEmpty && next.tag == 0xA0) { elements.append((next.tag, next.content)) }
      rest = next.rest
    }
    // Serial number, algorithm, issuer, validity, subject.
    guard elements.count >= 5 else { return nil }
    issuer = Array(elements[2].content)
    subject = Array(elements[4].content)
  }

  private struct Element {
    let tag: UInt8
    let content: ArraySlice<UInt8>
    let rest: ArraySlice<UInt8>
  }

  /// The first element (X.690: tag, length in one byte, or in as many as its low bits say).
  private static func element(_ bytes: ArraySlice<UInt8>) -> Element? {
    guard let tag = bytes.first, let short = bytes.dropFirst().first else { return nil }
    var rest = bytes.dropFirst(2)
    var length = Int(short)
    if short & 0x80 != 0 {
      let count = Int(short & 0x7F)
      guard (1...3).contains(count), rest.count >= count else { return nil }
      length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(count)
    }
    guard length <= rest.count else { return nil }
    return Element(tag: tag, content: rest.prefix(length), rest: rest.dropFirst(length))
  }
}
