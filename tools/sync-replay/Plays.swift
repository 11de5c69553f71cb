import Foundation
import Sync
import SyncWorld

/// Plays histories, and reports those in which something is wrong.
struct Plays {
  let first: UInt64
  let count: UInt64
  private static let mostShown = 10

  /// - Returns: whether all was well.
  func run() -> Bool {
    var faulty = 0, copies = 0, steps = 0
    for seed in first..<first + count {
      let history = SyncHistory(seed: seed)
      var world = SyncWorld()
      for step in history.steps { world.play(step) }
      var faults = world.rest()
      // The same with clocks that are right.
      var other = SyncWorld()
      for step in history.steps where step.kind != .clock { other.play(step) }
      _ = other.rest()
      if world.states.map({ $0.map(Outcome.init) }) != other.states.map({ $0.map(Outcome.init) }) {
        faults.append("wrong clocks change the outcome")
      }
      steps += history.steps.count
      copies += world.copies
      guard !faults.isEmpty else { continue }
      faulty += 1
      if faulty <= Self.mostShown { print("seed \(seed): \(faults.joined(separator: "; "))") }
    }
    print("\(count) histories, \(steps) steps: \(faulty) with a fault; \(copies) copies were made")
    return faulty == 0
  }
}

/// What counts of a record: all but what clocks said.
struct Outcome: Equatable {
  let id: SyncID
  let values: [String: String]

  init(_ item: SyncItem) { (id, values) = (item.id, item.fields.compactMapValues(\.value)) }
}

/// Plays one history and prints the records of each device before and after the rest, without what clocks said.
func answer(_ line: String) throws {
  let steps = try JSONDecoder().decode([SyncStep].self, from: Data(line.utf8))
  var world = SyncWorld()
  for step in steps { world.play(step) }
  let before = world.states
  _ = world.rest()
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  let shown = (before + world.states).map { items in
    Dictionary(
      uniqueKeysWithValues: items.map {
        ($0.id.text, $0.fields.mapValues { [$0.value ?? "", "\($0.stamp.count)@\($0.stamp.device.text)"] })
      })
  }
  print(String(decoding: try encoder.encode(shown), as: UTF8.self))
}
