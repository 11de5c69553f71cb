import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A service` {
  private struct Box {
    let bench: Workbench
    let manager: DatagramReceiver
    let process: LapwingProcess

    func end() {
      process.send(SIGTERM)
      #expect(process.finish().status == 0)
    }
  }

  private func start(_ variables: [String] = []) throws -> Box {
    let bench = try Workbench()
    let receiver = try DatagramReceiver(path: bench.folder.file("notify"))
    let process = try LapwingProcess(
      try bench.run(TimelineText.heartRate({ _ in 171 }, during: 0..<3600), speed: "20"),
      wrapper: ["env", "NOTIFY_SOCKET=\(bench.folder.file("notify"))"] + variables)
    return Box(bench: bench, manager: receiver, process: process)
  }

  @Test func `says when it is ready, how it is, and when it stops`() throws {
    let box = try start()
    #expect(box.manager.text(beginning: "READY=1") != nil)
    #expect(
      box.manager.text(beginning: "STATUS=cabin: 1 sensor received, high alarm")
        == "STATUS=cabin: 1 sensor received, high alarm heart-rate-high at C0:FF:EE:00:00:02")
    box.process.send(SIGTERM)
    #expect(box.manager.text(beginning: "STOPPING=1") != nil)
    #expect(box.process.finish().status == 0)
  }

  @Test func `has its own time to become ready, whatever the system took to start the process`() throws {
    let box = try start()
    #expect(box.manager.nextText() == "EXTEND_TIMEOUT_USEC=20000000")
    #expect(box.manager.text(beginning: "READY=1") != nil)
    box.end()
  }

  @Test func `pets the watchdog that the service manager asks for`() throws {
    let box = try start(["WATCHDOG_USEC=60000"])
    for _ in 1...5 { #expect(box.manager.text(beginning: "WATCHDOG=1") != nil) }
    box.end()
  }

  @Test func `pets no watchdog that is meant for another process`() throws {
    let box = try start(["WATCHDOG_USEC=60000", "WATCHDOG_PID=1"])
    #expect(box.manager.text(beginning: "STATUS=cabin: 1 sensor received, high alarm") != nil)
    box.process.send(SIGTERM)
    var texts: [String] = []
    while let text = box.manager.nextText(), text != "STOPPING=1" { texts.append(text) }
    #expect(!texts.contains("WATCHDOG=1"))
    #expect(box.process.finish().status == 0)
  }

  @Test(arguments: [true, false])
  func `reports a reload and when it is over, even if it is refused`(isGood: Bool) throws {
    let box = try start()
    #expect(box.manager.text(beginning: "READY=1") != nil)
    if !isGood { _ = try box.bench.folder.write("profile: kitchen\n", to: "lapwing.yaml") }
    box.process.send(SIGHUP)
    #expect(box.manager.text(beginning: "RELOADING=1\nMONOTONIC_USEC=") != nil)
    #expect(box.manager.text(beginning: "READY=1") != nil)
    box.process.send(SIGTERM)
    let outcome = box.process.finish()
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty == isGood)
  }
}
