import Readings

/// The adapters that the kernel has, and which of them may be used. ``AdapterControl`` keeps it by what the management
/// tells.
struct AdapterList: Sendable {
  private let choice: AdapterChoice
  private var known: Set<UInt16> = []
  /// Until when a missing adapter is no fault yet.
  let grace: Instant

  /// A dongle takes some seconds to appear when the machine starts.
  private static let startGrace = Duration.seconds(5)

  init(_ choice: AdapterChoice, at instant: Instant) {
    self.choice = choice
    grace = instant.advanced(by: Self.startGrace)
  }

  /// Whether there is another one that may be used.
  var hasOther: Bool { choice == .best && known.count > 1 }

  /// What is said where there is none.
  var reasonForNone: String {
    let wanted = choice == .best ? "no Bluetooth adapter" : "no Bluetooth adapter \(choice)"
    return "\(wanted): plug one in, or see whether its driver is loaded"
  }

  mutating func add(_ adapter: UInt16) { known.insert(adapter) }

  mutating func remove(_ adapter: UInt16) { known.remove(adapter) }

  /// Takes in the management's own list: how many, then the number of each.
  mutating func replace(with result: [UInt8]) {
    let bytes = result.span.bytes
    let count = Int(bytes.uint16(at: 0) ?? 0)
    known = Set((0..<count).compactMap { bytes.uint16(at: 2 + 2 * $0) })
  }

  /// Asks them one after the other.
  /// - Parameter avoided: one that is taken only for lack of another.
  func search(avoiding avoided: UInt16?) -> AdapterSearch { AdapterSearch(among: known, choice, avoiding: avoided) }
}
