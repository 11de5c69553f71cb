import Foundation
import TestSupport
import Testing

@Suite struct `What lapwing privacy shows` {
  private func text(_ outside: String, _ bench: Workbench) throws -> String {
    let settings = try String(contentsOfFile: bench.folder.file("lapwing.yaml"), encoding: .utf8)
    let own = settings.split(separator: "\n").filter { !$0.hasPrefix("outside:") }.joined(separator: "\n")
    _ = try bench.folder.write("\(own)\noutside: \(outside)\n", to: "lapwing.yaml")
    let outcome = try LapwingProcess.run(["privacy"] + bench.options)
    #expect(outcome.status == 0, "\(outcome.error)")
    return outcome.output
  }

  @Test func `is the pair, and who can read what it says`() throws {
    let bench = try Workbench(), key = bench.folder.file("peer.key")
    #expect(try text("{}", bench).contains("the pair of boxes (outside.peer): off: not configured"))
    let pair = "{peer: {name: parents-box, key-file: \(key)}}"
    #expect(try text(pair, bench).contains("off: configured, but not joined"))
    _ = try bench.folder.write("key", to: "peer.key")
    let joined = try text(pair, bench)
    #expect(joined.contains("agreed by lapwing peer join"))
    #expect(joined.contains("parents-box, and everybody in the network, since it is signed and not encrypted"))
    #expect(joined.contains(key))
  }

  @Test func `is every file that may hold what was measured or told`() throws {
    let bench = try Workbench(), queue = bench.folder.file("outside.db")
    let before = try text("{queue: \(queue)}", bench)
    #expect(before.contains(bench.folder.file("lapwing-alarms.json")))
    #expect(!before.contains("outside.db.damaged"))
    _ = try bench.folder.write("what was sent", to: "outside.db.damaged")
    #expect(try text("{queue: \(queue)}", bench).contains("outside.db.damaged"))
  }

  @Test func `is the history of loadings, which keeps the deleted ones`() throws {
    let bench = try Workbench(), folder = bench.folder.path
    func shown() throws -> String {
      try LapwingProcess.run(["privacy", "--scenarios", folder] + bench.options).output
    }
    #expect(try !shown().contains(".sync.json"))
    _ = try bench.folder.write("{}", to: ".sync.json")
    #expect(try shown().contains("\(folder)/.sync.json"))
  }
}
