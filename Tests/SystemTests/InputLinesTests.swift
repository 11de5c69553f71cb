import Glibc
import Readings
import System
import TestSupport
import Testing

@Suite struct `Lines of input` {
  private let folder: TemporaryFolder
  private let longest = 64 << 10

  init() throws { folder = try TemporaryFolder() }

  private func lines(_ text: String) throws -> [InputLines.Line] {
    let path = try folder.write(text, to: "input")
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var lines = InputLines(longest: longest, descriptor: descriptor)
    var all: [InputLines.Line] = []
    while let line = try lines.next() { all.append(line) }
    return all
  }

  private func some(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test func `are given without their ends, the last one also without an end`() throws {
    #expect(try lines("") == [])
    #expect(try lines("\n") == [.text("")])
    #expect(try lines("a\r\n\nb\n") == [.text("a"), .text(""), .text("b")])
    #expect(try lines("a\nb") == [.text("a"), .text("b")])
  }

  @Test(arguments: ["\n", "\r\n"]) func `may be as long as 64 kB`(end: String) throws {
    let line = some(longest)
    #expect(try lines(line + end + "b") == [.text(line), .text("b")])
    #expect(try lines(line + "x" + end + "b") == [.tooLong, .text("b")])
    #expect(try lines(line) == [.text(line)])
    #expect(try lines(line + "x") == [.tooLong])
  }

  @Test func `that are far too long are passed over, each once`() throws {
    let long = some(1_000_000)
    #expect(
      try lines("a\n\(long)\nb\n\(long)\n\(long)\nc") == [
        .text("a"), .tooLong, .text("b"), .tooLong, .tooLong, .text("c"),
      ])
  }

  @Test func `that cannot be read are an error`() throws {
    let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var lines = InputLines(longest: longest, descriptor: descriptor)
    #expect { try lines.next() } throws: { ($0 as? LapwingError)?.status == .inputOutput }
  }
}
