import Foundation
import Status
import TestSupport
import Testing

/// Two boxes with a control socket each, and one logbook.
@Suite(.timeLimit(.minutes(20))) struct `A second box on one logbook` {
  /// The arguments of a box with a control socket of its own, which receives a restless heart.
  private func arguments(_ name: String, in bench: Workbench, for seconds: Int, speed: String) throws -> [String] {
    let configuration = try bench.folder.write(
      "logbook: {path: \(bench.folder.file("lapwing.db"))}\ncontrol: {socket: \(bench.folder.file(name))}\n",
      to: "\(name).yaml")
    let timeline = try bench.folder.write(TimelineText.restless(seconds), to: "\(name).jsonl")
    return ["run", "--replay", timeline, "--speed", speed, "--config", configuration]
  }

  /// A box that has begun to write.
  private func firstBox(in bench: Workbench) throws -> LapwingProcess {
    let box = try RunningBox(try arguments("control", in: bench, for: 3600, speed: "1"), on: bench)
    try box.status { $0.hasSession }
    return box.process
  }

  @Test func `does not start, and says which file, who writes it and what to do`() throws {
    let bench = try Workbench()
    let first = try firstBox(in: bench)
    let second = try LapwingProcess.run(try arguments("second", in: bench, for: 30, speed: "max"))
    #expect(second.status == 69)
    #expect(
      second.error == "lapwing: \(bench.folder.file("lapwing.db")): another lapwing (process "
        + "\(first.processIdentifier)) writes this logbook; stop it, or name another logbook.path in the configuration\n"
    )
    #expect(second.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: bench.folder.file("second")), "no control socket is left")
    first.send(SIGTERM)
    #expect(first.finish().status == 0)
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `starts as soon as the first one has ended, however it ended`(signal: Int32) throws {
    let bench = try Workbench()
    let first = try firstBox(in: bench)
    first.send(signal)
    _ = first.finish()
    #expect(FileManager.default.fileExists(atPath: bench.folder.file("lapwing.db.lock")))
    #expect(try LapwingProcess.run(try arguments("second", in: bench, for: 30, speed: "max")).status == 0)
  }

  @Test func `may be a reader: alarms are recalled and recordings replayed meanwhile`() throws {
    let bench = try Workbench()
    let box = try RunningBox(try arguments("control", in: bench, for: 3600, speed: "20"), on: bench)
    try box.status { $0.committedTransitions > 0 }
    let first = box.process
    let options = ["--config", bench.folder.file("control.yaml")]
    let recall = try LapwingProcess.run(["alarms", "recall"] + options)
    #expect(recall.status == 0 && recall.output.contains("heart-rate-high"), "\(recall.error)")
    let replay = try LapwingProcess.run(["replay", bench.folder.file("control.jsonl")] + options)
    #expect(replay.status == 0, "\(replay.error)")
    first.send(SIGTERM)
    #expect(first.finish().status == 0)
  }

  @Test func `is no matter where no lock can be made: the box alarms as ever`() throws {
    let bench = try Workbench()
    try FileManager.default.createDirectory(
      atPath: bench.folder.file("lapwing.db.lock"), withIntermediateDirectories: false)
    let outcome = try LapwingProcess.run(try arguments("first", in: bench, for: 60, speed: "max"))
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("alarm    Heart rate high (heart-rate-high) high on"))
    #expect(!outcome.output.contains("disk-full"))
  }
}
