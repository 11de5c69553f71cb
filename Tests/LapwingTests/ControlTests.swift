import Alarms
import Foundation
import Readings
import Status
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A running box` {
  /// A box whose strap gives 171 bpm for an hour, played at ten times the speed, once its alarm is on.
  private func box(_ settings: String = "profile: bedside\n") throws -> RunningBox {
    let bench = try Workbench(settings)
    let box = try RunningBox(
      try bench.run(TimelineText.heartRate({ _ in 171 }, during: 0..<3600), speed: "10"), on: bench)
    try box.alarm(.heartRateHigh)
    return box
  }

  private func order(_ arguments: [String], _ box: RunningBox) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(arguments + box.bench.options)
  }

  private func end(_ box: RunningBox) { #expect(box.end().status == 0) }

  @Test func `shows its status as text and as JSON`() throws {
    let box = try box()
    let text = try order(["status"], box)
    #expect(text.status == 0)
    #expect(text.output.contains("C0:FF:EE:00:00:02 Heart Rate Service heart rate 171 bpm"))
    #expect(text.output.contains("Heart rate high (heart-rate-high) high on (171, limit 130)"))
    #expect(text.output.contains("red flash"))
    let json = try order(["status", "--json"], box)
    let status = try JSONDecoder().decode(BoxStatus.self, from: Data(json.output.utf8))
    #expect(status.profile == "bedside")
    #expect(status.sound == "high")
    #expect(status.alarms.first?.condition == "heart-rate-high")
    end(box)
  }

  @Test func `pauses by order, and not twice at once`() throws {
    let box = try box()
    #expect(try order(["pause"], box).status == 0)
    #expect(try box.alarm(.heartRateHigh, .on, .paused).priority == "high")
    let again = try order(["ack", "heart-rate-high"], box)
    #expect(again.status == 64 && again.error.hasPrefix("lapwing: you have just silenced heart-rate-high"))
    end(box)
  }

  @Test func `pauses a high alarm that is named`() throws {
    let box = try box()
    #expect(try order(["ack", "heart-rate-high"], box).status == 0)
    #expect(try box.alarm(.heartRateHigh, .on, .paused).priority == "high")
    end(box)
  }

  @Test func `pauses the alarm of a box without a radio as any other`() throws {
    let box = try box()
    #expect(try order(["alarms", "test", "adapter-gone"], box).status == 0)
    try box.alarm(.adapterGone)
    #expect(try order(["pause"], box).status == 0)
    #expect(try box.alarm(.heartRateHigh, .on, .paused).priority == "high")
    end(box)
  }

  @Test func `refuses what it does not know`() throws {
    let box = try box()
    #expect(try order(["ack", "tiredness"], box).error.contains("tiredness is no condition; there are co2-low"))
    #expect(try order(["ack", "co2-high"], box).error == "lapwing: co2-high is not present\n")
    #expect(try order(["phase", "party"], box).status == 64)
    #expect(try order(["phase", "cruise"], box).status == 0)
    end(box)
  }

  @Test func `shows the phase of flight that was set`() throws {
    let box = try box()
    #expect(try order(["phase", "cruise"], box).status == 0)
    #expect(try box.status().phase == "cruise")
    #expect(try order(["status"], box).output.contains("phase     cruise"))
    end(box)
  }

  @Test func `starts and ends sessions`() throws {
    let box = try box()
    let ended = try order(["session", "end"], box)
    #expect(ended.status == 0)
    #expect(ended.output.contains("Session (bedside)") && ended.output.contains("alarms      1 high"))
    let again = try order(["session", "end"], box)
    #expect(again.status == 64 && again.error.contains("no session is running"), "\(again.error)")
    #expect(try order(["session", "start"], box).status == 0)
    box.process.send(SIGTERM)
    let outcome = box.finish()
    #expect(outcome.output.components(separatedBy: "Session (bedside)").count == 3, "two summaries")
  }

  @Test func `reads its configuration again without losing state`() throws {
    let box = try box()
    let path = box.bench.folder.file("lapwing.yaml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try box.bench.folder.write(text + "alarms: {heart-rate-high: {limit: 251}}\n", to: "lapwing.yaml")
    let refused = try order(["reload"], box)
    #expect(refused.status == 78, "the command reads the same file first")
    _ = try box.bench.folder.write(text + "alarms: {heart-rate-high: {limit: 180}}\n", to: "lapwing.yaml")
    #expect(try order(["reload"], box).status == 0)
    try box.alarm(.heartRateHigh, .latched)  // The old alarm ends by the new limit.
    end(box)
  }

  @Test func `reads its configuration again after SIGHUP, and keeps the old one when the new one is bad`() throws {
    let box = try box("")
    let path = box.bench.folder.file("lapwing.yaml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try box.bench.folder.write(text + "alarms: {heart-rate-high: {limit: 180}}\n", to: "lapwing.yaml")
    box.process.send(SIGHUP)
    try box.alarm(.heartRateHigh, .off)
    _ = try box.bench.folder.write("profile: kitchen\n", to: "lapwing.yaml")
    box.process.send(SIGHUP)
    box.process.send(SIGTERM)
    let outcome = box.finish()
    #expect(outcome.status == 0)
    #expect(outcome.error.contains("not reloaded: \(path):1: profile is \"kitchen\""))
  }

  @Test func `says which keys wait for the next start`() throws {
    let box = try box("")
    let path = box.bench.folder.file("lapwing.yaml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try box.bench.folder.write(
      text + "sensors: {heart-rate: strap}\nboard: {watchdog: {timeout: 60}, sound: {level: -3}}\n", to: "lapwing.yaml")
    let answer = try order(["reload"], box)
    #expect(answer.status == 0)
    #expect(answer.output == "sensors.heart-rate, board.watchdog.timeout: taken over at the next start only\n")
    box.process.send(SIGHUP)
    // The first of two orders is answered when the signal has been taken, the second when the reload is done.
    for _ in 1...2 { #expect(try order(["phase", "cruise"], box).status == 0) }
    #expect(box.end().error.contains("reloaded, but sensors.heart-rate, board.watchdog.timeout: taken over"))
  }

  @Test(arguments: [
    ("{chip: no-such-chip, lamps: {red: 1}}", "there is no GPIO chip no-such-chip", ConditionID.lampFailed, "low"),
    ("{sound: {device: \"hw:CARD=NoSuchCard\"}}", "the sound card hw:CARD=NoSuchCard", .sounderFailed, "high"),
  ])
  func `takes over another board when it reads its configuration again`(
    board: String, message: String, alarm: ConditionID, priority: String
  ) throws {
    let box = try box("")
    let path = box.bench.folder.file("lapwing.yaml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try box.bench.folder.write(text + "board: \(board)\n", to: "lapwing.yaml")
    #expect(try order(["reload"], box).output.isEmpty)
    #expect(try box.alarm(alarm).priority == priority)
    let status = try order(["status"], box).output
    #expect(
      status.contains("Heart rate high (heart-rate-high) high on (171, limit 150)"), "the alarm that was there goes on")
    _ = try box.bench.folder.write(text, to: "lapwing.yaml")
    #expect(try order(["reload"], box).status == 0)
    try box.alarm(alarm, .off)
    let outcome = box.end()
    #expect(outcome.status == 0 && outcome.output.contains(message))
  }

  @Test func `does not change its profile while it runs`() throws {
    let box = try box("")
    let path = box.bench.folder.file("lapwing.yaml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try box.bench.folder.write(text + "profile: bedside\n", to: "lapwing.yaml")
    #expect(try order(["reload"], box).error.contains("the box runs as cabin; restart it"))
    end(box)
  }

  @Test func `says so when there is nothing to acknowledge or to pause`() throws {
    let box = try box()
    #expect(try order(["ack", "heart-rate-high"], box).status == 0)
    try box.alarm(.heartRateHigh, .on, .paused)
    #expect(try order(["ack"], box).error == "lapwing: nothing sounds; name the condition to acknowledge\n")
    #expect(try order(["pause"], box).error == "lapwing: nothing sounds\n")
    end(box)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
  func `takes no order from a stranger`() throws {
    let box = try box()
    for name in ["", "control", "lapwing.yaml"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: box.bench.folder.file(name))
    }
    let stranger = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    let outcome = try LapwingProcess.run(["pause"] + box.bench.options, wrapper: stranger)
    #expect(outcome.status == 77)
    #expect(outcome.error.contains("may give orders to this box"), "\(outcome.error)")
    let shown = try order(["status"], box).output
    #expect(shown.contains("Heart rate high (heart-rate-high) high on (171, limit 130)"), "not paused")
    end(box)
  }

  @Test func `is not locked out by clients that say nothing`() throws {
    let box = try box()
    let silent = try (0..<40).map { _ in try LapwingProcess(["status", "--follow"] + box.bench.options) }
    // Each is answered, or was cut to make room.
    for client in silent { _ = client.nextLine() }
    #expect(try order(["pause"], box).status == 0)
    for client in silent { client.send(SIGKILL) }
    for client in silent { _ = client.finish() }
    end(box)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
  func `tells a user who may not look at its socket to join the group of its folder`() throws {
    let bench = try Workbench()
    // As the service has it: /run/lapwing is the group's, with 0750. The configuration may be read by all.
    try FileManager.default.createDirectory(
      atPath: bench.folder.file("run"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o750, .groupOwnerAccountID: 1])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bench.folder.path)
    let configuration = try bench.folder.write(
      "control: {socket: \(bench.folder.file("run/control"))}\n", to: "other.yaml")
    let stranger = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    let outcome = try LapwingProcess.run(["status", "--config", configuration], wrapper: stranger)
    #expect(outcome.status == 77)
    #expect(outcome.error.contains("only members of the group daemon may give orders to this box"), "\(outcome.error)")
  }

  @Test func `reports everything that happens to a client that follows`() throws {
    let box = try box()
    let follower = try LapwingProcess(["status", "--follow"] + box.bench.options)
    let first = try #require(follower.nextLine())
    #expect(try JSONDecoder().decode(BoxStatus.self, from: Data(first.utf8)).profile == "bedside")
    var event: BoxEvent?
    while let line = follower.nextLine() {
      event = try JSONDecoder().decode(BoxEvent.self, from: Data(line.utf8))
      if case .reading = event?.content { break }
    }
    guard case .reading(let reading) = event?.content else {
      Issue.record("no reading was sent")
      return
    }
    #expect(reading.reading.measurements[.heartRateBeatsPerMinute] == 171)
    end(box)
    #expect(follower.finish().status == 0, "it ends with the box")
  }

  @Test func `is told apart from one that is not running`() throws {
    let bench = try Workbench()
    let outcome = try LapwingProcess.run(["status"] + bench.options)
    #expect(outcome.status == 69)
    #expect(outcome.error.contains("no lapwing answers there"))
  }
}
