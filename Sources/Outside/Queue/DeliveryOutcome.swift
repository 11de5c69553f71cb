package enum DeliveryOutcome: String, Sendable {
  /// The service has accepted it. That says nothing of a phone or a person.
  case sent
  /// The service says that the phone has it. The message stays `sent`, since no person has answered.
  case arrived
  /// A person has answered it, or the phone of one.
  case confirmed
  case failed
  /// Its time was over before a service accepted it.
  case expired
  /// It was of no use any more, or was cancelled.
  case withdrawn
  /// Too many waited, or the channel is no longer configured.
  case dropped
}
