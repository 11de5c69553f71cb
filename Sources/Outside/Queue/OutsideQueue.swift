import FoundationEssentials
import GRDB
import Glibc
import Readings

/// The messages that wait for each channel and those that were sent, in one SQLite file, with what is known of the box.
///
/// What the box has reported and the messages that follow from it are written in one transaction: a process that is
/// killed at any moment neither loses a message nor makes it twice. Times are milliseconds since 1970. Any thread may
/// use it; every call waits for the disk.
package final class OutsideQueue: Sendable {
  let store: QueueStore
  let path: String
  /// Whether the file was damaged, and is set aside: what waited in it, and the consent of the people, is lost.
  let wasDamaged: Bool
  /// The file that was opened; `nil` if it was gone at once, or if no process writes to it.
  private let place: QueuePlace?
  /// Whether there is a file. Without room for one, all of it is in memory from the start.
  private let canBeKept: Bool
  /// `nil` if nothing waits for long in it.
  private let clockSteps: ClockSteps?

  /// The most that wait for one channel; then ``QueueBound`` says which go.
  package static let mostWaiting = 1000
  /// How long it is kept to whom what was sent, in days.
  package static let keptDays = 90

  /// Opens the file, or makes it. A damaged one is set aside under another name and replaced: a box that says nothing more would
  /// be worse than the loss of what waited.
  /// - Throws: `inputOutput` if the file cannot be used.
  package convenience init(path: String) throws(LapwingError) { try self.init(path: path, clockSteps: nil) }

  /// - Parameter clockSteps: moves the times in the queue when the date is set.
  init(path: String, clockSteps: ClockSteps?) throws(LapwingError) {
    (self.path, self.clockSteps) = (path, clockSteps)
    let database: DatabaseQueue
    var canBeKept = true
    do {
      database = try Self.open(path)
      wasDamaged = false
    } catch  where clockSteps != nil && QueueStore.isFull(error) {
      database = try Self.inMemory()
      (wasDamaged, canBeKept) = (false, false)
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) && rename(path, Self.setAside(path)) == 0
    {
      for end in ["-wal", "-shm"] { unlink(path + end) }
      do { database = try Self.open(path) } catch { throw Self.fault(error, path) }
      wasDamaged = true
    } catch {
      throw Self.fault(error, path)
    }
    self.canBeKept = canBeKept
    place = QueuePlace(path)
    store = QueueStore(database, canLeaveFile: clockSteps != nil && canBeKept)
  }

  /// Whether the file that was opened is still where it was, and as this process has left it. One that a broken disk hides does not
  /// matter while the queue is in memory.
  var isInPlace: Bool { !store.isOutdated && (isInMemory || place != nil && QueuePlace(path) == place) }

  /// Whether the disk takes nothing, so that messages go out from memory.
  package var isInMemory: Bool { !canBeKept || store.isInMemory }

  /// Whether there is room for a file that was missing at the start, and nothing waits that the next process would not know.
  var canBeginAgain: Bool {
    guard !canBeKept, (try? Self.open(path)) != nil else { return false }
    return (try? read { try Int.fetchOne($0, sql: "SELECT count(*) FROM message WHERE state = 'waiting'") }) == 0
  }

  /// A queue that is open already.
  init(_ database: DatabaseQueue, path: String) {
    (self.path, clockSteps, wasDamaged, place, canBeKept) = (path, nil, false, nil, true)
    store = QueueStore(database, canLeaveFile: false)
  }

  package static func setAside(_ path: String) -> String { path + ".damaged" }

  /// The file with what the people of the care circle have said (``KeptWords``).
  package static func people(of path: String) -> String { path + ".people" }

  /// The file with the people who were added at the page (``Invitations``).
  package static func invited(of path: String) -> String { path + ".invited" }

  /// The file with what the MQTT broker has not confirmed (``MQTTHistory``).
  package static func unpublished(of path: String) -> String { path + ".mqtt" }

  private static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "outside"
    configuration.busyMode = .timeout(5)
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.writeWithoutTransaction { db in
      _ = try String.fetchOne(db, sql: "PRAGMA journal_mode=WAL")
      // What was taken from the box must survive a loss of power.
      try db.execute(sql: "PRAGMA synchronous=FULL; PRAGMA secure_delete=FAST")
    }
    try QueueSchema.migrator.migrate(database)
    return database
  }

  /// A queue that lasts as long as this value: for a trial, which must not touch the queue of a running process.
  package init() throws(LapwingError) {
    (path, clockSteps, wasDamaged, place, canBeKept) = ("memory", nil, false, nil, true)
    store = QueueStore(try Self.inMemory(), canLeaveFile: false)
  }

  private static func inMemory() throws(LapwingError) -> DatabaseQueue {
    do {
      let database = try DatabaseQueue()
      try QueueSchema.migrator.migrate(database)
      return database
    } catch {
      throw fault(error, "memory")
    }
  }

  /// For `lapwing outside status`.
  /// - Throws: `noInput` if there is no such file.
  package init(reading path: String) throws(LapwingError) {
    (self.path, clockSteps, wasDamaged, place, canBeKept) = (path, nil, false, nil, true)
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(5)
      let database = try DatabaseQueue(path: path, configuration: configuration)
      store = QueueStore(database, canLeaveFile: false)
      _ = try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM message") }
    } catch {
      throw LapwingError(
        .noInput, code: "no-queue",
        "\(path): there is no queue of messages; has lapwing outside run with this configuration?")
    }
  }

  static func fault(_ error: any Error, _ path: String) -> LapwingError {
    let reason = (error as? DatabaseError)?.message ?? "\(error)"
    return LapwingError(.inputOutput, code: "queue-failed", "\(path): \(reason); check the folder and the disk")
  }

  func write<Value>(_ body: (Database) throws -> Value) throws(LapwingError) -> Value {
    try write(at: Clock.now) { db, _ in try body(db) }
  }

  /// - Parameters:
  ///   - date: ms since 1970. It is read within the transaction, when the times in the queue have followed a date that was set.
  ///   - body: may run twice, and the first time for nothing.
  func write<Value>(
    at date: @autoclosure () -> Int64, _ body: (Database, Int64) throws -> Value
  ) throws(LapwingError) -> Value {
    do {
      guard let clockSteps else { return try store.write { try body($0, date()) } }
      let (value, offset) = try store.write { db in
        let offset = try clockSteps.follow(in: db)
        return (try body(db, clockSteps.date(at: offset)), offset)
      }
      clockSteps.note(offset)
      return value
    } catch {
      throw Self.fault(error, path)
    }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(LapwingError) -> Value {
    do { return try store.read(body) } catch { throw Self.fault(error, path) }
  }

  package func followedBox() throws(LapwingError) -> FollowedBox {
    let text = try read { try String.fetchOne($0, sql: "SELECT value FROM state WHERE key = 'box'") }
    return text.flatMap { try? JSONDecoder().decode(FollowedBox.self, from: Data($0.utf8)) } ?? FollowedBox()
  }

  /// Keeps what the box has reported, and the messages that follow from it.
  package func append(
    _ box: FollowedBox?, _ messages: [OutsideMessage], for channels: [String], coolDown: Duration,
    at date: @autoclosure () -> Int64
  ) throws(LapwingError) {
    try write(at: date()) { try keep(box, messages, for: channels, coolDown: coolDown, at: $1, in: $0) }
  }

  /// Keeps what is known of the box, and what follows from it, for each channel in its own language.
  package func record(
    _ box: FollowedBox, _ messages: [AlarmMessage], by rule: AlarmNews.Rule, for channels: [String],
    coolDown: Duration, at date: @autoclosure () -> Int64
  ) throws(LapwingError) {
    try write(at: date()) { try keep(box, messages, by: rule, for: channels, coolDown: coolDown, at: $1, in: $0) }
  }

  /// The same in a transaction of the caller.
  func keep(
    _ box: FollowedBox, _ messages: [AlarmMessage], by rule: AlarmNews.Rule, for channels: [String],
    coolDown: Duration, at now: Int64, in db: Database
  ) throws {
    try keep(box, [], for: [], coolDown: coolDown, at: now, in: db)
    for channel in channels {
      let wording = rule.wording(for: channel)
      try keep(
        nil, messages.map { $0.message(in: wording) }, for: [channel], coolDown: coolDown, at: now, in: db)
    }
  }

  private func keep(
    _ box: FollowedBox?, _ messages: [OutsideMessage], for channels: [String], coolDown: Duration, at now: Int64,
    in db: Database
  ) throws {
    if let box {
      let text = String(decoding: try JSONEncoder().encode(box), as: UTF8.self)
      try db.execute(sql: "INSERT OR REPLACE INTO state VALUES ('box', ?)", arguments: [text])
    }
    for channel in channels {
      for message in messages {
        try QueueEntry.insert(message, for: channel, coolDown: coolDown, at: now, in: db)
      }
      if !messages.isEmpty { try QueueBound.keep(channel, mostWaiting: Self.mostWaiting, at: now, in: db) }
    }
  }

  /// The number of the latest report of what became of a message; 0 for none.
  func newestReport() throws(LapwingError) -> Int64 {
    try read { try Int64.fetchOne($0, sql: "SELECT max(number) FROM report") } ?? 0
  }

  /// A text that this process keeps for itself, such as a key; made when it is first wanted.
  package func kept(_ key: String, making make: () -> String) throws(LapwingError) -> String {
    try write { db in
      if let text = try String.fetchOne(db, sql: "SELECT value FROM state WHERE key = ?", arguments: [key]) {
        return text
      }
      let text = make()
      try db.execute(sql: "INSERT INTO state VALUES (?, ?)", arguments: [key, text])
      return text
    }
  }

  package func text(_ key: String) throws(LapwingError) -> String? {
    try read { try String.fetchOne($0, sql: "SELECT value FROM state WHERE key = ?", arguments: [key]) }
  }

  package func keep(_ text: String, as key: String) throws(LapwingError) {
    try write { try $0.execute(sql: "INSERT OR REPLACE INTO state VALUES (?, ?)", arguments: [key, text]) }
  }

  /// Deletes what was sent long ago, and what waits for channels that the configuration no longer has.
  package func tidy(channels: [String], at now: Int64) throws(LapwingError) {
    try write { db in
      let oldest = now - Int64(Self.keptDays) * 86_400_000
      try db.execute(sql: "DELETE FROM message WHERE state <> 'waiting' AND at_ms < ?", arguments: [oldest])
      try db.execute(sql: "DELETE FROM report WHERE at_ms < ?", arguments: [oldest])
      try CircleTables.tidy(before: oldest, in: db)
      try ProofOfLife.keepOnly(channels, in: db)
      let names = try String.fetchAll(db, sql: "SELECT DISTINCT channel FROM message WHERE state = 'waiting'")
      for name in names where !channels.contains(name) {
        try db.execute(
          sql: "UPDATE message SET state = 'dropped', fault = 'the channel is no longer configured' "
            + "WHERE channel = ? AND state = 'waiting'", arguments: [name])
      }
    }
  }
}
