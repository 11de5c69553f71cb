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
  package static func sentence(
    host: String, port: Int, trust: Trust, on loop: any EventLoop, _ names: NameLookup, now: Int
  ) async -> String {
    let certificates = await certificates(host: host, port: port, trust: trust, on: loop, names)
    return reason(for: certificates, now: now, hasFile: trust.file != nil)
  }

  /// What a server shows that begins with TLS; nothing of one that does not.
  package static func certificates(
    host: String, port: Int, trust: Trust, on loop: any EventLoop, _ names: NameLookup
  ) async -> [NIOSSLCertificate] {
    let kept = SeenCertificates()
    let channel = try? await ClientBootstrap(group: loop).connectTimeout(.seconds(5))
      .resolver(names.resolver(on: loop))
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
    return kept.certificates
  }

  package static func reason(for certificates: [NIOSSLCertificate], now: Int, hasFile: Bool) -> String {
    guard let leaf = certificates.first else { return "its certificate was refused" }
    if leaf.notValidAfter < now { return "its certificate has expired; its owner must renew it" }
    if leaf.notValidBefore > now { return "its certificate is not valid yet; is the clock of this box right?" }
    if let names = (try? leaf.toDERBytes()).flatMap({ CertificateFields(der: $0) }), names.issuer == names.subject {
      return "its certificate is self-signed; if it is yours, name it as ca-file"
    }
    return hasFile
      ? "its certificate is not signed by an authority of ca-file"
      : "its certificate is not signed by a known authority; if the authority is yours, name its certificate as ca-file"
  }
}

private final class SeenCertificates: Sendable {
  private let held = Mutex<[NIOSSLCertificate]>([])
  func set(_ certificates: [NIOSSLCertificate]) { held.withLock { $0 = certificates } }
  var certificates: [NIOSSLCertificate] { held.withLock { $0 } }
}
