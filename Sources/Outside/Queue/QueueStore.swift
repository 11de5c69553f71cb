import GRDB
import Synchronization
import System

/// Where the queue is: in its file, or in memory while the disk takes nothing. What is sent twice after a loss of power is better
/// than what is not sent.
///
/// The memory begins as a copy of the file, and becomes the file when the disk takes it again.
final class QueueStore: Sendable {
  private struct State {
    /// `nil` while the file is in use.
    var memory: DatabaseQueue?
    /// Of the file when the copy was made: another program may delete from it meanwhile.
    var version: Int?
    /// When the disk was last tried, ms by a clock that is never set.
    var triedAt: Int64 = 0
    var isOutdated = false
  }

  let file: DatabaseQueue
  /// Whether there is a file, and a process that sends from it.
  private let canLeaveFile: Bool
  private let state: Mutex<State>

  private static let triesEvery: Int64 = 10_000
  /// A larger file stays where it is: the process must never take memory from the alarms. In bytes.
  private static let largest = 32 << 20

  init(_ file: DatabaseQueue, canLeaveFile: Bool) {
    (self.file, self.canLeaveFile) = (file, canLeaveFile)
    state = Mutex(State())
  }

  var isInMemory: Bool { state.withLock { $0.memory != nil } }
  /// Whether the file has changed while the memory was in use, so that it can take nothing of it.
  var isOutdated: Bool { state.withLock { $0.isOutdated } }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try (state.withLock { $0.memory } ?? file).read(body)
  }

  /// - Parameter body: runs again in memory if the disk fails.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    var result: Result<Value, any Error>?
    state.withLock { state in
      if state.memory != nil, Self.now - state.triedAt >= Self.triesEvery { goBack(&state) }
      if let memory = state.memory {
        result = Result { try memory.write(body) }
        return
      }
      do {
        result = .success(try file.write(body))
      } catch {
        guard canLeaveFile, Self.isOfDisk(error), let memory = try? leave(&state) else {
          return result = .failure(error)
        }
        result = Result { try memory.write(body) }
      }
    }
    // It was set above.
    guard let result else { throw DatabaseError(resultCode: .SQLITE_ERROR) }
    return try result.get()
  }

  static func isFull(_ error: any Error) -> Bool {
    (error as? DatabaseError).map { $0.resultCode == .SQLITE_FULL || $0.resultCode == .SQLITE_IOERR } ?? false
  }

  private static func isOfDisk(_ error: any Error) -> Bool {
    let codes: [ResultCode] = [.SQLITE_READONLY, .SQLITE_CANTOPEN]
    return isFull(error) || (error as? DatabaseError).map { codes.contains($0.resultCode) } ?? false
  }

  private func leave(_ state: inout State) throws -> DatabaseQueue? {
    let (size, version) = try file.read { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      return (pages * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0), try Self.version(db))
    }
    guard size <= Self.largest else { return nil }
    let memory = try DatabaseQueue()
    try file.backup(to: memory)
    state = State(memory: memory, version: version, triedAt: Self.now)
    return memory
  }

  /// - Returns: whether the file is in use.
  func tryDisk() -> Bool {
    state.withLock { state in
      goBack(&state)
      return state.memory == nil
    }
  }

  private func goBack(_ state: inout State) {
    guard let memory = state.memory else { return }
    state.triedAt = Self.now
    do {
      guard try file.read(Self.version) == state.version else { return state.isOutdated = true }
      // A disk with little room takes a small write first, and then perhaps not the rest.
      try file.write { try $0.execute(sql: "INSERT OR REPLACE INTO state VALUES ('room', hex(zeroblob(32768)))") }
      try memory.backup(to: file)
      state = State()
    } catch {
      // The disk takes nothing yet.
    }
  }

  /// A number that another program changes by writing (sqlite.org/pragma.html#pragma_data_version).
  private static func version(_ db: Database) throws -> Int? { try Int.fetchOne(db, sql: "PRAGMA data_version") }

  private static var now: Int64 { MonotonicClock.kernelMicroseconds() / 1000 }
}

/// SQLite stores any type in any column, and a file may be damaged or edited. The subscripts of GRDB would end the process then.
extension Row {
  /// - Returns: `nil` if the column is empty, or holds another type.
  func checked<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
    try? decode(Value?.self, forColumn: column)
  }

  var receipt: (id: String, receipt: String)? {
    guard let id: String = checked("id"), let receipt: String = checked("receipt") else { return nil }
    return (id, receipt)
  }
}
