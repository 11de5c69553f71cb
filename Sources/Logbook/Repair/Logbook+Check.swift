import FoundationEssentials
import GRDB

/// The position of the rotating part of ``Logbook/check(_:)`` in the readings and blocks. Its owner keeps it from call
/// to call.
package struct CheckPosition: Sendable {
  /// Rows with a number below this are checked next; `nil` means from the newest row.
  var below: Int64?
  /// The same for blocks.
  var belowBlock: Int64?

  package init() {}
}

extension Logbook {
  /// A file up to this size in bytes is checked completely, which takes about 0.1 s on a Pi.
  private static let wholeUpTo = 8 << 20
  /// In a larger file, each check reads the newest readings, which a restart needs, and a part of the others in turns.
  /// 20,000 rows are about 2 MiB.
  private static let newestRows = 2_000
  private static let rowsInTurn: Int64 = 20_000
  /// About half a megabyte. For one year of one strap, 9,000 blocks, a round takes half an hour.
  private static let blocksInTurn = 100
  /// Messages of `quick_check` about rows that a person may have edited. They do not mean that the file is damaged.
  private static let harmless = [
    "NULL value in ", "CHECK constraint failed in ", "non-unique entry in ", "NUMERIC value in ", "TEXT value in ",
  ]

  /// Looks for damage that normal use has not yet found, such as overwritten bytes or lost sectors. It uses a
  /// connection of its own, since the writing connection has pages in memory. (The file must only be opened through
  /// SQLite: closing another descriptor of it would release SQLite's locks.)
  /// - Parameter position: where the previous check of the readings of a large file ended.
  /// - Throws: ``LogbookError/corrupt(path:)`` only.
  package func check(_ position: inout CheckPosition) throws(LogbookError) {
    var next = position
    do {
      var configuration = Configuration()
      configuration.label = "logbook check"
      configuration.readonly = true
      configuration.busyMode = .timeout(1)
      try DatabaseQueue(path: path, configuration: configuration).read { db in
        let lost = "SELECT 1 FROM quick_reading WHERE sensor_id NOT IN (SELECT id FROM sensor) LIMIT 1"
        guard try Row.fetchOne(db, sql: lost) == nil else { throw LogbookError.corrupt(path: path) }
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let size = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        if pages.multipliedReportingOverflow(by: size).partialValue <= Self.wholeUpTo {
          try quickCheck(db, of: nil)
          try checkBlocks(db, &next)
        } else {
          let small = ["run", "session", "phase", "hydration", "session_gap", "scenario", "hole", "damage", "sensor"]
          for table in ["alarm", "quick_reading"] + small {
            try quickCheck(db, of: table)
          }
          // A sum over the last column makes SQLite read every row to its end.
          _ = try Row.fetchAll(
            db,
            sql: "SELECT sum(history) FROM (SELECT history FROM wide_reading ORDER BY id DESC LIMIT \(Self.newestRows))"
          )
          try checkInTurn(db, &next)
          try checkBlocks(db, &next)
        }
      }
    } catch {
      // A busy file or a missing file descriptor is no damage; the next check comes soon.
      let error = LogbookError(error, path: path)
      if case .corrupt = error { throw error }
    }
    position = next
  }

  private func quickCheck(_ db: Database, of table: String?) throws {
    let found = try String.fetchAll(db, sql: "PRAGMA quick_check(\(table ?? "5"))")
    let isSound = found.allSatisfy { line in line == "ok" || Self.harmless.contains { line.hasPrefix($0) } }
    guard isSound else { throw LogbookError.corrupt(path: path) }
  }

  private func checkInTurn(_ db: Database, _ position: inout CheckPosition) throws {
    let newest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM wide_reading") ?? 0
    let below = min(position.below ?? newest, newest)
    _ = try Row.fetchAll(
      db, sql: "SELECT sum(history) FROM wide_reading WHERE id < ? AND id >= ?",
      arguments: [below, below > Self.rowsInTurn ? below - Self.rowsInTurn : 0])
    position.below = below > Self.rowsInTurn ? below - Self.rowsInTurn : nil
  }

  /// Compares the checksums of some blocks. SQLite has none, and would not notice a changed byte.
  private func checkBlocks(_ db: Database, _ position: inout CheckPosition) throws {
    let blocks = try Row.fetchCursor(
      db, sql: "SELECT id, data FROM block WHERE id < ? ORDER BY id DESC LIMIT \(Self.blocksInTurn)",
      arguments: [position.belowBlock ?? Int64.max])
    var last: Int64?, count = 0
    while let row = try blocks.next() {
      guard let bytes: Data = row.checked("data"), SealedBlock.isSound(bytes) else {
        throw LogbookError.corrupt(path: path)
      }
      last = row.checked("id")
      count += 1
    }
    position.belowBlock = count < Self.blocksInTurn ? nil : last
  }
}
