import Foundation
import Glibc
import Readings
import TestSupport
import Testing

@testable import Control

@Suite(.timeLimit(.minutes(20))) struct `An update that is brought in parts` {
  private static let name = "lapwing-0.2.0-rpi-arm64.raucb"
  private let place: TemporaryFolder
  private let folder: UpdateFolder

  init() throws {
    place = try TemporaryFolder()
    folder = UpdateFolder(path: place.file("updates"))
  }

  private func content(_ name: String = Self.name) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)")))
  }

  private func take(_ part: [UInt8], at place: Int, of size: Int, name: String = Self.name) throws -> Int {
    try folder.write(part, at: place, of: name, size: size)
  }

  private func code(_ body: () throws -> Int) -> String? {
    do {
      _ = try body()
      return nil
    } catch { return (error as? LapwingError)?.code }
  }

  @Test func `appears under its name only when all of it is there`() throws {
    #expect(try take([1, 2, 3], at: 0, of: 5) == 3)
    #expect(folder.names == [])
    #expect(try take([4, 5], at: 3, of: 5) == 5)
    #expect(folder.names == [Self.name])
    #expect(try content() == [1, 2, 3, 4, 5])
  }

  @Test func `takes a part again whose answer got lost, and keeps it once`() throws {
    _ = try take([1, 2], at: 0, of: 6)
    #expect(try take([3, 4], at: 2, of: 6) == 4)
    #expect(try take([3, 4], at: 2, of: 6) == 4)
    #expect(try take([5, 6], at: 4, of: 6) == 6)
    #expect(try content() == [1, 2, 3, 4, 5, 6])
  }

  @Test func `is there although the answer to its last part got lost`() throws {
    _ = try take([1, 2], at: 0, of: 4)
    #expect(try take([3, 4], at: 2, of: 4) == 4)
    #expect(try take([3, 4], at: 2, of: 4) == 4)
    #expect(try content() == [1, 2, 3, 4])
  }

  @Test func `is refused for a moment while another part is written, and loses nothing`() throws {
    _ = try take([1, 2], at: 0, of: 4)
    let lock = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    #expect(code { try take([9], at: 0, of: 4) } == "busy")
    #expect(flock(lock, LOCK_UN) == 0)
    #expect(try take([3, 4], at: 2, of: 4) == 4)
    #expect(try content() == [1, 2, 3, 4])
  }

  @Test func `begins again with its first part`() throws {
    _ = try take([9, 9, 9], at: 0, of: 4)
    _ = try take([1, 2], at: 0, of: 3)
    #expect(try take([3], at: 2, of: 3) == 3)
    #expect(try content() == [1, 2, 3])
  }

  @Test func `has no gaps`() throws {
    _ = try take([1], at: 0, of: 9)
    #expect(code { try take([3], at: 2, of: 9) } == "bad-update-part")
    #expect(code { try take([3], at: 2, of: 9, name: "lapwing-other.raucb") } == "bad-update-part")
  }

  @Test func `leaves nothing of one that was not sent to its end`() throws {
    _ = try take([1], at: 0, of: 9, name: "lapwing-0.1.9.raucb")
    _ = try take([1], at: 0, of: 9, name: "lapwing-0.1.8.raucb")
    let longAgo = [timeval(tv_sec: time(nil) - 700, tv_usec: 0), timeval(tv_sec: time(nil) - 700, tv_usec: 0)]
    #expect(utimes("\(folder.path)/lapwing-0.1.9.raucb.part", longAgo) == 0)
    _ = try take([1], at: 0, of: 1)
    // Another browser may be sending the other one.
    #expect(folder.drafts == ["lapwing-0.1.8.raucb"])
    folder.discard("lapwing-0.1.8.raucb")
    let entries = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(entries == [Self.name])
  }

  @Test(arguments: [
    "../lapwing-1.raucb", "lapwing-../../x.raucb", "x.raucb", "lapwing-1.raucb.part", ".lapwing-1.raucb",
    "lapwing-ö.raucb",
    "lapwing-a b.raucb", "", "lapwing-\(String(repeating: "1", count: 100)).raucb",
  ])
  func `has a name that leads nowhere else`(name: String) {
    #expect(code { try take([1], at: 0, of: 1, name: name) } == "bad-update-name")
  }

  @Test(arguments: [(0, 0), (-1, 5), (5, 5), (4, 5), (0, -1), (Int.max, Int.max), (0, Int.max), (Int.min, 5)])
  func `has a part within it`(place: Int, size: Int) {
    #expect(code { try take([1, 2], at: place, of: size) } == "bad-update-part")
  }

  @Test func `has parts that fit into a form`() {
    let part = [UInt8](repeating: 1, count: UpdateFolder.longestPart + 1)
    #expect(code { try take(part, at: 0, of: 1 << 20) } == "bad-update-part")
    #expect(code { try take([], at: 0, of: 1 << 20) } == "bad-update-part")
  }

  @Test func `can be removed, and nothing else`() throws {
    _ = try take([1], at: 0, of: 1)
    try folder.remove(Self.name)
    #expect(folder.names == [])
    #expect(throws: LapwingError.self) { try folder.remove(Self.name) }
    #expect(throws: LapwingError.self) { try folder.remove("../lapwing.yaml") }
  }

  @Test func `tells how much of it is there already`() throws {
    #expect(folder.begun(Self.name) == 0)
    _ = try take([1, 2, 3], at: 0, of: 5)
    #expect(folder.begun(Self.name) == 3)
    _ = try take([4, 5], at: 3, of: 5)
    #expect(folder.begun(Self.name) == 0)
  }
}
