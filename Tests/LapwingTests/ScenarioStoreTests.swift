import Foundation
import TestSupport
import Testing

@Suite("lapwing scenarios")
struct ScenarioStoreTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let scenario = ProjectFile("data/loadings/172m-two-up.json")
    _ = try folder.write(
      "// My flight\n" + scenario.text(replacing: #""updatedAt": "2026-11-22"#, by: #""updatedAt": "2026-11-20"#),
      to: "a.json")
    _ = try folder.write(try ProjectFile("data/loadings/a36-four-up.json").text, to: "b.json")
  }

  private func run(_ arguments: String..., input: String = "") throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(["scenarios"] + arguments + ["--scenarios", folder.path], input: input)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.file(name), encoding: .utf8)
  }

  private func names(_ outcome: LapwingProcess.Outcome) -> [String] {
    // What does not fit into a line follows with an indent.
    outcome.lines.filter { !$0.hasPrefix(" ") }.map { String($0.prefix { $0 != " " }) }
  }

  @Test("list shows the last changed first, by aircraft, and deleted ones only with --deleted")
  func list() throws {
    #expect(names(try run("list")) == ["b.json", "a.json"])
    #expect(names(try run("list", "--aircraft", "cessna-172m")) == ["a.json"])
    #expect(try run("save", "a", "--name", "Newer").status == 0)
    #expect(names(try run("list")) == ["a.json", "b.json"])
    #expect(try run("delete", "b").status == 0)
    #expect(names(try run("list")) == ["a.json"])
    #expect(names(try run("list", "--deleted")) == ["b.json"])
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(try run("list", "--json").output.utf8)) as? [String: Any])
    #expect(json["name"] as? String == "Newer")
    #expect(json["dirty"] as? Bool == true)
    #expect(json["deletedAt"] is NSNull)
  }

  @Test("delete and restore mark the file and leave everything else of it")
  func deleteAndRestore() throws {
    let before = try text("a.json")
    #expect(try run("delete", "a.json").status == 0)
    let deleted = try text("a.json")
    #expect(deleted.hasPrefix("// My flight\n"))
    #expect(deleted.contains("\"deletedAt\": \"20"))
    #expect(deleted.contains("\"dirty\": true"))
    #expect(try LapwingProcess.run(["balance", "compute", "--scenario", folder.file("a.json")]).status == 65)
    #expect(try run("delete", "a").error.contains("is deleted already"))
    #expect(try text("a.json") == deleted)
    #expect(try run("restore", "a").status == 0)
    let lines = zip(try text("a.json").split(separator: "\n"), before.split(separator: "\n"))
    #expect(lines.filter { $0 != $1 }.map { $0.0.prefix { $0 != ":" } } == ["  \"updatedAt\"", "  \"dirty\""])
    #expect(try LapwingProcess.run(["balance", "compute", "--scenario", folder.file("a.json")]).status == 0)
  }

  @Test("save takes new content, keeps when it was created, and stores nothing that is wrong")
  func save() throws {
    let short = """
      {
        "aircraftId": "cessna-172m",
        "stationLoads": {"front-seats": 170},  // only me
        "fuelLoads": {"main-fuel": 20}
      }
      """
    #expect(try run("save", "a", "--from", "-", "--notes", "Two\n\"lines\"", input: short).status == 0)
    let saved = try text("a.json")
    #expect(saved.contains("// only me"))
    #expect(saved.contains(#""createdAt": "2026-11-22T00:00:00Z""#))
    #expect(saved.contains(#""notes": "Two\n\"lines\"""#))
    let show = try run("show", "a")
    #expect(show.output.contains("load      front-seats 170 lb"))
    #expect(show.output.contains("\"lines\""))
    let broken = try run("save", "a", "--from", "-", input: "{}")
    #expect(broken.status == 65)
    #expect(try text("a.json") == saved)
    #expect(try run("save", "a", "--name", "\u{202E}x").status == 65)
    #expect(try text("a.json") == saved)
    let long = try run("save", "a", "--from", "-", input: short + String(repeating: " ", count: 1 << 20))
    #expect(long.status == 65)
    #expect(try text("a.json") == saved)
    #expect(try run("save", "missing", "--name", "x").status == 66)
    #expect(try run("save", "new", "--from", "-", input: short).status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "a.json", "b.json", "lapwing.lock", "new.json",
      ])
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file("new.json"))[.posixPermissions] as? Int
    #expect(mode == 0o644)
  }

  @Test("new writes a template, and a broken file can be put away")
  func new() throws {
    #expect(try run("new", "cessna-172m", "-o", "c").status == 0)
    #expect(try text("c.json").contains("\"front-seats\": 0"))
    #expect(try run("new", "cessna-172m", "-o", "c").status == 74)
    _ = try folder.write("{\"aircraftId\": \"concorde\"}", to: "d.json")
    #expect(try run("list").error.contains("d.json:1: "))
    #expect(try run("delete", "d").status == 0)
    #expect(try text("d.json").contains("\"deletedAt\": \"20"))
  }

  @Test("new says once that the file exists, and recommends --force only then")
  func newRefused() throws {
    let exists = try run("new", "cessna-172m", "-o", "a").error
    #expect(exists.contains("/a.json: File exists; name another file, or replace it with --force"), "\(exists)")
    #expect(exists.components(separatedBy: "a.json").count == 2)
    #expect(exists.components(separatedBy: "name another file").count == 2)
    try FileManager.default.createDirectory(atPath: folder.file("f.json"), withIntermediateDirectories: false)
    let isFolder = try run("new", "cessna-172m", "-o", "f").error
    #expect(isFolder.contains("f.json: Is a directory; name a file that can be written"), "\(isFolder)")
  }

  @Test("save leaves a deleted scenario alone")
  func saveDeleted() throws {
    #expect(try run("delete", "a").status == 0)
    let deleted = try text("a.json")
    let content = try text("b.json")
    for refused in [try run("save", "a", "--name", "x"), try run("save", "a", "--from", "-", input: content)] {
      #expect(refused.status == 65)
      #expect(refused.error.contains("it is deleted; restore it first: lapwing scenarios restore a"))
    }
    #expect(try text("a.json") == deleted)
  }

  @Test("A path beside --scenarios is refused", arguments: ["save", "delete", "restore", "show"])
  func pathAndFolder(_ command: String) throws {
    let before = try text("a.json")
    let outcome = try run(command, folder.file("a.json"))
    #expect(outcome.status == 64)
    #expect(outcome.error.contains("is a path, but --scenarios names the folder"), "\(outcome.error)")
    #expect(try run("new", "cessna-172m", "-o", "sub/a").status == 64)
    #expect(try text("a.json") == before)
  }

  @Test("An existing file keeps its permissions, and a symbolic link stays one")
  func permissionsAndLinks() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: folder.file("a.json"))
    try FileManager.default.createSymbolicLink(atPath: folder.file("link.json"), withDestinationPath: "a.json")
    #expect(try run("save", "a", "--name", "x").status == 0)
    #expect(try run("delete", "link").status == 0)
    #expect(try text("a.json").contains("\"deletedAt\": \"20"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.json")) == "a.json")
    #expect(try run("restore", "a").status == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file("a.json"))[.posixPermissions] as? Int
    #expect(mode == 0o660)
  }
}
