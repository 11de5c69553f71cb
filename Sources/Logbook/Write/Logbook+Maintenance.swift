import GRDB

extension Logbook {
  /// How long a command waits for other readers and writers, in s. A box writes for some ms at a time.
  package static let standardPatience = 5.0

  /// Works on the logbook of a path beside a box that may write it, over a connection of its own. Each transaction in
  /// `body` should be short, since the box waits for it.
  static func maintaining<Value>(
    _ path: String, label: String, patience: Double = standardPatience, _ body: (DatabaseQueue) throws -> Value
  ) throws(LogbookError) -> Value {
    do {
      var configuration = Configuration()
      configuration.label = label
      configuration.busyMode = .timeout(patience)
      let database = try DatabaseQueue(path: path, configuration: configuration)
      guard try database.read(LogbookSchema.mayWrite) else { throw LogbookError.newerSchema(path: path) }
      guard try database.read({ try $0.tableExists("session") }) else { throw LogbookError.noLogbook(path: path) }
      guard try database.read({ try LogbookSchema.migrator.hasCompletedMigrations($0) }) else {
        throw LogbookError.failed(
          path: path, reason: "it is of another version of Lapwing; start `lapwing run` once to bring it up to date")
      }
      let value = try body(database)
      try database.close()
      return value
    } catch {
      throw LogbookError(error, path: path)
    }
  }
}

extension Logbook {
  /// Blocks that are deleted at once, so that an alarm never waits long.
  private static let blocksAtOnce = 50
  /// How many of the first blocks are looked at. Blocks are written in the order of their times, but for imports.
  private static let blocksInView = 500
  /// On a disk that is nearly full, this much room is kept free within the file. To delete more would not help the disk.
  private static let roomWithin: Int64 = 4 << 20

  /// Deletes some of the oldest blocks if they are too old, if the file is too large, or if the disk is nearly full. Alarms,
  /// sessions and the figures of minutes and hours stay.
  /// - Parameters:
  ///   - time: readings before this time are too old, milliseconds since 1970.
  ///   - largest: the bytes that the file may use.
  ///   - isDiskFull: whether the disk is nearly full.
  /// - Returns: whether blocks were deleted, and there may be more.
  package func thin(olderThan time: Int64, largest: Int64, isDiskFull: Bool) throws(LogbookError) -> Bool {
    let (used, free) = try read { db in
      let size = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
      let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      let free = try Int64.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
      return ((pages - free) * size, free * size)
    }
    let isTooLarge = used > largest || (isDiskFull && free < Self.roomWithin)
    return try write { db in
      try db.execute(
        sql: """
          DELETE FROM block WHERE id IN (
            SELECT id FROM (SELECT id, last_ms FROM block ORDER BY id LIMIT \(Self.blocksInView))
            WHERE :all OR last_ms < :time LIMIT \(Self.blocksAtOnce))
          """, arguments: ["all": isTooLarge, "time": time])
      return db.changesCount > 0
    }
  }
}
