import Readings

/// The adapters of the kernel, and which of them may be used. ``AdapterControl`` updates it from the management events.
struct AdapterList: Sendable {
  private let choice: AdapterChoice
  private var known: Set<UInt16> = []
  /// The adapters that cannot be used as they are, and were not looked at yet.
  private var unconfigured: [UInt16] = []
  /// Why one of them cannot be used at all.
  private var unusable: String?
  /// Until this time a missing adapter is no fault.
  let grace: Instant

  /// A dongle takes some seconds to appear when the machine starts.
  private static let startGrace = Duration.seconds(5)

  init(_ choice: AdapterChoice, at instant: Instant) {
    self.choice = choice
    grace = instant.advanced(by: Self.startGrace)
  }

  var hasOther: Bool { choice == .best && known.count > 1 }

  var reasonForNone: String {
    if let unusable { return unusable }
    let wanted = choice == .best ? "no Bluetooth adapter" : "no Bluetooth adapter \(choice)"
    return "\(wanted): plug one in, or check that its driver is loaded"
  }

  mutating func add(_ adapter: UInt16) { known.insert(adapter) }

  mutating func remove(_ adapter: UInt16) { known.remove(adapter) }

  /// Handles the list of the management: a count, then the number of each adapter.
  mutating func replace(with result: [UInt8]) { known = Set(Self.adapters(in: result)) }

  private static func adapters(in result: [UInt8]) -> [UInt16] {
    let bytes = result.span.bytes
    let count = Int(bytes.uint16(at: 0) ?? 0)
    return (0..<count).compactMap { bytes.uint16(at: 2 + 2 * $0) }
  }

  /// Handles the list of the adapters that cannot be used as they are.
  /// - Parameter address: that which this box gives to an adapter without one.
  mutating func replaceUnconfigured(with result: [UInt8], address: DeviceAddress) {
    unusable = nil
    unconfigured = Self.adapters(in: result).sorted().filter { adapter in
      switch choice {
      case .best: true
      case .index(let wanted): wanted == adapter
      case .address(let wanted): wanted == address
      }
    }
  }

  mutating func nextUnconfigured() -> UInt16? { unconfigured.isEmpty ? nil : unconfigured.removeFirst() }

  mutating func noteUnusable(_ adapter: UInt16, _ reason: String) {
    unusable = unusable ?? "the Bluetooth adapter hci\(adapter) cannot be used: \(reason)"
  }

  /// Starts to examine the adapters one after another.
  /// - Parameter avoided: an adapter that is used only if there is no other.
  func search(avoiding avoided: UInt16?) -> AdapterSearch { AdapterSearch(among: known, choice, avoiding: avoided) }
}
