import AllocationCounter
import Readings
import SensorProtocols

/// Counts the memory blocks that decoding each message of a corpus allocates. Nine out of ten advertisements do not come
/// from a sensor: they must allocate nothing, and those of a sensor at most one block.
enum Allocations {
  /// Prints a line for each kind and device: kind, messages, mean and maximum of allocations, device.
  /// - Returns: whether all of them meet the aim.
  static func report(_ corpus: Corpus) -> Bool {
    guard counts() else {
      print("The counter counts nothing, because this C library does not use the program's malloc.")
      return false
    }
    // The first call creates the tables that are created once.
    _ = taken(corpus)
    let taken = taken(corpus)
    var table: [String: (messages: Int, total: Int, most: Int)] = [:]
    var keepsAim = true
    for (message, blocks) in zip(corpus.messages, taken) {
      let kind = message.isForeign ? "foreign" : message.characteristic == nil ? "advertisement" : "value"
      let row = kind + "\t" + (message.isForeign ? "all" : corpus.devices[message.device])
      let known = table[row, default: (0, 0, 0)]
      table[row] = (known.messages + 1, known.total + blocks, max(known.most, blocks))
      if blocks > (message.isForeign ? 0 : 1) { keepsAim = false }
    }
    for (row, sums) in table.sorted(by: { $0.key < $1.key }) {
      print(row, sums.messages, Double(sums.total) / Double(sums.messages), sums.most, separator: "\t")
    }
    return keepsAim
  }

  private static func taken(_ corpus: Corpus) -> [Int] {
    var taken = [Int](repeating: 0, count: corpus.messages.count)
    var quantities = 0
    var reading = Reading(model: .unknown)
    for index in corpus.messages.indices {
      let before = allocation_count()
      quantities += Corpus.quantities(of: corpus.messages[index], in: corpus.bytes.span.bytes, into: &reading)
      taken[index] = Int(allocation_count() - before)
    }
    precondition(quantities > 0, "nothing was decoded")
    return taken
  }

  /// Whether the counter sees Swift's allocations.
  private static func counts() -> Bool {
    let before = allocation_count()
    let array = [UInt8](repeating: 1, count: Int(before & 1) + 4_096)
    return allocation_count() > before && array.count >= 4_096
  }
}
