import Bluetooth
import Control
import Glibc
import Readings
import Settings

/// Pairs with a device and stores its keys, or deletes the keys of a device. For `lapwing pair` and `lapwing unpair`.
package enum DevicePairing {
  /// How long a device may take to be received at all.
  private static let patience = Duration.seconds(30)
  /// The time for the whole pairing, with a person who reads a number and types it.
  private static let longest = Duration.seconds(90)

  /// Pairs, and stores the keys.
  /// - Parameters:
  ///   - passkey: the number that the device shows, if it is known beforehand.
  ///   - ask: asks a person to type the number.
  /// - Returns: the addresses of all devices whose keys are stored now. A device with changing addresses has its
  ///   permanent one.
  nonisolated package static func pair(
    _ address: DeviceAddress, passkey: UInt32?, _ configuration: Configuration,
    ask: () throws(LapwingError) -> Void
  ) throws(LapwingError) -> [DeviceAddress] {
    let file = BondFile(path: configuration.bondsPath)
    var bonds = try file.read()
    // Without the old keys of the device: the kernel would use them instead of pairing.
    var others = bonds
    others.remove(address)
    let visit = try DeviceJob(to: address, configuration, bonds: others)
    visit.wake = visit.now.advanced(by: patience)
    var hasReceived = false
    var isUnpairable = false
    let isDone = try visit.run(within: longest) { happening throws(LapwingError) in
      switch happening {
      case .received(_, let device, let isConnectable):
        isUnpairable = !isConnectable && !hasReceived
        guard isConnectable, !hasReceived else { return false }
        hasReceived = true
        visit.pair(with: device, passkey: passkey)
      case .woken: if !hasReceived { throw visit.fault ?? absent(address, for: patience, isUnpairable: isUnpairable) }
      case .pairing(.passkeyWanted):
        guard passkey == nil else { throw refused(address) }
        guard isatty(STDIN_FILENO) == 1 else {
          throw LapwingError(
            .usage, code: "no-passkey",
            "\(address) shows a number now; give it with --passkey, or run this command in a terminal")
        }
        try ask()
        try visit.listenToPerson()
      case .line(let text):
        guard let number = text.flatMap({ UInt32($0) }), Pairing.passkeys.contains(number) else {
          visit.answer(nil)
          throw LapwingError(.usage, code: "bad-passkey", "the number that \(address) shows has at most six digits")
        }
        visit.answer(number)
      case .pairing(.paired(let longTermKeys, let identityKeys)):
        guard !longTermKeys.isEmpty else { throw withoutKeys(address) }
        bonds.remove(address)
        bonds.add(longTermKeys, identityKeys)
        try file.write(bonds)
        return true
      case .pairing(.failed(let status)): throw failed(address, status)
      default: break
      }
      return false
    }
    guard isDone else { throw absent(address, for: longest, isUnpairable: isUnpairable) }
    return bonds.devices.map(\.address)
  }

  /// Deletes the keys of a device. The kernel loses them as well, if that is possible.
  /// - Returns: whether the device was known.
  nonisolated package static func unpair(
    _ address: DeviceAddress, _ configuration: Configuration
  ) throws(LapwingError) -> Bool {
    try ControlClient.refuseRunningBox(at: configuration.controlSocket)
    let file = BondFile(path: configuration.bondsPath)
    var bonds = try file.read()
    let known = bonds.devices.filter { $0.address == address }
    guard !known.isEmpty else { return false }
    bonds.remove(address)
    try file.write(bonds)
    // The next scan gives the kernel the remaining keys. Without an adapter the kernel has no keys.
    return true
  }

  static func withoutKeys(_ address: DeviceAddress) -> LapwingError {
    LapwingError(
      .unavailable, code: "no-bond",
      "\(address) paired for this connection only and stores no keys; it cannot be used")
  }

  static func absent(_ address: DeviceAddress, for time: Duration, isUnpairable: Bool) -> LapwingError {
    let seconds = time.components.seconds
    return LapwingError(
      .unavailable, code: "not-there",
      isUnpairable
        ? "\(address) is received, but accepts no connections now; switch it to pairing, or close the app that uses it"
        : "\(address) was not received for \(seconds) s; is it near, switched on, and not connected to anything else?")
  }

  static func refused(_ address: DeviceAddress) -> LapwingError {
    LapwingError(
      .unavailable, code: "wrong-passkey",
      "\(address) does not accept that passkey; it shows a new one for every try, so read it and try again")
  }

  static func failed(_ address: DeviceAddress, _ status: ManagementStatus) -> LapwingError {
    switch status {
    case .authenticationFailed: refused(address)
    default:
      LapwingError(
        .unavailable, code: "not-paired",
        "\(address) could not be paired: \(status.words); bring it near and try again")
    }
  }
}
