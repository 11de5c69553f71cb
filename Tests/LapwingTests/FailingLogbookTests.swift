import Alarms
import Foundation
import GRDB
import Status
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A logbook that cannot be used` {
  /// Runs a box and expects it to alarm as always, to say what is wrong, and to raise the alarm for it.
  private func expectAlarms(
    in bench: Workbench, saying message: String, wrapper: [String] = [],
    location: SourceLocation = #_sourceLocation
  ) throws {
    // Far longer than it takes on a slow machine: it is ended as soon as all has been said.
    let box = try RunningBox(try bench.run(TimelineText.restless(6000), speed: "100"), on: bench, wrapper: wrapper)
    try box.alarm(.diskFull)
    try box.alarm(.heartRateHigh)
    let outcome = box.end()
    #expect(outcome.output.contains("alarm    Heart rate high (heart-rate-high) high on"), sourceLocation: location)
    #expect(
      outcome.output.contains("alarm    The logbook cannot be written (disk-full) low on"), sourceLocation: location)
    #expect(outcome.output.contains(message), "\(outcome.output.suffix(600))", sourceLocation: location)
    #expect(outcome.status == 74, sourceLocation: location)
    #expect(outcome.error.contains(message), "\(outcome.error)", sourceLocation: location)
  }

  @Test func `since it is no database is set aside as it is, and a new one is begun`() throws {
    let bench = try Workbench()
    let text = String(repeating: "no database ", count: 500)
    _ = try bench.folder.write(text, to: "lapwing.db")
    let outcome = try LapwingProcess.run(try bench.run(TimelineText.restless(60), speed: "10"))
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("the logbook was damaged; it is set aside as"), "\(outcome.output.suffix(600))")
    #expect(!outcome.output.contains("disk-full"))
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
    let aside = try #require(names.first { $0.hasSuffix(".damaged.db") })
    #expect(try String(contentsOfFile: bench.folder.file(aside), encoding: .utf8) == text)
    let count = try DatabaseQueue(path: bench.folder.file("lapwing.db")).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM alarm") ?? 0
    }
    #expect(count > 0)
  }

  @Test func `since a newer Lapwing has written it is set aside, and a new one is begun`() throws {
    let bench = try Workbench()
    #expect(try LapwingProcess.run(try bench.run(TimelineText.restless(30))).status == 0)
    let path = bench.folder.file("lapwing.db")
    try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 999") }
    let list = try LapwingProcess.run(["sessions"] + bench.options)
    #expect(list.status == 66 && list.error.contains("a newer Lapwing has written this logbook"), "\(list.error)")
    let outcome = try LapwingProcess.run(try bench.run(TimelineText.restless(60), speed: "10"))
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("a newer Lapwing has written the logbook; it is set aside as"))
    #expect(!outcome.output.contains("disk-full"))
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
    #expect(names.contains { $0.hasSuffix(".newer-v999.db") }, "\(names)")
    let count = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM alarm") ?? 0 }
    #expect(count > 0)
  }

  @Test func `since its folder cannot be made`() throws {
    let bench = try Workbench()
    let path = try bench.folder.write("a file", to: "file") + "/lapwing.db"
    _ = try bench.folder.write(
      "logbook: {path: \(path)}\ncontrol: {socket: \(bench.folder.file("control"))}\n", to: "lapwing.yaml")
    try expectAlarms(in: bench, saying: "the logbook cannot be opened")
  }

  @Test func `since it may only be read`() throws {
    let bench = try Workbench()
    #expect(try LapwingProcess.run(try bench.run(TimelineText.restless(30))).status == 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
    where name.hasPrefix("lapwing.db") {
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: bench.folder.file(name))
    }
    guard geteuid() == 0 else {
      return try expectAlarms(in: bench, saying: "no permission to write the logbook")
    }
    // Root may write everything, so it becomes another user; the folder stays writable for the control socket, whose
    // lock of root's own run would be in the way.
    try FileManager.default.removeItem(atPath: bench.folder.file("control.lock"))
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: bench.folder.path)
    try expectAlarms(
      in: bench, saying: "no permission to write the logbook",
      wrapper: ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"])
  }

  @Test func `since no file may grow`() throws {
    let bench = try Workbench()
    #expect(try LapwingProcess.run(try bench.run(TimelineText.restless(30))).status == 0)
    // 64 KiB: enough to open the file, too little for the session.
    try expectAlarms(
      in: bench, saying: "the logbook cannot be written",
      wrapper: ["sh", "-c", "ulimit -f 64; exec \"$0\" \"$@\""])
    let kept = try DatabaseQueue(path: bench.folder.file("lapwing.db")).read {
      try String.fetchOne($0, sql: "PRAGMA integrity_check")
    }
    #expect(kept == "ok")
  }

  /// Whether a small disk of one's own can be mounted, in a name space of one's own.
  private static let canMount =
    (try? LapwingProcess.run(
      ["--version"], wrapper: ["unshare", "-rm", "sh", "-c", "mount -t tmpfs none /mnt && exec \"$0\" \"$@\""]))?.status
    == 0

  @Test(.enabled(if: canMount, "no disk can be mounted here"))
  func `since the disk is full`() throws {
    let bench = try Workbench()
    // 100 KiB: room for the tables, none for two minutes of readings in the write-ahead log.
    let mount = "mount -t tmpfs -o size=100k none \(bench.folder.file("disk")) && exec \"$0\" \"$@\""
    try FileManager.default.createDirectory(atPath: bench.folder.file("disk"), withIntermediateDirectories: true)
    _ = try bench.folder.write(
      "logbook: {path: \(bench.folder.file("disk/lapwing.db"))}\ncontrol: {socket: \(bench.folder.file("control"))}\n",
      to: "lapwing.yaml")
    try expectAlarms(in: bench, saying: "the disk is full", wrapper: ["unshare", "-rm", "sh", "-c", mount])
  }

  @Test func `logs again, with every alarm, when it can be`() throws {
    let bench = try Workbench()
    let path = bench.folder.file("lapwing.db")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    // Far longer than it takes: the logbook is tried again every 5 s.
    let box = try RunningBox(try bench.run(TimelineText.restless(60_000), speed: "500"), on: bench)
    #expect(try box.alarm(.diskFull).priority == "low")
    try FileManager.default.removeItem(atPath: path)
    try box.alarm(.diskFull, .off)
    try box.status { $0.committedTransitions > 200 }
    let outcome = box.end()
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("the logbook cannot be opened"))
    let sequences = try DatabaseQueue(path: path).read { try Int.fetchAll($0, sql: "SELECT sequence FROM alarm") }
    #expect(sequences.count > 200)
    #expect(sequences == Array(1...sequences.count), "none is missing")
  }
}
