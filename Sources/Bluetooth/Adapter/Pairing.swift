import Readings

/// One pairing by the kernel's management: the rules and no I/O. Messages and the time come in, messages and what is
/// wanted of a person come out. The kernel speaks the protocol itself, with the passkey that is shown on the device, in
/// the way of Bluetooth 4.0 and with Secure Connections.
package struct Pairing: Sendable {
  /// What is to be done.
  package enum Output: Sendable, Equatable {
    /// Send this to the management socket.
    case send([UInt8])
    /// Ask a person for the number that the device shows, and hand it to ``answer(_:at:into:)``.
    case passkeyWanted
    /// It is paired: with these keys, which the kernel forgets and we may not.
    case paired([LongTermKey], [IdentityKey])
    /// It is not.
    case failed(ManagementStatus)
  }

  package let device: LEAddress
  private let adapter: UInt16
  private var passkey: UInt32?
  private var hasAnswered = false
  private var longTermKeys: [LongTermKey] = []
  private var identityKeys: [IdentityKey] = []
  private var deadline: Instant?

  /// The largest passkey: six digits.
  package static let passkeys: ClosedRange<UInt32> = 0...999_999
  /// A device that does not come, or a person who types nothing: the kernel's own protocol gives up 30 s after the last
  /// message, and connecting takes some seconds before.
  private static let patience = Duration.seconds(60)

  /// - Parameters:
  ///   - adapter: the kernel's number of the adapter that listens.
  ///   - passkey: what the device shows, where that is known beforehand.
  package init(with device: LEAddress, adapter: UInt16, passkey: UInt32? = nil) {
    self.device = device
    self.adapter = adapter
    self.passkey = passkey
  }

  /// When ``advance(to:into:)`` has something to do; `nil` while nothing runs.
  package var nextDeadline: Instant? { deadline }

  /// Begins. Keys that the kernel still holds of the device go first: with keys that the device has lost, it would try
  /// to encrypt instead of pairing.
  package mutating func start(at instant: Instant, into outputs: inout [Output]) {
    deadline = instant.advanced(by: Self.patience)
    send(.unpair(device), into: &outputs)
  }

  /// Takes in an event of the management socket.
  package mutating func take(
    _ event: ManagementEvent, from source: UInt16, at instant: Instant, into outputs: inout [Output]
  ) {
    guard deadline != nil, source == adapter else { return }
    switch event {
    // Whether there was anything to forget does not matter.
    case .ended(command: ManagementCommand.unpair(device).code, _, _):
      send(.pair(device, hasKeyboard: true), into: &outputs)
    case .ended(command: ManagementCommand.pair(device, hasKeyboard: true).code, let status, _):
      deadline = nil
      outputs.append(status == .success ? .paired(longTermKeys, identityKeys) : .failed(status))
    case .passkeyWanted(device):
      // A device that asks again refuses what it got; the same number would not help.
      if let passkey, !hasAnswered {
        reply(passkey, into: &outputs)
      } else {
        outputs.append(.passkeyWanted)
      }
    // A device without a display: there is nothing to compare, and a person has asked for this pairing.
    case .confirmationWanted(device): send(.confirm(device), into: &outputs)
    // A device with a changing address has its keys under its lasting one.
    case .newLongTermKey(let key, isToBeStored: true): longTermKeys.append(key)
    case .newIdentityKey(let key, isToBeStored: true): identityKeys.append(key)
    default: break
    }
  }

  /// A person has typed the passkey; `nil`: does not want to.
  package mutating func answer(_ passkey: UInt32?, into outputs: inout [Output]) {
    guard deadline != nil else { return }
    if let passkey { reply(passkey, into: &outputs) } else { send(.refusePasskey(device), into: &outputs) }
  }

  /// Lets happen what is due.
  package mutating func advance(to instant: Instant, into outputs: inout [Output]) {
    guard let end = deadline, end <= instant else { return }
    deadline = nil
    send(.cancelPairing(device), into: &outputs)
    outputs.append(.failed(.timeout))
  }

  private mutating func reply(_ passkey: UInt32, into outputs: inout [Output]) {
    hasAnswered = true
    send(.replyPasskey(device, passkey), into: &outputs)
  }

  private func send(_ command: ManagementCommand, into outputs: inout [Output]) {
    outputs.append(.send(command.message(to: adapter)))
  }
}
