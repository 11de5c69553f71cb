import Glibc
import NIOCore
import NIOPosix
import NIOSSL

/// Faults that the network code finds by itself.
package enum NetworkFault: Error, Equatable {
  /// The whole exchange took too long.
  case tooSlow(seconds: Int64)
  /// The other end closed the connection in the middle.
  case closed
  /// No TLS to an address that is not one's own.
  case notPrivate(String)
  case tooLong
  case notUnderstood
  /// Text before the protection that an attacker may have put there.
  case injected
  /// The certificate has no subject alternative name.
  case onlyCommonName
  /// Its key or its signature can be forged.
  case weakCertificate
}

/// What people read about a fault of the network.
package enum FaultSentence {
  package static func of(_ error: any Error, host: String) -> String {
    switch error {
    case let fault as NetworkFault: "\(host): \(text(of: fault))"
    case let error as NIOConnectionError: "\(host): \(text(of: error))"
    case ChannelError.connectTimeout: "\(host): no connection within 10 s"
    case let error as IOError: "\(host): \(String(cString: strerror(error.errnoCode)))"
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      "\(host): its certificate is for another name; check the address"
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: "\(host): \(reason(ofTLS: error))"
    default: "\(host): the connection failed"
    }
  }

  /// Whether the certificate of the server was refused, and ``CertificateDiagnosis`` can say why.
  package static func isRefusedCertificate(_ error: any Error) -> Bool {
    guard case .handshakeFailed(let inner) = error as? NIOSSLError else { return false }
    return "\(inner)".contains("CERTIFICATE_VERIFY_FAILED")
  }

  private static func text(of fault: NetworkFault) -> String {
    switch fault {
    case .tooSlow(let seconds): "no answer within \(seconds) s"
    case .closed: "it closed the connection without an answer"
    case .notPrivate(let address): "\(address) is no address of your own network, so nothing is sent without TLS"
    case .tooLong: "its answer is too long"
    case .notUnderstood: "its answer is not understood; is this the right port?"
    case .injected: "it sent text before the protection that may be forged; nothing was sent"
    case .onlyCommonName:
      "its certificate has a common name alone; its owner must make one with a subject alternative name (SAN)"
    case .weakCertificate:
      "its certificate is weak (RSA of less than 2048 bits, or signed with SHA-1); its owner must make a new one"
    }
  }

  private static func text(of error: NIOConnectionError) -> String {
    guard let first = error.connectionErrors.first?.error else {
      return "the name is not known; check the name, and whether the box has a network"
    }
    if let error = first as? IOError { return String(cString: strerror(error.errnoCode)) }
    if case ChannelError.connectTimeout = first { return "no connection within 10 s" }
    return "no connection"
  }

  /// BoringSSL's own words name files and lines of its sources; they end with the reason in capitals.
  private static func reason(ofTLS error: any Error) -> String {
    if case NIOSSLError.uncleanShutdown = error { return text(of: .closed) }
    let words = "\(error)"
    if words.contains("WRONG_VERSION_NUMBER") || words.contains("HTTP_REQUEST") {
      return "it does not speak TLS on this port; check the address"
    }
    if words.contains("UNSUPPORTED_PROTOCOL") || words.contains("PROTOCOL_VERSION") {
      return "it speaks no TLS from version 1.2 on"
    }
    return "TLS failed; is this port one with TLS?"
  }
}
