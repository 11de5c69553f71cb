import Bluetooth
import Engine
import Readings

/// A pairing that a person has ordered from a running box: the device is awaited, paired with, and asked for its number.
/// Rules only, without I/O. The box watches its sensors meanwhile; only while the kernel calls this device, some seconds
/// at most, no other one is connected to.
package struct PairingVisit {
  package enum Output: Equatable {
    /// A message to the management socket.
    case send([UInt8])
    case step(DeviceVisit.Step)
    case paired([LongTermKey], [IdentityKey])
  }

  package private(set) var visit: DeviceVisit
  private let passkey: UInt32?
  private var pairing: Pairing?
  private let awaitedUntil: Instant
  private var isUnpairable = false
  /// Until when the kernel calls the device.
  package private(set) var callsUntil: Instant?

  /// How long a device may take to be received at all.
  private static let patience = Duration.seconds(30)
  /// The kernel receives the device once more before it calls it (`SensorLinks`).
  private static let longestCall = Duration.seconds(3) + ConnectionDefaults.longestPatience

  package init(with address: DeviceAddress, passkey: UInt32?, at instant: Instant) {
    visit = DeviceVisit(.pair, of: address, at: instant)
    self.passkey = passkey
    awaitedUntil = instant.advanced(by: Self.patience)
  }

  package var isOver: Bool { visit.step.isEnd }

  /// When ``advance(to:into:)`` has something to do.
  package var nextDeadline: Instant? {
    guard !isOver else { return nil }
    return min(visit.end, pairing == nil ? awaitedUntil : pairing?.nextDeadline ?? visit.end)
  }

  /// Whether the box must not connect to a device now.
  package func keepsOff(_ device: DeviceAddress, at instant: Instant) -> Bool {
    guard !isOver, pairing != nil else { return false }
    return device == visit.address || callsUntil.map { instant < $0 } ?? false
  }

  /// The device advertises.
  /// - Parameters:
  ///   - adapter: the kernel's number of the adapter that listens.
  ///   - isFree: whether the kernel is opening no connection now.
  package mutating func received(
    _ device: LEAddress, isConnectable: Bool, by adapter: UInt16, isFree: Bool, at instant: Instant,
    into outputs: inout [Output]
  ) {
    guard !isOver, pairing == nil, device.address == visit.address else { return }
    isUnpairable = !isConnectable
    guard isConnectable, isFree else { return }
    var begun = Pairing(with: device, adapter: adapter, passkey: passkey)
    var orders: [Pairing.Output] = []
    begun.start(at: instant, into: &orders)
    pairing = begun
    callsUntil = instant.advanced(by: Self.longestCall)
    go(to: .pairing, &outputs)
    carryOut(orders, into: &outputs)
  }

  package mutating func handle(
    _ event: ManagementEvent, from source: UInt16, at instant: Instant, into outputs: inout [Output]
  ) {
    withPairing(into: &outputs) { $0.handle(event, from: source, at: instant, into: &$1) }
  }

  /// Passes on the number that a person typed.
  /// - Returns: whether the device waits for one.
  package mutating func answer(_ passkey: UInt32, into outputs: inout [Output]) -> Bool {
    guard visit.step == .passkeyWanted else { return false }
    go(to: .pairing, &outputs)
    withPairing(into: &outputs) { $0.answer(passkey, into: &$1) }
    return true
  }

  package mutating func advance(to instant: Instant, into outputs: inout [Output]) {
    guard !isOver else { return }
    if instant >= visit.end || pairing == nil && instant >= awaitedUntil { return stop(absent, into: &outputs) }
    withPairing(into: &outputs) { $0.advance(to: instant, into: &$1) }
  }

  /// Ends it for a reason from outside.
  package mutating func stop(_ reason: LapwingError, into outputs: inout [Output]) {
    guard !isOver else { return }
    // A pairing that goes on in the kernel would disturb the next try.
    if let pairing, pairing.nextDeadline != nil { outputs.append(.send(pairing.cancellation)) }
    go(to: .failed(reason), &outputs)
  }

  private mutating func withPairing(
    into outputs: inout [Output], _ body: (inout Pairing, inout [Pairing.Output]) -> Void
  ) {
    guard !isOver, var running = pairing else { return }
    var orders: [Pairing.Output] = []
    body(&running, &orders)
    pairing = running
    carryOut(orders, into: &outputs)
  }

  private mutating func carryOut(_ orders: [Pairing.Output], into outputs: inout [Output]) {
    for order in orders {
      switch order {
      case .send(let message): outputs.append(.send(message))
      case .passkeyWanted:
        callsUntil = nil
        if visit.step == .pairing, passkey != nil { return stop(DevicePairing.refused(visit.address), into: &outputs) }
        go(to: .passkeyWanted, &outputs)
      case .paired(let keys, let identities):
        guard !keys.isEmpty else { return stop(DevicePairing.withoutKeys(visit.address), into: &outputs) }
        outputs.append(.paired(keys, identities))
        go(to: .done, &outputs)
      case .failed(let status): stop(DevicePairing.failed(visit.address, status), into: &outputs)
      }
    }
  }

  private mutating func go(to step: DeviceVisit.Step, _ outputs: inout [Output]) {
    visit.step = step
    if step.isEnd { callsUntil = nil }
    outputs.append(.step(step))
  }

  private var absent: LapwingError {
    DevicePairing.absent(
      visit.address, for: pairing == nil ? Self.patience : DeviceVisit.longestPairing, isUnpairable: isUnpairable)
  }
}
