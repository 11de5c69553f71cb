import Glibc
import Readings
import System
import TestSupport
import Testing

@Suite struct `A file of two slots` {
  private let folder: TemporaryFolder
  private var file: TwoSlotFile { TwoSlotFile(path: folder.file("a.json"), mark: "a test") }

  init() throws { folder = try TemporaryFolder() }

  private func fault(_ reason: String) -> LapwingError { LapwingError(.inputOutput, code: .writeFailed, reason) }
  private func write(_ text: String) throws { try file.write(Array(text.utf8), fault: fault) }
  private func size() throws -> Int { try StoredFile(path: folder.file("a.json")).read()?.count ?? 0 }

  @Test func `is absent before the first writing, and damaged if it is empty`() throws {
    #expect(try file.read() == .absent)
    _ = try folder.write("", to: "a.json")
    #expect(try file.read() == .damaged)
    _ = try folder.write([UInt8](repeating: 0, count: 1 << 17), to: "a.json")
    #expect(try file.read() == .damaged)
    try write("one")
    #expect(try file.read() == .content(Array("one".utf8), isLatest: true))
  }

  @Test func `keeps its size and its place on the disk, and gives back the latest content`() throws {
    try write("one")
    var status = stat(), later = stat()
    #expect(stat(folder.file("a.json"), &status) == 0)
    for number in 2...20 {
      try write("content \(number)")
      #expect(try file.read() == .content(Array("content \(number)".utf8), isLatest: true))
    }
    #expect(stat(folder.file("a.json"), &later) == 0)
    #expect(status.st_ino == later.st_ino)
    #expect(status.st_size == later.st_size)
  }

  @Test func `grows if the content does, and can be rewritten then`() throws {
    try write("one")
    let long = String(repeating: "x", count: 100_000)
    for text in [long, long + "y", "short"] {
      try write(text)
      #expect(try file.read() == .content(Array(text.utf8), isLatest: true))
    }
    #expect(try size() == 1 << 18)
  }
}
