import Readings

/// One pairing through the kernel's management. Rules only, without I/O: events and times come in, messages and
/// requests to a person come out. The kernel runs the protocol itself, with the passkey that the device shows, for
/// Bluetooth 4.0 and for Secure Connections.
package struct Pairing: Sendable {
  package enum Output: Sendable, Equatable {
    case send([UInt8])
    /// Ask a person for the number that the device shows, and pass it to ``answer(_:into:)``.
    case passkeyWanted
    /// The device is paired. The keys must be stored, because the kernel loses them.
    case paired([LongTermKey], [IdentityKey])
    case failed(ManagementStatus)
  }

  package let device: LEAddress
  private let adapter: UInt16
  private var passkey: UInt32?
  private var hasAnswered = false
  private var longTermKeys: [LongTermKey] = []
  private var identityKeys: [IdentityKey] = []
  private var deadline: Instant?

  /// The allowed passkeys: up to six digits.
  package static let passkeys: ClosedRange<UInt32> = 0...999_999
  /// The time for a device that does not respond, or a person who types nothing. The kernel gives up 30 s after the
  /// last message, and connecting takes some seconds before that.
  private static let patience = Duration.seconds(60)

  /// - Parameters:
  ///   - adapter: the kernel's number of the adapter that listens.
  ///   - passkey: the number that the device shows, if it is known beforehand.
  package init(with device: LEAddress, adapter: UInt16, passkey: UInt32? = nil) {
    self.device = device
    self.adapter = adapter
    self.passkey = passkey
  }

  /// When ``advance(to:into:)`` has something to do; `nil` while nothing runs.
  package var nextDeadline: Instant? { deadline }

  package var cancellation: [UInt8] { ManagementCommand.cancelPairing(device).message(to: adapter) }

  /// Starts. First the kernel deletes its own keys of the device: if the device has lost them, the kernel would try to
  /// encrypt instead of pairing.
  package mutating func start(at instant: Instant, into outputs: inout [Output]) {
    deadline = instant.advanced(by: Self.patience)
    send(.unpair(device), into: &outputs)
  }

  package mutating func handle(
    _ event: ManagementEvent, from source: UInt16, at instant: Instant, into outputs: inout [Output]
  ) {
    guard deadline != nil, source == adapter else { return }
    switch event {
    // It does not matter whether there were keys to delete.
    case .ended(command: ManagementCommand.unpair(device).code, _, _):
      send(.pair(device, hasKeyboard: true), into: &outputs)
    case .ended(command: ManagementCommand.pair(device, hasKeyboard: true).code, let status, _):
      deadline = nil
      outputs.append(status == .success ? .paired(longTermKeys, identityKeys) : .failed(status))
    case .passkeyWanted(device):
      // A device that asks again has refused the number, so the same one would not help.
      if let passkey, !hasAnswered {
        reply(passkey, into: &outputs)
      } else {
        outputs.append(.passkeyWanted)
      }
    // A device without a display has nothing to compare, and a person has asked for this pairing.
    case .confirmationWanted(device): send(.confirm(device), into: &outputs)
    // A device with changing addresses has its keys under its permanent address.
    case .newLongTermKey(let key, isToBeStored: true): longTermKeys.append(key)
    case .newIdentityKey(let key, isToBeStored: true): identityKeys.append(key)
    default: break
    }
  }

  /// Passes on the passkey that a person typed; `nil` refuses the pairing.
  package mutating func answer(_ passkey: UInt32?, into outputs: inout [Output]) {
    guard deadline != nil else { return }
    if let passkey { reply(passkey, into: &outputs) } else { send(.refusePasskey(device), into: &outputs) }
  }

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
