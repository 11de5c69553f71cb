import Characters

/// Why a message did not reach a service. The sentence names host and reason, and never a secret: it is kept, shown and logged.
package struct DeliveryFault: Error, Sendable, Equatable {
  /// Whether the same message may succeed later.
  package let isTemporary: Bool
  package let sentence: String
  /// How long the service wants to be left alone.
  package let retryAfter: Duration?
  /// The only recipients to whom it is sent again; `nil` for all.
  package var recipients: [String]?

  /// A network, a server or a certificate: it is tried again.
  package static func temporary(_ sentence: String, retryAfter: Duration? = nil) -> DeliveryFault {
    DeliveryFault(isTemporary: true, sentence: sentence.plainWords, retryAfter: retryAfter, recipients: nil)
  }

  /// The service understands and refuses: the same message will never be taken.
  package static func permanent(_ sentence: String) -> DeliveryFault {
    DeliveryFault(isTemporary: false, sentence: sentence.plainWords, retryAfter: nil, recipients: nil)
  }
}
