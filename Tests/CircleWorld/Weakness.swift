/// A part without which a night must break a promise. It shows that the judge would notice.
package enum Weakness: String, CaseIterable, Sendable {
  /// The queue tries each message once.
  case noRetries = "no-retries"
  /// Only the first person's first channel is used.
  case noEscalation = "no-escalation"
  /// The next person is alerted when the provider says "sent", without waiting for a phone.
  case sentIsEnough = "sent-is-enough"
  /// A restart goes on with an empty state.
  case forgets = "forgets"
}
