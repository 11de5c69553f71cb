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
