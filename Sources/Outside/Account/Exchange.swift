import AircraftFiles
import Readings
import Sync
import System

/// One synchronisation of a folder of scenarios with the account's server.
struct Exchange: Sendable {
  let folder: SyncedFolder
  let rows: RowTranslation
  let service: AccountService
  /// Where one is signed in, as the records keep it: at another one all begins again.
  let server: String
  /// ms since 1970, for people.
  let now: @Sendable () -> Int64

  /// How often it is tried while other devices write at the same moment.
  private static let mostTries = 10
  /// How many records go in one request, and how many bytes: a server takes 1 MB.
  private static let mostAtOnce = 100, mostBytes = 900_000
  /// After how many rows that meet no server the others wait.
  private static let mostFailures = 3

  func run(all: Bool) throws(LapwingError) -> SyncReport {
    var report = SyncReport()
    var round = 0, mostRounds = Self.mostTries
    while round < mostRounds {
      let read = try update(&report) { (replica) throws(LapwingError) in
        replica.use(server: server)
        if all, round == 0 { replica.beginAgain() }
      }
      mostRounds = Self.mostTries + read.records.count / Self.mostAtOnce
      round += 1
      var request = Self.request(of: read), reply: SyncReply, refusal: String?
      do throws(LapwingError) {
        reply = try ask(request)
      } catch {
        // A server without this endpoint has the older ones.
        if error.code == AccountService.notThere {
          return try exchange(
            try ask { service async throws(LapwingError) in try await service.scenarios() }, with: nil, report)
        }
        // What a hub does not take keeps back nothing of what others have sent.
        guard error.code == "refused", !request.changes.isEmpty else { throw error }
        refusal = error.message
        request = SyncRequest(cursor: request.cursor, changes: [])
        reply = try ask(request)
      }
      guard let answer = reply.lapwing else {
        return try exchange(reply.serverChanges, with: reply.syncedAt, report)
      }
      guard read.canUse(answer) else {
        throw LapwingError(
          .unavailable, code: "bad-answer",
          "\(server): its answer has values or numbers that no device writes; nothing was changed")
      }
      report.received += answer.changes.count
      report.sent += answer.accepted.count
      var isOpen = false
      let sent = request
      _ = try update(&report) { (replica) throws(LapwingError) in
        isOpen = replica.receive(answer, to: sent, folder.words)
        replica.isSynced(at: reply.syncedAt)
      }
      if let refusal { report.faults.append("what this device has changed waits: \(refusal)") }
      guard isOpen, refusal == nil else { return report }
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

  /// Waits on this thread, which is no one of the pool: what people are sent must not wait for a disk.
  private func ask<Value: Sendable>(
    _ body: @escaping @Sendable (AccountService) async throws(LapwingError) -> Value
  ) throws(LapwingError) -> Value {
    try WaitedTask.run { [service] () async throws(LapwingError) in try await body(service) }.get()
  }

  private func ask(_ request: SyncRequest) throws(LapwingError) -> SyncReply {
    try ask { service async throws(LapwingError) in
      try await service.sync(SyncBody(lastSyncAt: nil, changes: [], lapwing: request))
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
  ) throws(LapwingError) -> SyncReport {
    var report = report, refused: [String] = [], known: [SyncRow] = []
    for row in all {
      do throws(LapwingError) { known.append(try rows.read(row)) } catch { refused.append(error.message) }
    }
    var received = 0
    let replica = try update(&report) { (replica) throws(LapwingError) in
      // What of ours the server cannot have is not compared with what it has.
      let usable = known.filter { row in
        guard let record = replica.records[row.id] else { return true }
        do throws(LapwingError) { _ = try rows.values(of: record) } catch { return false }
        return true
      }
      received = usable.count
      replica.receive(usable, folder.words, at: now()) { (try? rows.values(of: $0)) ?? [:] }
    }
    report.received = received
    var changes: [(record: SyncRecord, row: ScenarioRow, values: [String: String])] = []
    for record in replica.list() where record.item.kind == .loading {
      do throws(LapwingError) {
        let values = try rows.values(of: record)
        guard values != record.shadow, !record.item.isDeleted || record.shadow != nil else { continue }
        changes.append((record, try rows.row(of: record), values))
      } catch { refused.append(error.message) }
    }
    var taken: [SyncID: [String: String]] = [:], failures = 0
    for change in changes {
      let id = change.record.item.id
      do throws(LapwingError) {
        var row = change.row
        // It was made from the server's row, so it is later than that, whatever clocks say.
        if let last = known.first(where: { $0.id == id })?.changed {
          row.updatedAt = UnixTime(milliseconds: max(last + 1, change.record.item.changed)).isoText()
        }
        let after = try send(row, of: change.record, inRows: time != nil)
        guard
          try after.map({ (row) throws(LapwingError) in try rows.read(row).values }) ?? change.values == change.values
        else {
          throw LapwingError(
            .unavailable, code: "refused", "the server keeps another version; it is compared next time")
        }
        taken[id] = change.values
      } catch {
        guard error.code != AccountService.signedOut else { throw error }
        refused.append("“\(change.row.name)”: \(error.message)")
        // One row that a server cannot take keeps back no other; without a server all wait.
        if error.code == "not-reached" { failures += 1 }
        guard failures < Self.mostFailures else { break }
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
  /// - Returns: the row that the server has then, if it says so.
  private func send(_ row: ScenarioRow, of record: SyncRecord, inRows: Bool) throws(LapwingError) -> ScenarioRow? {
    let id = record.item.id, isDeleted = record.item.isDeleted, isKnown = record.shadow != nil
    return try ask { service async throws(LapwingError) in
      if inRows {
        let reply = try await service.sync(SyncBody(lastSyncAt: nil, changes: [row], lapwing: nil))
        return reply.serverChanges.first { SyncID($0.id) == id }
      } else if isDeleted {
        try await service.delete(id)
      } else if isKnown {
        try await service.change(row)
      } else {
        try await service.create(row)
      }
      return nil
    }
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
