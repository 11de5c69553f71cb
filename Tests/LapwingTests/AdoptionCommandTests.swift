import Alarms
import Foundation
import Status
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Sensors of a running box` {
  private let strap = "C0:FF:EE:00:00:02"

  /// A box to which a strap at 131 bpm is a stranger, played at 20 times the speed, once it has received it.
  private func box(_ bench: Workbench) throws -> RunningBox {
    let box = try RunningBox(
      try bench.run(TimelineText.heartRate({ 130 + $0 % 3 }, during: 0..<3600), speed: "20") + ["--strangers"],
      on: bench)
    try box.reading(of: strap)
    return box
  }

  private func order(_ arguments: [String], _ bench: Workbench) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(arguments + bench.options)
  }

  private func end(_ box: RunningBox) { #expect(box.end().status == 0) }

  @Test func `are shown as received until they are adopted, and alarm from then on`() throws {
    let bench = try Workbench(use: "any", "profile: bedside\n")
    let box = try box(bench)
    let before = try order(["status"], bench).output
    #expect(before.contains("unwatched no sensor is adopted yet; "))
    #expect(before.contains("stranger  \(strap) Heart Rate Service heart rate 13"))
    #expect(before.contains("alarm     none"))
    #expect(try order(["sensors", "adopt", strap, "--kind", "child 18"], bench).status == 64)
    let answer = try order(["sensors", "adopt", strap, "--name", "left strap"], bench)
    #expect(answer.status == 0 && answer.output.hasPrefix("\(strap) has the limits of an adult; "), "\(answer.error)")
    let told = try order(["sensors", "adopt", strap, "--kind", "adult"], bench).output
    #expect(told.hasPrefix("\(strap) has sent no beats with skin contact so far; "), "\(told)")
    try box.alarm(.heartRateHigh)
    let after = try order(["status"], bench).output
    #expect(after.contains("sensor    left strap \(strap) Heart Rate Service heart rate 13"))
    #expect(!after.contains("no sensor is adopted"))
    #expect(try order(["sensors", "forget", "00:02"], bench).status == 0, "the end of its address is enough")
    try box.event {
      if case .adoption(let news) = $0 { news.state == "forgotten" && news.address == strap } else { false }
    }
    end(box)
  }

  @Test func `are the same after a restart`() throws {
    let bench = try Workbench(use: "any")
    var box = try box(bench)
    #expect(try order(["sensors", "adopt", strap, "--name", "left strap"], bench).status == 0)
    end(box)
    let stored = try String(contentsOfFile: bench.folder.file("adopted.json"), encoding: .utf8)
    #expect(stored.contains(strap) && stored.contains("left strap"))
    box = try RunningBox(
      try bench.run(TimelineText.heartRate({ _ in 171 }, during: 0..<3600), speed: "20") + ["--strangers"], on: bench)
    try box.alarm(.heartRateHigh)
    #expect(try order(["status"], bench).output.contains("sensor    left strap \(strap)"))
    end(box)
  }

  @Test func `are refused in a sentence`() throws {
    let bench = try Workbench(use: "any")
    let box = try box(bench)
    func refusal(_ arguments: String...) throws -> String {
      let outcome = try order(["sensors"] + arguments, bench)
      #expect(outcome.status == 64)
      return outcome.error
    }
    #expect(try refusal("forget", strap).contains("is not adopted; lapwing status shows which sensors are"))
    #expect(try refusal("adopt", "AB:CD").contains("no sensor is received whose address begins or ends with AB:CD"))
    #expect(try refusal("adopt", strap, "--replaces", "D4:5B:9E:17:60:A3").contains("D4:5B:9E:17:60:A3 is not adopted"))
    #expect(try refusal("adopt", strap, "--name", "").contains("a sensor's name has 1 to 40 characters"))
    end(box)
  }

  @Test func `may be adopted before they are received, and that is said`() throws {
    let bench = try Workbench(use: "any")
    let box = try box(bench)
    let answer = try order(["sensors", "adopt", "D4:5B:9E:17:60:A3"], bench)
    #expect(answer.status == 0)
    #expect(answer.output == "D4:5B:9E:17:60:A3 has not been received yet; an alarm follows if it stays silent\n")
    end(box)
  }

  @Test func `are taken over from the configuration when that is read again`() throws {
    let bench = try Workbench(use: "any", "profile: bedside\n")
    let box = try box(bench)
    try bench.adopt(use: "{any: automatic, \"\(strap)\": automatic}")
    let answer = try order(["reload"], bench)
    #expect(answer.status == 0 && answer.output.isEmpty, "\(answer.output)")
    try box.alarm(.heartRateHigh)
    #expect(try order(["sensors", "forget", strap], bench).error.contains("is named in"))
    try bench.adopt(use: "any")
    #expect(try order(["reload"], bench).status == 0)
    #expect(try order(["status"], bench).output.contains("stranger  \(strap)"))
    end(box)
  }

  @Test func `are adopted by a scan that asks the running box`() throws {
    let bench = try Workbench(use: "any")
    let lines = TimelineText.heartRate({ 70 + $0 % 3 }, during: 0..<3600)
      .replacing("\"hex\"", with: "\"rssi\": -50, \"hex\"")
    let box = try RunningBox(try bench.run(lines, speed: "20") + ["--strangers"], on: bench)
    try box.reading(of: strap)
    let scan = try order(["scan", "--adopt"], bench)
    #expect(scan.status == 0, "\(scan.error)")
    #expect(scan.output == "\(strap)  Heart Rate Service  -50 dBm  adopted\n")
    #expect(try order(["scan", "--adopt"], bench).output == "\(strap)  Heart Rate Service  -50 dBm  is adopted\n")
    end(box)
    #expect(try order(["scan", "--adopt"], bench).status == 69)
  }

  @Test func `whose list is damaged are reported, and the box runs`() throws {
    let bench = try Workbench(use: "any")
    let path = try bench.folder.write("{", to: "adopted.json")
    let box = try RunningBox(
      try bench.run(TimelineText.heartRate({ _ in 72 }, during: 0..<3600), speed: "20") + ["--strangers"], on: bench)
    #expect(try order(["status"], bench).status == 0)
    let outcome = box.end()
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\(path): this is not a list of adopted sensors"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{", "it was not overwritten")
  }

  @Test func `that can be read are listed as before`() throws {
    let list = try LapwingProcess.run(["sensors"])
    #expect(list.status == 0)
    #expect(list.output.contains("Aranet4"))
    #expect(try LapwingProcess.run(["sensors", "--json"]).lines.count > 20)
  }
}
