import AircraftFiles
import Readings
import Sync
import Web

/// One synchronisation of a folder of scenarios with the account's server.
struct Exchange: Sendable {
  let folder: SyncedFolder
  let rows: RowTranslation
  let service: AccountService
  /// Where one is signed in, as the records keep it: at another one all begins anew.
  let server: String
  /// ms since 1970, for people.
  let now: @Sendable () -> Int64

  /// How often it is tried while other devices write at the same moment.
  private static let mostTries = 10
  /// How many records go in one request, and how many bytes: a server takes 1 MB.
  private static let mostAtOnce = 100, mostBytes = 900_000

  func run(all: Bool) async throws(LapwingError) -> SyncReport {
    var report = SyncReport()
    var round = 0, mostRounds = Self.mostTries
    while round < mostRounds {
      let read = try update(&report) { (replica) throws(LapwingError) in
        replica.use(server: server)
        if all, round == 0 { replica.beginAgain() }
      }
      mostRounds = Self.mostTries + read.records.count / Self.mostAtOnce
      round += 1
      let request = Self.request(of: read), reply: SyncReply
      do throws(LapwingError) {
        reply = try await service.sync(SyncBody(lastSyncAt: nil, changes: [], lapwing: request))
      } catch {
        guard error.code == AccountService.notThere else { throw error }
        // A server without this endpoint has the older ones.
        return try await exchange(try await service.scenarios(), with: nil, report)
      }
      guard let answer = reply.lapwing else {
        return try await exchange(reply.serverChanges, with: reply.syncedAt, report)
      }
      guard answer.isUsable else {
        throw LapwingError(
          .unavailable, code: "bad-answer", "\(server): its answer has values that are no JSON; nothing was changed")
      }
      report.received += answer.changes.count
      report.sent += answer.accepted.count
      var isOpen = false
      _ = try update(&report) { (replica) throws(LapwingError) in
        isOpen = replica.receive(answer, to: request, folder.words)
        replica.isSynced(at: reply.syncedAt)
      }
      guard isOpen else { return report }
    }
    report.faults.append("other devices write at the same moment; the rest follows at the next synchronisation")
    return report
  }

  private static func request(of replica: SyncReplica) -> SyncRequest {
    var count = mostAtOnce
    while true {
      let request = replica.request(atMost: count)
      guard count > 1, AccountJSON.bytes(of: request).count > mostBytes else { return request }
      count /= 2
    }
  }

  private func update(
    _ report: inout SyncReport, _ change: (inout SyncReplica) throws(LapwingError) -> Void
  ) throws(LapwingError) -> SyncReplica {
    let outcome = try folder.update(at: now(), change)
    report.faults = outcome.faults
    report.written += outcome.written
    return outcome.replica
  }

  // MARK: The specified protocol

  /// - Parameter time: the server's; `nil` if the server cannot take several rows at once.
  private func exchange(
    _ all: [ScenarioRow], with time: String?, _ report: SyncReport
  ) async throws(LapwingError) -> SyncReport {
    var report = report, refused: [String] = [], known: [SyncRow] = []
    for row in all {
      do throws(LapwingError) { known.append(try rows.read(row)) } catch { refused.append(error.message) }
    }
    let replica = try update(&report) { (replica) throws(LapwingError) in
      replica.receive(known, folder.words, at: now()) { (try? rows.values(of: $0)) ?? [:] }
    }
    report.received = known.count
    var changes: [(record: SyncRecord, row: ScenarioRow, values: [String: String])] = []
    for record in replica.list() where record.item.kind == .loading {
      do throws(LapwingError) {
        let values = try rows.values(of: record)
        guard values != record.shadow, !record.item.isDeleted || record.shadow != nil else { continue }
        changes.append((record, try rows.row(of: record), values))
      } catch { refused.append(error.message) }
    }
    var taken: [SyncID: [String: String]] = [:]
    for change in changes {
      do throws(LapwingError) {
        try await send(change.row, of: change.record, inRows: time != nil)
        taken[change.record.item.id] = change.values
      } catch {
        // One row that a server refuses keeps back no other.
        guard error.code == "refused" || error.code == "not-reached" && taken.count + 1 < changes.count else {
          throw error
        }
        refused.append("“\(change.row.name)”: \(error.message)")
      }
    }
    let sent = taken
    _ = try update(&report) { (replica) throws(LapwingError) in
      for (id, values) in sent { replica.isTaken(id, values) }
      replica.isSynced(at: time ?? replica.lastSync ?? "")
    }
    report.sent = sent.count
    report.faults += refused
    return report
  }

  /// Row by row, so that one that the server cannot take is known by its name.
  private func send(_ row: ScenarioRow, of record: SyncRecord, inRows: Bool) async throws(LapwingError) {
    guard !inRows else {
      _ = try await service.sync(SyncBody(lastSyncAt: nil, changes: [row], lapwing: nil))
      return
    }
    if record.item.isDeleted { return try await service.delete(record.item.id) }
    guard record.shadow == nil else { return try await service.change(row) }
    try await service.create(row)
  }
}

/// What a synchronisation has done.
package struct SyncReport: Encodable, Sendable, Equatable {
  package var sent = 0
  package var received = 0
  /// The files that were written.
  package var written: [String] = []
  /// Sentences about what waits.
  package var faults: [String] = []

  package var text: String {
    ([
      "sent \(sent), received \(received)"
        + (written.isEmpty ? "" : "; changed here: \(written.joined(separator: ", "))")
    ] + faults)
    .joined(separator: "\n")
  }
}
