import Readings

/// The adapters of the kernel, and which of them may be used. ``AdapterControl`` updates it from the management events.
struct AdapterList: Sendable {
  private let choice: AdapterChoice
  private var known: Set<UInt16> = []
  /// Until this time a missing adapter is no fault.
  let grace: Instant

  /// A dongle takes some seconds to appear when the machine starts.
  private static let startGrace = Duration.seconds(5)

  init(_ choice: AdapterChoice, at instant: Instant) {
    self.choice = choice
    grace = instant.advanced(by: Self.startGrace)
  }

  /// Whether there is another adapter that may be used.
  var hasOther: Bool { choice == .best && known.count > 1 }

  /// The message if there is no adapter.
  var reasonForNone: String {
    let wanted = choice == .best ? "no Bluetooth adapter" : "no Bluetooth adapter \(choice)"
    return "\(wanted): plug one in, or check that its driver is loaded"
  }

  mutating func add(_ adapter: UInt16) { known.insert(adapter) }

  mutating func remove(_ adapter: UInt16) { known.remove(adapter) }

  /// Handles the list of the management: a count, then the number of each adapter.
  mutating func replace(with result: [UInt8]) {
    let bytes = result.span.bytes
    let count = Int(bytes.uint16(at: 0) ?? 0)
    known = Set((0..<count).compactMap { bytes.uint16(at: 2 + 2 * $0) })
  }

  /// Starts to examine the adapters one after another.
  /// - Parameter avoided: an adapter that is used only if there is no other.
  func search(avoiding avoided: UInt16?) -> AdapterSearch { AdapterSearch(among: known, choice, avoiding: avoided) }
}
