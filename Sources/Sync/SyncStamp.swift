/// Which edit a value is from: the number of an edit, and the device that made it. A device numbers its edits above all
/// that it has received, so an edit has a higher number than every edit that it knows. No wall clock has a part in it.
package struct SyncStamp: Hashable, Comparable, Sendable {
  package let count: UInt64
  package let device: SyncID

  /// No history of edits gets there; a higher number is damage.
  package static let most: UInt64 = 1 << 52

  package init(_ count: UInt64, _ device: SyncID) { (self.count, self.device) = (count, device) }

  package static func < (left: SyncStamp, right: SyncStamp) -> Bool {
    left.count == right.count ? left.device < right.device : left.count < right.count
  }
}

extension SyncStamp: Codable {
  /// As `12@UUID`.
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = UInt64(parts[0]), count <= Self.most, let device = SyncID(String(parts[1]))
    else {
      throw SyncFault.badValue("“\(text.prefix(80))” is no stamp, such as 12@UUID")
    }
    self.init(count, device)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(count)@\(device.text)")
  }
}

/// Which edits of a record a state contains: of each device all up to this number.
package struct SyncVector: Hashable, Sendable, Codable {
  package private(set) var counts: [SyncID: UInt64] = [:]

  package init() {}

  package init(_ stamps: some Sequence<SyncStamp>) { for stamp in stamps { insert(stamp) } }

  package mutating func insert(_ stamp: SyncStamp) {
    counts[stamp.device] = max(counts[stamp.device] ?? 0, stamp.count)
  }

  package func contains(_ stamp: SyncStamp) -> Bool { stamp.count <= counts[stamp.device] ?? 0 }

  package mutating func join(_ other: SyncVector) { counts.merge(other.counts) { max($0, $1) } }

  package init(from decoder: any Decoder) throws {
    counts = try decoder.singleValueContainer().decode([SyncID: UInt64].self)
    guard counts.values.allSatisfy({ $0 <= SyncStamp.most }) else { throw SyncFault.badValue("a number is too high") }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(counts)
  }
}
