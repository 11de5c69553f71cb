import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A running box` {
  /// A box whose strap gives 131 bpm for an hour, played at 20 times the speed, once its alarm is on.
  private func box(_ settings: String = "profile: bedside\n") throws -> (Workbench, LapwingProcess) {
    let bench = try Workbench(settings)
    let process = try LapwingProcess(
      try bench.run(TimelineText.heartRate({ _ in 131 }, during: 0..<3600), speed: "20"))
    _ = process.lines(through: "alarm    heart-rate-high")
    return (bench, process)
  }

  private func order(_ arguments: [String], _ bench: Workbench) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(arguments + bench.options)
  }

  private func end(_ process: LapwingProcess) {
    process.send(SIGTERM)
    #expect(process.finish().status == 0)
  }

  @Test func `shows its status as text and as JSON`() throws {
    let (bench, process) = try box()
    let text = try order(["status"], bench)
    #expect(text.status == 0)
    #expect(text.output.contains("C0:FF:EE:00:00:02 Heart Rate Service heart rate 131 bpm"))
    #expect(text.output.contains("heart-rate-high high on (131)"))
    #expect(text.output.contains("red flash"))
    let json = try order(["status", "--json"], bench)
    let picture = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(picture["profile"] as? String == "bedside")
    #expect(picture["sound"] as? String == "high")
    #expect((picture["alarms"] as? [[String: Any]])?.first?["condition"] as? String == "heart-rate-high")
    end(process)
  }

  @Test func `pauses by order, and not twice at once`() throws {
    let (bench, process) = try box()
    #expect(try order(["pause"], bench).status == 0)
    #expect(process.lines(through: "sound paused").contains { $0.contains("heart-rate-high high on, sound paused") })
    let again = try order(["ack", "heart-rate-high"], bench)
    #expect(again.status == 64 && again.error.hasPrefix("lapwing: you have just silenced heart-rate-high"))
    end(process)
  }

  @Test func `pauses a high alarm that is named`() throws {
    let (bench, process) = try box()
    #expect(try order(["ack", "heart-rate-high"], bench).status == 0)
    #expect(process.lines(through: "heart-rate-high high on, sound paused").isEmpty == false)
    end(process)
  }

  @Test func `says of a condition that can not be paused why not, and pauses the others`() throws {
    let (bench, process) = try box()
    let sentence = "adapter-gone can not be paused: Plug the Bluetooth adapter in again, or restart the box."
    #expect(try order(["alarms", "test", "adapter-gone"], bench).status == 0)
    _ = process.lines(through: "adapter-gone high on")
    #expect(try order(["ack", "adapter-gone"], bench).error == "lapwing: \(sentence)\n")
    #expect(try order(["pause"], bench).output == sentence + "\n")
    #expect(process.lines(through: "sound paused").contains { $0.contains("heart-rate-high high on, sound paused") })
    end(process)
  }

  @Test func `refuses what it does not know`() throws {
    let (bench, process) = try box()
    #expect(try order(["ack", "tiredness"], bench).error.contains("tiredness is no condition; there are co2-low"))
    #expect(try order(["ack", "co2-high"], bench).error == "lapwing: co2-high is not present\n")
    #expect(try order(["phase", "party"], bench).status == 64)
    #expect(try order(["phase", "cruise"], bench).status == 0)
    end(process)
  }

  @Test func `shows the phase of flight that it was told`() throws {
    let (bench, process) = try box()
    #expect(try order(["phase", "cruise"], bench).status == 0)
    let json = try order(["status", "--json"], bench)
    let picture = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(picture["phase"] as? String == "cruise")
    #expect(try order(["status"], bench).output.contains("phase     cruise"))
    end(process)
  }

  @Test func `starts and ends sessions`() throws {
    let (bench, process) = try box()
    let ended = try order(["session", "end"], bench)
    #expect(ended.status == 0)
    #expect(ended.output.contains("Session (bedside)") && ended.output.contains("alarms      1 high"))
    #expect(try order(["session", "end"], bench).output == "", "no session runs")
    #expect(try order(["session", "start"], bench).status == 0)
    process.send(SIGTERM)
    let outcome = process.finish()
    #expect(outcome.output.components(separatedBy: "Session (bedside)").count == 3, "two summaries")
  }

  @Test func `reads its configuration again without losing state`() throws {
    let (bench, process) = try box()
    let path = bench.folder.file("lapwing.yaml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try bench.folder.write(text + "alarms: {heart-rate-high: {limit: 251}}\n", to: "lapwing.yaml")
    let refused = try order(["reload"], bench)
    #expect(refused.status == 78, "the command reads the same file first")
    _ = try bench.folder.write(text + "alarms: {heart-rate-high: {limit: 180}}\n", to: "lapwing.yaml")
    #expect(try order(["reload"], bench).status == 0)
    #expect(
      process.lines(through: "heart-rate-high high latched").isEmpty == false, "the old alarm ends by the new limit")
    end(process)
  }

  @Test func `reads its configuration again after SIGHUP, and keeps the old one when the new one is bad`() throws {
    let (bench, process) = try box("")
    let path = bench.folder.file("lapwing.yaml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try bench.folder.write(text + "alarms: {heart-rate-high: {limit: 180}}\n", to: "lapwing.yaml")
    process.send(SIGHUP)
    #expect(process.lines(through: "heart-rate-high high off").isEmpty == false)
    _ = try bench.folder.write("profile: kitchen\n", to: "lapwing.yaml")
    process.send(SIGHUP)
    process.send(SIGTERM)
    let outcome = process.finish()
    #expect(outcome.status == 0)
    #expect(outcome.error.contains("not reloaded: \(path):1: profile is \"kitchen\""))
  }

  @Test func `says which keys wait for the next start`() throws {
    let (bench, process) = try box("")
    let path = bench.folder.file("lapwing.yaml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try bench.folder.write(
      text + "sensors: {heart-rate: strap}\nboard: {watchdog: {timeout: 60}, sound: {level: -3}}\n", to: "lapwing.yaml")
    let answer = try order(["reload"], bench)
    #expect(answer.status == 0)
    #expect(answer.output == "sensors.heart-rate, board.watchdog.timeout: taken over at the next start only\n")
    process.send(SIGHUP)
    process.send(SIGTERM)
    #expect(process.finish().error.contains("reloaded, but sensors.heart-rate, board.watchdog.timeout: taken over"))
  }

  @Test(arguments: [
    ("{chip: no-such-chip, lamps: {red: 1}}", "there is no GPIO chip no-such-chip", "lamp-failed low"),
    ("{sound: {device: \"hw:CARD=NoSuchCard\"}}", "the sound card hw:CARD=NoSuchCard", "sounder-failed high"),
  ])
  func `takes over another board when it reads its configuration again`(
    board: String, message: String, alarm: String
  ) throws {
    let (bench, process) = try box("")
    let path = bench.folder.file("lapwing.yaml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try bench.folder.write(text + "board: \(board)\n", to: "lapwing.yaml")
    #expect(try order(["reload"], bench).output.isEmpty)
    #expect(process.lines(through: message).isEmpty == false)
    #expect(process.lines(through: "alarm    \(alarm) on").isEmpty == false)
    let status = try order(["status"], bench).output
    #expect(status.contains("heart-rate-high high on (131)"), "the alarm that was there goes on")
    _ = try bench.folder.write(text, to: "lapwing.yaml")
    #expect(try order(["reload"], bench).status == 0)
    #expect(process.lines(through: "alarm    \(alarm) off").isEmpty == false)
    end(process)
  }

  @Test func `does not change its profile while it runs`() throws {
    let (bench, process) = try box("")
    let path = bench.folder.file("lapwing.yaml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try bench.folder.write(text + "profile: bedside\n", to: "lapwing.yaml")
    #expect(try order(["reload"], bench).error.contains("the box runs as cabin; restart it"))
    end(process)
  }

  @Test func `says so when there is nothing to acknowledge or to pause`() throws {
    let (bench, process) = try box()
    #expect(try order(["ack", "heart-rate-high"], bench).status == 0)
    _ = process.lines(through: "heart-rate-high high on, sound paused")
    #expect(try order(["ack"], bench).error == "lapwing: nothing sounds; name the condition to acknowledge\n")
    #expect(try order(["pause"], bench).error == "lapwing: nothing sounds\n")
    end(process)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can become somebody else"))
  func `takes no order from a stranger`() throws {
    let (bench, process) = try box()
    for name in ["", "control", "lapwing.yaml"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: bench.folder.file(name))
    }
    let stranger = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    let outcome = try LapwingProcess.run(["pause"] + bench.options, wrapper: stranger)
    #expect(outcome.status == 77)
    #expect(outcome.error.contains("may give orders to this box"), "\(outcome.error)")
    #expect(try order(["status"], bench).output.contains("heart-rate-high high on (131)"), "not paused")
    end(process)
  }

  @Test func `is not locked out by clients that say nothing`() throws {
    let (bench, process) = try box()
    let silent = try (0..<40).map { _ in try LapwingProcess(["status", "--follow"] + bench.options) }
    for client in silent { _ = client.lines(through: "}") }
    #expect(try order(["pause"], bench).status == 0)
    for client in silent { client.send(SIGKILL) }
    for client in silent { _ = client.finish() }
    end(process)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can become somebody else"))
  func `tells whoever may not look at its socket to join the group of its folder`() throws {
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

  @Test func `tells everything that happens to whoever follows`() throws {
    let (bench, process) = try box()
    let follower = try LapwingProcess(["status", "--follow"] + bench.options)
    let lines = follower.lines(through: #""kind":"reading""#)
    #expect(lines.first?.hasPrefix(#"{"ok":true,"profile":"bedside""#) == true)
    end(process)
    #expect(follower.finish().status == 0, "it ends with the box")
  }

  @Test func `is told apart from one that is not running`() throws {
    let outcome = try order(["status"], try Workbench())
    #expect(outcome.status == 69)
    #expect(outcome.error.contains("no lapwing answers there"))
  }
}
