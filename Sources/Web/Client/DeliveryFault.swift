import Characters

/// Why a message did not reach a service. The sentence names host and reason, and never a secret: it is kept, shown and logged.
package struct DeliveryFault: Error, Sendable, Equatable {
  /// Whether the same message is tried again.
  package var isTemporary: Bool
  /// Whether what is refused is not the message: a secret, an address or a proxy, which may be mended. A high alarm is tried again.
  package private(set) var mayBeMended = false
  package let sentence: String
  /// How long the service wants to be left alone.
  package let retryAfter: Duration?
  /// The only recipients to whom it is sent again; `nil` for all.
  package var recipients: [String]?

  /// A network, a server or a certificate: it is tried again.
  package static func temporary(_ sentence: String, retryAfter: Duration? = nil) -> DeliveryFault {
    DeliveryFault(isTemporary: true, sentence: sentence.plainWords, retryAfter: retryAfter, recipients: nil)
  }

  /// The service refuses for a reason that lies outside of the message.
  package static func refused(_ sentence: String) -> DeliveryFault {
    var fault = permanent(sentence)
    fault.mayBeMended = true
    return fault
  }

  /// The service understands and refuses: the same message will never be taken.
  package static func permanent(_ sentence: String) -> DeliveryFault {
    DeliveryFault(isTemporary: false, sentence: sentence.plainWords, retryAfter: nil, recipients: nil)
  }
}
